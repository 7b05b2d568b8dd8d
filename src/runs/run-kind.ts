import type * as z from 'zod';
import type { AuditDetails } from '../audit/details';
import type { StoredValue } from '../platform/storage';
import type { Paused } from './paused';
import { nextRecord } from '../platform/stored-rows';

/** The common parts of jobs, scans and redactions, and the parts that each of them supplies. */

export const RUN_KINDS = ['job', 'scan', 'redaction'] as const;

export type RunKindName = (typeof RUN_KINDS)[number];

/** The members that every stored run has. `queued` and `running` are its open states. */
export interface RunRecord extends StoredValue {
  readonly v: 1;
  readonly rev: number;
  /** Undefined if a person or the app created the run. Scans and redactions have it in `data`. */
  readonly keyId?: string | undefined;
  readonly createdAt: string;
  readonly state: string;
  readonly data: {
    /** The creator of the key, the person, or `system`. */
    readonly createdBy: string;
    readonly keyId?: string | undefined;
    /** The id of the request that created the run. */
    readonly fingerprint: string;
    /** The time of the last write. */
    readonly touchedAt: string;
    /** Omitted: the run is not paused. */
    readonly paused?: Paused | undefined;
  };
}

export interface Run<R extends RunRecord = RunRecord> {
  readonly runId: string;
  readonly record: R;
}

/** Why a run ends before its work is done: canceled by an admin or its key, or a problem's code. */
export type Ending = 'cancelled' | { readonly stoppedBy: string };

/** The audit types of the end of a run. */
export type EndType = 'job.finished' | 'job.cancelled';
export type RunEventType = EndType | 'job.created';

/**
 * The row of the line. Its data is only the line, or an object with the line as `open`.
 * @typeParam B the members of the row besides the line
 */
interface LineRowData<R extends RunRecord, B> {
  readonly empty: B;
  /** undefined = the row is corrupt */
  readonly parse: (data: unknown) => { readonly entries: readonly unknown[]; readonly extra: B } | undefined;
  readonly format: (line: readonly unknown[], extra: B) => unknown;
  /** The members of the row besides the line after a run has ended. */
  readonly afterEnd: (extra: B, run: Run<R>) => B;
}

export interface RunKind<R extends RunRecord, B = undefined> {
  readonly name: RunKindName;
  /** In entity `job`: a run has the row `<prefix><id>`, the line has the row `<prefix>open`. */
  readonly rowPrefix: '' | 'scan:' | 'redaction:';
  readonly schema: z.ZodType<R>;
  /** Longer than a run is shown; the platform may delete its rows after this time. */
  readonly keepDays: number;
  readonly expiryOf: (run: Pick<Run<R>, 'record'>) => Date;
  readonly line: LineRowData<R, B>;
  /** The run after it ended early. A redaction that is editing a page ends only after that page. */
  readonly endEarly: (run: Run<R>, ending: Ending, now: Date) => Run<R>;
  /** The run with or without a pause. @param at the time of the change */
  readonly withPause: (run: Run<R>, paused: Paused | undefined, at: string) => Run<R>;
  /** True if it was canceled and is still finishing work that it started. */
  readonly isCanceling: (run: Run<R>) => boolean;
  /** True if a step started work that the next step must finish, even if the key was revoked. */
  readonly mustFinish: (run: Run<R>) => boolean;
  /** False for a dry run, which changes nothing, so that the audit log has no event of it. */
  readonly isAudited: (record: R) => boolean;
  /** Its kind and scope, and after its end its result. */
  readonly auditDetails: (record: R, type: RunEventType) => AuditDetails;
}

/** A row with only the line. */
export const LINE_ONLY = {
  empty: undefined,
  parse: (data: unknown) => (Array.isArray(data) ? { entries: data, extra: undefined } : undefined),
  format: (line: readonly unknown[]) => line,
  afterEnd: () => undefined,
};

export function hasEnded({ state }: { readonly state: string }): boolean {
  return state !== 'queued' && state !== 'running';
}

export function keyIdOf({ keyId, data }: RunRecord): string | undefined {
  return keyId ?? data.keyId;
}

/** The stored run with the changed members. An undefined member is not stored. */
export function nextRun<R extends RunRecord>(
  { runId, record }: Run<R>,
  change: Partial<R['data']>,
  state: R['state'] = record.state,
): Run<R> {
  return { runId, record: nextRecord(record, { state, data: { ...record.data, ...change } }) };
}
