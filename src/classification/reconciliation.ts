import * as z from 'zod';
import { auditDetails } from '../audit/details';
import { APP_ACTOR, auditRow } from '../audit/event';
import { unlessContended } from '../platform/retry-on-conflict';
import type { Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { defineWalk, firstStep, nextStep, pushStoredStep, type WalkContext } from '../walks/walk';
import { listYoungestPages, readPagesAsApp } from './page-as-app';
import { listPageLevelEntries } from './page-level-entries';
import { readPageLevels } from './page-level-store';
import { type CorrectionContext, correctPage } from './correct-page';
import { NEW_FOR_MS } from './page-correction';

/**
 * The daily reconciliation compares every record with its page as the app sees it, and searches for new pages without a
 * record. It repairs what missed events left wrong. It runs in steps; each step stores its position together with its
 * changes.
 */

const instant = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);

const counts = z.strictObject({
  /** Records, and new pages without a record. */
  checked: count,
  /** Records that had a different space. */
  moved: count,
  /** Pages that got a level or a more sensitive level. */
  classified: count,
  /** Records of pages that the app cannot see, and unreadable records. The app cannot know whether they are correct. */
  notInspected: count,
  /** The unreadable records among them. */
  unreadable: count,
});

/** The first pages that the app could not see. */
const MAX_UNSEEN = 20;
const unseenPageIds = z.array(z.string()).max(MAX_UNSEEN);

const run = z.strictObject({
  ...nextStep,
  startedAt: instant,
  phase: z.enum(['records', 'new-pages']),
  /** The last processed record: its position and key; for new pages, the position where Confluence continues. */
  time: z.string(),
  key: z.string(),
  counts,
  unseenPageIds,
});

const report = z.strictObject({ startedAt: instant, finishedAt: instant, counts, unseenPageIds });

const state = z.strictObject({ run: run.optional(), last: report.optional() });

const RECONCILIATION_ROW = storedDocument(state, { key: 'reconciliation', initial: {}, unreadable: 'refused' });

export type ReconciliationState = z.infer<typeof state>;
type Run = z.infer<typeof run>;
type Counts = z.infer<typeof counts>;

const AT_ONCE = 100;
/** Leaves the points of Confluence to callers who wait for a response. */
const STEP_DELAY_SECONDS = 30;
const NOTHING: Counts = { checked: 0, moved: 0, classified: 0, notInspected: 0, unreadable: 0 };

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readReconciliation(storage: Pick<Storage, 'read'>): Promise<ReconciliationState> {
  return (await RECONCILIATION_ROW.read(storage)).value;
}

/** After a longer run, the next one waits for as long, because a run takes most of the points for background work. */
const LONG_RUN_MS = 43_200_000;

/** Begins a run, if none is running. @throws StorageUnavailableError, CorruptRecordError */
export async function startReconciliation(context: WalkContext): Promise<void> {
  const now = context.clock();
  const first = { startedAt: now.toISOString(), phase: 'records', time: '', key: '', counts: NOTHING } as const;
  const started = await RECONCILIATION_ROW.change(context.storage, (before) =>
    before.run !== undefined || (before.last !== undefined && mustWait(before.last, now))
      ? undefined
      : { ...before, run: { ...first, unseenPageIds: [], ...firstStep(context) } },
  );
  const open = unlessContended(started)?.run;
  if (open !== undefined) await pushStoredStep(context, 'reconciliation', open);
}

function mustWait({ startedAt, finishedAt }: z.infer<typeof report>, now: Date): boolean {
  const tookMs = Date.parse(finishedAt) - Date.parse(startedAt);
  return tookMs > LONG_RUN_MS && now.getTime() < Date.parse(finishedAt) + tookMs;
}

