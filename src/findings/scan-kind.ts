import * as z from 'zod';
import { actorOf, APP_ACTOR } from '../audit/event';
import { nextRun, type RunKind } from '../runs/run-kind';
import { MAX_PAST_SCANS, scanRunRecord, type ScanRunRecord } from './run-model';

/** The members of the queue row besides the queue of scans. */
export interface PastScans {
  /** The last scans that ended, most recent end first. */
  readonly past: readonly string[];
  /** When the last finished scan of the site was created. Comments and attachments up to then are known. */
  readonly remarksUntil?: string;
}

const uuid = z.uuid();
const instant = z.iso.datetime({ precision: 3 });
const lineRow = z.object({
  open: z.array(z.unknown()),
  past: z
    .array(z.unknown())
    .transform((ids) => ids.flatMap((id) => uuid.safeParse(id).data ?? []))
    .catch([]),
  remarksUntil: instant.optional().catch(undefined),
});

const KEPT_MS = 30 * 86_400_000;

/** Scans of many pages as a kind of run (`src/runs`). */
export const SCANS: RunKind<ScanRunRecord, PastScans> = {
  name: 'scan',
  rowPrefix: 'scan:',
  schema: scanRunRecord,
  keepDays: 40,
  // 30 days after the creation of the scan.
  expiryOf: ({ record }) => new Date(Date.parse(record.createdAt) + KEPT_MS),
  line: {
    empty: { past: [] },
    parse: (data) => {
      const { data: row } = lineRow.safeParse(data);
      if (row === undefined) return undefined;
      const { open, past, remarksUntil } = row;
      return { entries: open, extra: { past, ...(remarksUntil === undefined ? {} : { remarksUntil }) } };
    },
    format: (open, extra) => ({ open, ...extra }),
    afterEnd: ({ past, remarksUntil }, { runId, record: { state, createdAt, data } }) => {
      const isScanOfSite = state === 'finished' && data.order.of === 'site' && createdAt > (remarksUntil ?? '');
      const known = isScanOfSite ? createdAt : remarksUntil;
      return {
        past: [runId, ...past].slice(0, MAX_PAST_SCANS),
        ...(known === undefined ? {} : { remarksUntil: known }),
      };
    },
  },
  endEarly: (scan, ending, now) => {
    const at = now.toISOString();
    const ended = { paused: undefined, finishedAt: at, touchedAt: at };
    if (ending === 'cancelled') return nextRun(scan, ended, 'cancelled');
    const { startedAt = at } = scan.record.data;
    return nextRun(scan, { ...ended, startedAt, stoppedBy: ending.stoppedBy }, 'failed');
  },
  withPause: (run, paused, at) => nextRun(run, { paused, touchedAt: at }),
  isCancelling: () => false,
  mustFinish: () => false,
  isAudited: () => true,
  finishedBy: ({ data: { createdBy, keyId } }) => (keyId === undefined ? APP_ACTOR : actorOf({ createdBy, keyId })),
  // Without counts, because they are for the person who requested the scan, and other admins can read the audit log.
  auditDetails: ({ state, data: { stoppedBy } }, type) =>
    type === 'job.cancelled' ? undefined : { state, ...(stoppedBy === undefined ? {} : { code: stoppedBy }) },
};
