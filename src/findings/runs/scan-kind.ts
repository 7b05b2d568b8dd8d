import * as z from 'zod';
import { auditDetails, scopeOf } from '../../audit/details';
import { nextRun, type RunKind } from '../../runs/run-kind';
import { MAX_PAST_SCANS, scanRunRecord, type ScanRunRecord } from './run-model';
import { instant } from '../../platform/instant';

/** The members of the queue row besides the queue of scans. */
export interface PastScans {
  /** The last scans that ended, most recent end first. */
  readonly past: readonly string[];
  /** When the last finished scan of the site was created. Comments and attachments up to then are known. */
  readonly remarksUntil?: string | undefined;
  /** The last finished scan that listed every page, comment and attachment of the site. */
  readonly sweep?: Sweep | undefined;
  /** True if Confluence's lists of comments contain replies. Omitted: not known. */
  readonly repliesListed?: true | undefined;
}

const sweep = z.strictObject({
  createdAt: instant,
  finishedAt: instant,
  /** The settings of the site, as a hash. */
  configHash: z.string(),
});
type Sweep = z.infer<typeof sweep>;

const uuid = z.uuid();
const lineRow = z.object({
  open: z.array(z.unknown()),
  past: z
    .array(z.unknown())
    .transform((ids) => ids.flatMap((id) => uuid.safeParse(id).data ?? []))
    .catch([]),
  remarksUntil: instant.optional().catch(undefined),
  sweep: sweep.optional().catch(undefined),
  repliesListed: z.literal(true).optional().catch(undefined),
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
      const { open: entries, ...extra } = row;
      return { entries, extra };
    },
    format: (open, extra) => ({ open, ...extra }),
    afterEnd: (
      { past, remarksUntil, sweep: lastSweep, repliesListed },
      { runId, record: { state, createdAt, data } },
    ) => {
      const isOfSite = state === 'finished' && data.order.of === 'site';
      return {
        past: [runId, ...past].slice(0, MAX_PAST_SCANS),
        remarksUntil: isOfSite && createdAt > (remarksUntil ?? '') ? createdAt : remarksUntil,
        sweep: (isOfSite ? sweepOf(createdAt, data) : undefined) ?? lastSweep,
        repliesListed: data.plan?.repliesListed ?? repliesListed,
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
  isCanceling: () => false,
  mustFinish: () => false,
  isAudited: () => true,
  // Without counts, because they are for the person who requested the scan, and other admins can read the audit log.
  auditDetails: ({ state, data: { order, stoppedBy } }, type) =>
    auditDetails({
      // In the words of the API. Without its counts, a scan that reached its end succeeded.
      ...(type === 'job.finished' ? { state: state === 'finished' ? 'succeeded' : state, code: stoppedBy } : {}),
      scan: order.of,
      ...(order.of === 'pages' ? scopeOf(order.pageIds) : {}),
      spaceId: order.of === 'space' ? order.spaceId : undefined,
    }),
};

/** @returns undefined if the scan skipped pages, comments or attachments that had not changed */
function sweepOf(createdAt: string, { plan, finishedAt }: ScanRunRecord['data']): Sweep | undefined {
  if (plan === undefined || finishedAt === undefined) return undefined;
  if (plan.pagesSince !== undefined || plan.contentsSince !== undefined) return undefined;
  return { createdAt, finishedAt, configHash: plan.configHash };
}