export const RECONCILIATION = defineWalk<CorrectionContext & WalkContext, ReconciliationState, Run>({
  name: 'reconciliation',
  row: () => RECONCILIATION_ROW,
  find: ({ run }) => run,
  put: (state, run) => ({ ...state, run }),
  step: async (context, before) => {
    const after = before.phase === 'records' ? await compareRecords(context, before) : await findNew(context, before);
    if (after === 'contended') return after;
    const { next, counts, unseenPageIds } = after;
    if (next !== undefined) {
      const run = { ...before, ...next, counts, unseenPageIds };
      return { change: (state) => ({ ...state, run }), delaySeconds: STEP_DELAY_SECONDS };
    }
    const now = context.clock();
    const last = { startedAt: before.startedAt, finishedAt: now.toISOString(), counts, unseenPageIds };
    const audit = auditRow({
      id: context.random.uuid(),
      type: 'reconciliation.finished',
      time: now,
      subject: 'reconciliation',
      actor: APP_ACTOR,
      requestId: context.requestId,
      after: auditDetails(counts),
    });
    return { change: () => ({ last }), audit: () => audit };
  },
});

/** The position where a run continues; undefined = the run has ended. */
interface After extends Pick<Run, 'counts' | 'unseenPageIds'> {
  readonly next: Pick<Run, 'phase' | 'time' | 'key'> | undefined;
}

async function compareRecords(
  context: CorrectionContext,
  { time, key, counts: before, unseenPageIds: unseenBefore }: Run,
): Promise<After | 'contended'> {
  const { items, next } = await listPageLevelEntries(context.storage, {
    after: time === '' ? undefined : { time, key },
    limit: AT_ONCE,
  });
  const pageIds = items.flatMap((item) => (item === 'unreadable' ? [] : [item.pageId]));
  const observed = await readPagesAsApp(context.confluence, pageIds);
  const stored = await readPageLevels(context.storage, pageIds);
  const unreadable = items.length - pageIds.length;
  const done = {
    ...before,
    checked: before.checked + unreadable,
    notInspected: before.notInspected + unreadable,
    unreadable: before.unreadable + unreadable,
  };
  const unseen = [...unseenBefore];
  for (const pageId of pageIds) {
    const page = observed.get(pageId);
    const known = stored.get(pageId);
    done.checked += 1;
    const isUnseen = page === undefined || page.kind === 'unseen';
    if (isUnseen || known === 'unreadable') done.notInspected += 1;
    if (known === 'unreadable') done.unreadable += 1;
    else if (isUnseen) unseen.push(pageId);
    if (page?.kind !== 'page' || known === undefined || known === 'unreadable') continue;
    if (known.record === undefined || known.record.spaceId === page.page.spaceId) continue;
    const outcome = await correctPage(context, pageId, {});
    if (outcome === 'contended') return 'contended';
    if (outcome === 'record-space') done.moved += 1;
    if (outcome === 'classify') done.classified += 1;
  }
  const place = next ?? { time: '', key: '' };
  const unseenPageIds = unseen.slice(0, MAX_UNSEEN);
  return { counts: done, unseenPageIds, next: { phase: next === undefined ? 'new-pages' : 'records', ...place } };
}

/** Recent pages that have no row, because an event was missed or the app could not see the page then. */
async function findNew(
  context: CorrectionContext,
  { key, counts: before, unseenPageIds }: Run,
): Promise<After | 'contended'> {
  const { pages, cursor } = await listYoungestPages(context.confluence, AT_ONCE, key === '' ? undefined : key);
  const since = context.clock().getTime() - NEW_FOR_MS;
  const young = pages.filter(({ observed }) => observed.kind === 'page' && Date.parse(observed.createdAt) > since);
  const stored = await readPageLevels(
    context.storage,
    young.map(({ pageId }) => pageId),
  );
  const done = { ...before };
  for (const { pageId } of young) {
    const known = stored.get(pageId);
    if (known === undefined || known === 'unreadable' || (known.revision !== 'absent' && known.revision !== 0))
      continue;
    done.checked += 1;
    const outcome = await correctPage(context, pageId, {});
    if (outcome === 'contended') return 'contended';
    if (outcome === 'classify') done.classified += 1;
  }
  const isOver = cursor === undefined || young.length < pages.length;
  return { counts: done, unseenPageIds, next: isOver ? undefined : { phase: 'new-pages', time: '', key: cursor } };
}
