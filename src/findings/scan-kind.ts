import * as z from 'zod';
import { actorOf, APP_ACTOR } from '../audit/event';
import { nextRun, type RunKind } from '../runs/run-kind';
import { MAX_PAST_SCANS, scanRunRecord, type ScanRunRecord } from './run-model';

/** What the row of the line has besides the line. */
export interface PastScans {
  /** The last that ended; the last to end comes first. */
  readonly past: readonly string[];
  /** When the last scan of the site that finished was created: comments and attachments until then are known. */
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

/** Scans of many pages, as `src/runs` keeps and drives them. */
export const SCANS: RunKind<ScanRunRecord, PastScans> = {
  name: 'scan',
  rowPrefix: 'scan:',
  schema: scanRunRecord,
  keepDays: 40,
  // Thirty days after its creation.
  expiryOf: ({ record }) => new Date(Date.parse(record.createdAt) + KEPT_MS),
  line: {
    empty: { past: [] },
    parse: (data) => {
      const { data: row } = lineRow.safeParse(data);
      if (row === undefined) return undefined;
      const { open, past, remarksUntil } = row;
      return { entries: open, beside: { past, ...(remarksUntil === undefined ? {} : { remarksUntil }) } };
    },
    format: (open, beside) => ({ open, ...beside }),
    afterEnd: ({ past, remarksUntil }, { runId, record: { state, createdAt, data } }) => {
      const knowsRemarks = state === 'finished' && data.order.of === 'site' && createdAt > (remarksUntil ?? '');
      const known = knowsRemarks ? createdAt : remarksUntil;
      return {
        past: [runId, ...past].slice(0, MAX_PAST_SCANS),
        ...(known === undefined ? {} : { remarksUntil: known }),
      };
    },
  },
  endEarly: (scan, ending, now) => {
    const at = now.toISOString();
    const ended = { finishedAt: at, touchedAt: at };
    if (ending === 'cancelled') return nextRun(scan, ended, 'cancelled');
    const { startedAt = at } = scan.record.data;
    return nextRun(scan, { ...ended, startedAt, stoppedBy: ending.stoppedBy }, 'failed');
  },
  isCancelling: () => false,
  mustFinish: () => false,
  finishedBy: ({ data: { createdBy, keyId } }) => (keyId === undefined ? APP_ACTOR : actorOf({ createdBy, keyId })),
  // Without counts: those are for the person who asked, and other admins read the audit log too.
  auditDetails: ({ state, data: { stoppedBy } }, type) =>
    type === 'job.cancelled' ? undefined : { state, ...(stoppedBy === undefined ? {} : { code: stoppedBy }) },
};
