import type * as z from 'zod';
import type { AuditActor, AuditEvent } from '../audit/event';
import type { StoredValue } from '../platform/storage';

/** Jobs, scans and redactions: what is the same in all three, and what each of them supplies. */

export const RUN_KINDS = ['job', 'scan', 'redaction'] as const;

export type RunKindName = (typeof RUN_KINDS)[number];

/** The members that every stored run has. `queued` and `running` are its open states. */
export interface RunRecord extends StoredValue {
  readonly v: 1;
  readonly rev: number;
  /** Left out where a person, or the app, created the run. Scans and redactions have it in `data`. */
  readonly keyId?: string | undefined;
  readonly createdAt: string;
  readonly state: string;
  readonly data: {
    /** The creator of the key, the person, or `system`. */
    readonly createdBy: string;
    readonly keyId?: string | undefined;
    /** Of the request that created the run. */
    readonly fingerprint: string;
    /** When it was last written. */
    readonly touchedAt: string;
  };
}

export interface Run<R extends RunRecord = RunRecord> {
  readonly runId: string;
  readonly record: R;
}

/** Why a run ends before its work is done: an admin or its key cancels it, or a problem's code. */
export type Ending = 'cancelled' | { readonly stoppedBy: string };

/** The audit types of the end of a run. */
export type EndType = 'job.finished' | 'job.cancelled';

/**
 * The row of the line. Its data is the line alone, or an object that has the line as `open`.
 * @typeParam B what the row has besides the line
 */
interface LineRowData<R extends RunRecord, B> {
  readonly empty: B;
  /** undefined = the row cannot be read */
  readonly parse: (data: unknown) => { readonly entries: readonly unknown[]; readonly beside: B } | undefined;
  readonly format: (line: readonly unknown[], beside: B) => unknown;
  /** What the row has besides the line once a run has ended. */
  readonly afterEnd: (beside: B, run: Run<R>) => B;
}

export interface RunKind<R extends RunRecord, B = undefined> {
  readonly name: RunKindName;
  /** In entity `job`: a run has the row `<prefix><id>`, the line has the row `<prefix>open`. */
  readonly rowPrefix: '' | 'scan:' | 'redaction:';
  readonly schema: z.ZodType<R>;
  /** Longer than a run is shown; the platform may then delete its rows. */
  readonly keepDays: number;
  readonly expiryOf: (run: Pick<Run<R>, 'record'>) => Date;
  readonly line: LineRowData<R, B>;
  /** The run as it is once it ended early. A redaction that is editing a page ends only after that page. */
  readonly endEarly: (run: Run<R>, ending: Ending, now: Date) => Run<R>;
  /** True if it was cancelled, and still finishes what it began. */
  readonly isCancelling: (run: Run<R>) => boolean;
  /** True if a step began what the next step must finish, even if the key was revoked. */
  readonly mustFinish: (run: Run<R>) => boolean;
  /** Who finished it, in the audit log. */
  readonly finishedBy: (record: R) => AuditActor;
  readonly auditDetails: (record: R, type: EndType) => AuditEvent['after'];
}

/** A row that has the line alone. */
export const LINE_ALONE = {
  empty: undefined,
  parse: (data: unknown) => (Array.isArray(data) ? { entries: data, beside: undefined } : undefined),
  format: (line: readonly unknown[]) => line,
  afterEnd: () => undefined,
};

export function isOver({ state }: { readonly state: string }): boolean {
  return state !== 'queued' && state !== 'running';
}

export function keyIdOf({ keyId, data }: RunRecord): string | undefined {
  return keyId ?? data.keyId;
}

/** The run as it was read, with what is different now. A member that is undefined is not stored. */
export function nextRun<R extends RunRecord>(
  { runId, record }: Run<R>,
  change: Partial<R['data']>,
  state: R['state'] = record.state,
): Run<R> {
  return { runId, record: { ...record, rev: record.rev + 1, state, data: { ...record.data, ...change } } };
}
