import * as z from 'zod';
import { auditDetails } from '../audit/details';
import { APP_ACTOR, auditRow } from '../audit/event';
import { unlessContended } from '../platform/retry-on-conflict';
import type { Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { defineWalk, firstStep, nextStep, pushStoredStep, type WalkContext } from '../walks/walk';
import { listLastChangedPages, type PageSeenByApp, readPagesAsApp } from './page-as-app';
import { listPageLevelEntries } from './page-level-entries';
import { readPageLevels } from './page-level-store';
import { type CorrectionContext, correctPage } from './correct-page';
import { NEW_FOR_MS } from './page-correction';

/**
 * The daily reconciliation compares what is stored with the pages that the app sees: their ids, versions, spaces and states. It
 * repairs what missed events left wrong. It first reads the pages that changed since the last time (`changed`), then every page
 * with a level (`records`), then every other page with a scan (`scans`). A run of a large site takes days, and the
 * changed pages interrupt it each day. It runs in steps; each step stores its position together with its changes.
 */

/** The scans of pages, which another room stores. */
export interface ScanComparison {
  /**
   * Requests a scan of each page whose stored scan is not of the page as it is now.
   * @param seen an absent page is one that the app cannot see
   * @param isChanged true if the pages have changed, so that a page that was never scanned must be scanned
   * @returns the requested pages
   */
  readonly compare: (
    pageIds: readonly string[],
    seen: ReadonlyMap<string, PageSeenByApp>,
    isChanged: boolean,
  ) => Promise<readonly string[]>;
  /** The pages with a stored scan, by id. */
  readonly list: (
    after: Position | undefined,
    limit: number,
  ) => Promise<{ readonly pageIds: readonly string[]; readonly next: Position | undefined }>;
}

interface ReconciliationContext extends CorrectionContext, WalkContext {
  readonly scans: ScanComparison;
}

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
  /** Pages whose scan was requested. */
  rescanned: count.default(0),
});

/** The first pages that the app could not see. */
const MAX_UNSEEN = 20;
const unseenPageIds = z.array(z.string()).max(MAX_UNSEEN);

const place = z.strictObject({
  /** A run of an earlier version ends with the scans. */
  phase: z.enum(['changed', 'records', 'scans']).catch('scans'),
  /** The last processed row: its position and key; for changed pages, the position where Confluence continues. */
  time: z.string(),
  key: z.string(),
});

const run = z.strictObject({
  ...nextStep,
  startedAt: instant,
  ...place.shape,
  /** When the phase of changed pages began. It reads the pages that have changed since `changedSince`. */
  changesAt: instant.optional(),
  changedSince: instant.optional(),
  /** Where the run continues after the changed pages. Omitted: it ends, because it is not the time for all pages. */
  afterwards: place.optional(),
  counts,
  unseenPageIds,
});

const report = z.strictObject({ startedAt: instant, finishedAt: instant, counts, unseenPageIds });

const state = z.strictObject({
  run: run.optional(),
  /** The last run that compared all pages. */
  last: report.optional(),
  /** Pages that changed before were compared. Omitted: none. */
  comparedUntil: instant.optional(),
});

const RECONCILIATION_ROW = storedDocument(state, { key: 'reconciliation', initial: {}, unreadable: 'refused' });

export type ReconciliationState = z.infer<typeof state>;
type Run = z.infer<typeof run>;
type Counts = z.infer<typeof counts>;

const AT_ONCE = 100;
const CHANGED_AT_ONCE = 250;
/** Leaves the points of Confluence to callers who wait for a response. */
const STEP_DELAY_SECONDS = 30;
const NOTHING: Counts = { checked: 0, moved: 0, classified: 0, notInspected: 0, unreadable: 0, rescanned: 0 };
const ALL_PAGES = { phase: 'records', time: '', key: '' } as const;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readReconciliation(storage: Pick<Storage, 'read'>): Promise<ReconciliationState> {
  return (await RECONCILIATION_ROW.read(storage)).value;
}

/** After a longer run, the next one waits for as long, because a run takes most of the points for background work. */
const LONG_RUN_MS = 43_200_000;

/** The trigger can be late. */
const DAY_MS = 72_000_000;

