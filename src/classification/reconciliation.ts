import * as z from 'zod';
import { auditDetails } from '../audit/details';
import { APP_ACTOR, auditRow } from '../audit/event';
import type { Storage } from '../platform/storage';
import { type Stored, storedDocument } from '../platform/stored-document';
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
  /** Records of pages that the app cannot see, and unreadable records: the app cannot know whether they are correct. */
  notInspected: count,
  /** The unreadable records among them. */
  unreadable: count,
});

/** The first pages that the app could not see. */
const MAX_UNSEEN = 20;
const unseenPageIds = z.array(z.string()).max(MAX_UNSEEN);

const run = z.strictObject({
  startedAt: instant,
  touchedAt: instant,
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

type StoredState = Stored<ReconciliationState>;

const AT_ONCE = 100;
/** A run without progress for this time is lost: a chain of events ends after 1,000 pushes. */
const LOST_AFTER_MS = 3_600_000;
const NOTHING: Counts = { checked: 0, moved: 0, classified: 0, notInspected: 0, unreadable: 0 };

/** @throws StorageUnavailableError, CorruptRecordError */
export function readReconciliation(storage: Pick<Storage, 'read'>): Promise<StoredState> {
  return RECONCILIATION_ROW.read(storage);
}

/** Identifies a step. Events for other steps are ignored, so that a run never has two chains of events. */
export interface ReconciliationStep {
  /** The time of the step before. */
  readonly at: string;
}

type BeginContext = Pick<CorrectionContext, 'storage' | 'clock'>;

/** A run that took longer leaves the next one waiting for as long: it takes most of the points for background work. */
const LONG_RUN_MS = 43_200_000;

/**
 * Begins a run, or resumes a lost one.
 * @returns the step to push, if any
 * @throws StorageUnavailableError
 */
export async function beginReconciliation(context: BeginContext): Promise<ReconciliationStep | undefined> {
  const now = context.clock();
  const before = await readReconciliation(context.storage);
  const { run: running, last } = before.value;
  if (running !== undefined) return resume(context, before, running);
  if (last !== undefined && mustWait(last, now)) return undefined;
  const at = now.toISOString();
  const begun = { startedAt: at, touchedAt: at, phase: 'records', time: '', key: '', counts: NOTHING } as const;
  return save(context, before, { ...begun, unseenPageIds: [] });
}

/** Resumes a run that was lost. @returns the step to push, if any @throws StorageUnavailableError */
export async function resumeReconciliation(context: BeginContext): Promise<ReconciliationStep | undefined> {
  const before = await readReconciliation(context.storage);
  return before.value.run === undefined ? undefined : resume(context, before, before.value.run);
}

async function resume(
  context: BeginContext,
  before: StoredState,
  running: Run,
): Promise<ReconciliationStep | undefined> {
  const now = context.clock();
  if (now.getTime() - Date.parse(running.touchedAt) < LOST_AFTER_MS) return undefined;
  return save(context, before, { ...running, touchedAt: now.toISOString() });
}

async function save(
  { storage }: BeginContext,
  { revision, value: { last } }: StoredState,
  next: Run,
): Promise<ReconciliationStep | undefined> {
  return (await RECONCILIATION_ROW.save(storage, revision, { run: next, ...(last === undefined ? {} : { last }) })) ===
    'committed'
    ? { at: next.touchedAt }
    : undefined;
}

function mustWait({ startedAt, finishedAt }: z.infer<typeof report>, now: Date): boolean {
  const tookMs = Date.parse(finishedAt) - Date.parse(startedAt);
  return tookMs > LONG_RUN_MS && now.getTime() < Date.parse(finishedAt) + tookMs;
}

/**
 * Runs one step.
 * @param push pushes the next step
 * @returns `done`: also if the step was run before
 * @throws StorageUnavailableError, HostError, QueueUnavailableError: run the step again
 */
export async function stepReconciliation(
  context: CorrectionContext,
  { at }: ReconciliationStep,
  push: (next: ReconciliationStep) => Promise<void>,
): Promise<'done' | 'contended'> {
  const { storage, clock, random, requestId } = context;
  const { revision, value } = await readReconciliation(storage);
  const { run: running, last } = value;
  if (running === undefined || revision === 'absent') return 'done';
  if (at !== running.touchedAt) return 'done';
  const after = running.phase === 'records' ? await compareRecords(context, running) : await findNew(context, running);
  if (after === 'contended') return 'contended';
  const now = clock();
  const touchedAt = now.toISOString();
  if (after.next !== undefined) {
    const { counts, unseenPageIds } = after;
    const next = { ...running, ...after.next, counts, unseenPageIds, touchedAt };
    // Pushed first, so that no run stops because of a lost reply. The next step runs only if this one was stored.
    await push({ at: touchedAt });
    await RECONCILIATION_ROW.save(storage, revision, { run: next, ...(last === undefined ? {} : { last }) });
    return 'done';
  }
  const audit = auditRow({
    id: random.uuid(),
    type: 'reconciliation.finished',
    time: now,
    subject: 'reconciliation',
    actor: APP_ACTOR,
    requestId,
    after: auditDetails(after.counts),
  });
  const { startedAt } = running;
  const finished = { startedAt, finishedAt: touchedAt, counts: after.counts, unseenPageIds: after.unseenPageIds };
  await storage.commit([RECONCILIATION_ROW.write(revision, { last: finished }), audit], []);
  return 'done';
}

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

/** Recent pages that have no row: an event was missed, or the app could not see the page then. */
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