/**
 * Begins a run, or interrupts a long one for the pages that changed since yesterday.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function startReconciliation(context: WalkContext): Promise<void> {
  const now = context.clock();
  const at = now.toISOString();
  const started = await RECONCILIATION_ROW.change(context.storage, (before) => {
    const { run: running, last, comparedUntil = at } = before;
    // Confluence can show a change late.
    const changedSince = new Date(Date.parse(comparedUntil) - NEW_FOR_MS).toISOString();
    const first = { phase: 'changed', time: '', key: '', changesAt: at, changedSince } as const;
    if (running === undefined) {
      const afterwards = last !== undefined && mustWait(last, now) ? undefined : ALL_PAGES;
      const begun = { startedAt: at, counts: NOTHING, unseenPageIds: [], ...firstStep(context) };
      return { ...before, run: { ...begun, ...first, afterwards } };
    }
    const { phase, time, key, changesAt = running.startedAt } = running;
    if (phase === 'changed' || now.getTime() - Date.parse(changesAt) < DAY_MS) return undefined;
    return { ...before, run: { ...running, ...first, afterwards: { phase, time, key } } };
  });
  const open = unlessContended(started)?.run;
  if (open !== undefined) await pushStoredStep(context, 'reconciliation', open);
}

function mustWait({ startedAt, finishedAt }: z.infer<typeof report>, now: Date): boolean {
  const tookMs = Date.parse(finishedAt) - Date.parse(startedAt);
  return tookMs > LONG_RUN_MS && now.getTime() < Date.parse(finishedAt) + tookMs;
}

const COMPARE = { changed: compareChanged, records: compareRecords, scans: compareScans } as const;

export const RECONCILIATION = defineWalk<ReconciliationContext, ReconciliationState, Run>({
  name: 'reconciliation',
  row: () => RECONCILIATION_ROW,
  find: ({ run }) => run,
  put: (state, run) => ({ ...state, run }),
  step: async (context, before) => {
    const after = await COMPARE[before.phase](context, before);
    if (after === 'contended') return after;
    const { counts, unseenPageIds } = after;
    const isOfChanged = before.phase === 'changed';
    const hasCompared = isOfChanged && after.next === undefined ? { comparedUntil: before.changesAt } : {};
    const next = after.next ?? (isOfChanged ? before.afterwards : undefined);
    // The daily trigger can interrupt the run during a step.
    const unlessInterrupted = (change: (stored: ReconciliationState) => ReconciliationState) => {
      return (stored: ReconciliationState, current: Run) =>
        current.phase === before.phase ? change(stored) : 'superseded';
    };
    if (next !== undefined) {
      const run = { ...before, ...next, counts, unseenPageIds };
      const change = unlessInterrupted((stored) => ({ ...stored, ...hasCompared, run }));
      return { change, delaySeconds: after.isFree === true ? undefined : STEP_DELAY_SECONDS };
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
    const end = ({ run: _run, ...stored }: ReconciliationState) =>
      isOfChanged ? { ...stored, ...hasCompared } : { ...stored, last };
    return { change: unlessInterrupted(end), audit: () => audit };
  },
});

/** The position where a phase continues; undefined = it has ended. */
interface After extends Pick<Run, 'counts' | 'unseenPageIds'> {
  readonly next: Pick<Run, 'phase' | 'time' | 'key'> | undefined;
  /** True if the step used no points. */
  readonly isFree?: boolean;
}

/** Pages whose events were missed may also have a property that is missing or wrong. */
async function requestScans(
  { scans, pushMirror }: ReconciliationContext,
  ...pages: Parameters<ScanComparison['compare']>
): Promise<number> {
  const requested = await scans.compare(...pages);
  for (const pageId of requested) await pushMirror(pageId);
  return requested.length;
}

async function compareRecords(
  context: ReconciliationContext,
  { time, key, counts: before, unseenPageIds: unseenBefore }: Run,
): Promise<After | 'contended'> {
  const { items, next } = await listPageLevelEntries(context.storage, {
    contentType: 'all',
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
  done.rescanned += await requestScans(context, pageIds, observed, false);
  const unseenPageIds = unseen.slice(0, MAX_UNSEEN);
  const phase = next === undefined ? 'scans' : 'records';
  return { counts: done, unseenPageIds, next: { phase, ...(next ?? { time: '', key: '' }) } };
}

/** Pages with a scan and without a level. */
async function compareScans(context: ReconciliationContext, { time, key, counts, unseenPageIds }: Run): Promise<After> {
  const { storage, confluence, scans } = context;
  const { pageIds, next } = await scans.list(time === '' ? undefined : { time, key }, AT_ONCE);
  const levels = await readPageLevels(storage, pageIds);
  const others = pageIds.filter((pageId) => {
    const known = levels.get(pageId);
    return known === undefined || known === 'unreadable' || known.record === undefined;
  });
  const rescanned = await requestScans(context, others, await readPagesAsApp(confluence, others), false);
  const done = { ...counts, rescanned: counts.rescanned + rescanned };
  return { counts: done, unseenPageIds, next: next && { phase: 'scans', ...next }, isFree: others.length === 0 };
}

/** Pages that changed since the last time. Those without a row get their level, because their event was missed. */
async function compareChanged(
  context: ReconciliationContext,
  { key, changedSince = '', counts: before, unseenPageIds }: Run,
): Promise<After | 'contended'> {
  const { storage, confluence } = context;
  const { pages, cursor } = await listLastChangedPages(confluence, CHANGED_AT_ONCE, key === '' ? undefined : key);
  const changed = pages.filter(
    ({ observed }) =>
      observed.kind === 'page' && new Date(observed.page.versionAt ?? observed.createdAt).toISOString() >= changedSince,
  );
  const pageIds = changed.map(({ pageId }) => pageId);
  const stored = await readPageLevels(storage, pageIds);
  const done = { ...before };
  for (const pageId of pageIds) {
    const known = stored.get(pageId);
    if (known === undefined || known === 'unreadable' || (known.revision !== 'absent' && known.revision !== 0))
      continue;
    done.checked += 1;
    const outcome = await correctPage(context, pageId, {});
    if (outcome === 'contended') return 'contended';
    if (outcome === 'classify') done.classified += 1;
  }
  const seen = new Map(changed.map(({ pageId, observed }) => [pageId, observed]));
  done.rescanned += await requestScans(context, pageIds, seen, true);
  const isOver = cursor === undefined || changed.length < pages.length;
  return { counts: done, unseenPageIds, next: isOver ? undefined : { phase: 'changed', time: '', key: cursor } };
}
