import { commitAudited } from '../audit/commit-audited';
import { APP_ACTOR, auditRow } from '../audit/event';
import { type Levels, readLevels } from '../classification/level-store';
import { type OfContent, ofContent } from '../classification/content-type';
import { readPagesAsApp } from '../classification/page-as-app';
import { readPageLevels } from '../classification/page-level-store';
import { awaitAll } from '../platform/await-all';
import { HostError } from '../platform/confluence';
import type { Context } from '../platform/context';
import { CorruptRecordError } from '../platform/corrupt-record';
import { definedOf } from '../platform/defined-of';
import { partsOf } from '../platform/parts';
import { readAhead } from '../platform/read-ahead';
import { GOVERNANCE_ROW, type LabelSync } from '../configuration/governance';
import { compareMirror } from './compare-mirror';
import { storeFirstConfiguration } from './follow-configuration';
import { findLabeled } from './label-calls';
import { labelOfPage, labelsOfLevels, readLabelSync } from './label-sync';
import { authorOf, hashOf, levelProperty, type LevelProperty, readFlatValue } from './level-property';
import { type PropertyVersion, type ReadProperty, readProperty, writeProperty } from './level-property-calls';
import type { MirrorKey } from './mirror-key';
import { overdueAt, parseStamp, readStamps, type Stamp, stampName, type StoredStamp, stampWrite } from './stamps';
import { WALK_ROW, type WalkCounts } from './walk';
import { writeLabel } from './write-label';

/**
 * Writes the properties of pages as the app. The row in storage is the truth; nothing is decided from a property.
 * Running it again, also concurrently, is harmless. A property is written only over the version that was read before
 * the facts.
 */

export interface MirrorContext extends Pick<
  Context,
  'storage' | 'confluence' | 'clock' | 'random' | 'log' | 'requestId' | 'installationId'
> {
  readonly key: MirrorKey;
}

export interface MirrorOptions {
  /** True if the property is read even if it is known to be current. */
  readonly verify: boolean;
  /** True if Confluence is asked for the spaces of pages without a level, because they may have moved. */
  readonly asksForSpaces: boolean;
}

export interface MirrorsWritten {
  readonly counts: WalkCounts;
  /** The first error, if there was one. The other pages are done. */
  readonly failure: Error | undefined;
  /** The pages that failed, and may succeed later. */
  readonly toRetry: readonly string[];
  /** The levels and settings that the properties were written from. */
  readonly levels: Levels;
}

/** The maximum number of pages at once, so that their rows fit into one transaction. */
export const MIRRORS_AT_ONCE = 25;
/** The number of pages that are written concurrently. */
const CALLS_AT_ONCE = 5;
const MAX_ATTEMPTS = 3;
/** The audit log records at most one repair of a page in this time. */
const REPAIR_AUDIT_MS = 3_600_000;

/**
 * Pages that fail because of Confluence become overdue, so that they do not depend on the retries of an event.
 * @param pageIds at most 25, each once. @throws StorageUnavailableError, HostError, CorruptRecordError: nothing is lost
 */
export async function writeMirrors(
  context: MirrorContext,
  pageIds: readonly string[],
  options: MirrorOptions,
): Promise<MirrorsWritten> {
  const open = new Set(pageIds);
  try {
    return await writeOpen(context, open, options);
  } finally {
    if (open.size > 0) await markOverdue(context, [...open]);
  }
}

/** @param open the pages; those that do not need another attempt are removed */
async function writeOpen(context: MirrorContext, open: Set<string>, options: MirrorOptions): Promise<MirrorsWritten> {
  const pageIds = [...open];
  const rows = await readAhead(context.storage, [WALK_ROW, GOVERNANCE_ROW, ...pageIds.map(stampName)]);
  const stamps = await readStamps(rows, pageIds);
  const { configuration } = WALK_ROW.parse(await rows.read(WALK_ROW.entity, WALK_ROW.key));
  // Stored before the levels are read, so that a change in between starts a walk.
  if (configuration === undefined && stamps.every(({ stamp }) => stamp === undefined))
    await storeFirstConfiguration(context);
  const sync = await readLabelSync(configuration === undefined ? context.storage : rows);
  const { facts, levels, labels } = await readFacts(context, pageIds, stamps, { ...options, sync });
  const ofLevels = [...labels.values()];
  const others = options.verify ? await findOthers(context, facts, ofLevels) : new Set<string>();
  const labeling = { verify: options.verify, others, ofLevels };
  const counts = { checked: 0, written: 0, failed: 0, unreachable: 0 };
  const written: Written[] = [];
  const toRetry: string[] = [];
  let failure: Error | undefined;
  const note = (outcome: Labeled | Failed) => {
    if ('stamp' in outcome) written.push(outcome);
    if (outcome.error !== undefined) {
      counts.failed += 1;
      // Another attempt reads the same.
      if (outcome.error instanceof CorruptRecordError) {
        open.delete(outcome.pageId);
        return;
      }
      failure ??= outcome.error;
      toRetry.push(outcome.pageId);
      return;
    }
    open.delete(outcome.pageId);
    counts.checked += 1;
    if (outcome.kind === 'written') counts.written += 1;
    if (outcome.kind === 'unreachable') counts.unreachable += 1;
  };
  for (const some of partsOf(facts, CALLS_AT_ONCE)) {
    if (hasNoPoints(failure)) break;
    const outcomes = await Promise.all(
      some.map((fact) =>
        mirrorPage(context, fact, options.verify)
          .then((mirrored) => followLabel(context, mirrored, labeling))
          .catch((error: unknown) => ({
            kind: 'failed' as const,
            pageId: fact.pageId,
            error: toError(error),
          })),
      ),
    );
    outcomes.forEach(note);
  }
  await saveStamps(context, written);
  return { counts, failure, toRetry, levels };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('not an error');
}

/** True if no other page can succeed now. */
export function hasNoPoints(error: unknown): boolean {
  return error instanceof HostError && error.kind !== 'failure';
}

/** The page as it is stored. */
interface Fact extends OfContent {
  readonly pageId: string;
  readonly stored: StoredStamp;
  readonly page:
    | {
        readonly wanted: LevelProperty;
        /** Undefined: none. */
        readonly label: string | undefined;
        readonly spaceId: string | undefined;
        readonly isClassified: boolean;
      }
    /** The app cannot see it. */
    | 'unreachable'
    /** Its row is of another version of the app. */
    | 'unreadable';
}

interface Facts {
  readonly facts: readonly Fact[];
  readonly levels: Levels;
  /** By level id. */
  readonly labels: ReadonlyMap<string, string>;
}

/** @param stamps read before the other facts, and so never newer than they are */
async function readFacts(
  context: MirrorContext,
  pageIds: readonly string[],
  stamps: readonly StoredStamp[],
  {
    asksForSpaces = false,
    sync: known,
  }: Partial<Pick<MirrorOptions, 'asksForSpaces'>> & { readonly sync?: LabelSync } = {},
): Promise<Facts> {
  const { storage, installationId } = context;
  const [rows, levels, sync] = await awaitAll([
    readPageLevels(storage, pageIds),
    readLevels(storage, installationId),
    known ?? readLabelSync(storage),
  ] as const);
  const labels = labelsOfLevels(levels, sync);
  const all = pageIds.map((pageId, index) => ({
    pageId,
    stored: stamps[index] ?? parseStamp({ revision: 'absent', value: undefined }),
    row: rows.get(pageId) ?? 'unreadable',
  }));
  const unknown = all.filter(
    ({ stored, row }) =>
      row !== 'unreadable' && row.record === undefined && (asksForSpaces || stored.stamp?.spaceId === undefined),
  );
  const seen = await readPagesAsApp(
    context.confluence,
    unknown.map(({ pageId }) => pageId),
  );
  const facts = all.map(({ pageId, stored, row }): Fact => {
    const known = { pageId, stored, ...ofContent(stored.stamp?.contentType) };
    if (row === 'unreadable') return { ...known, page: row };
    const isAsked = unknown.some((one) => one.pageId === pageId);
    const observed = seen.get(pageId);
    if (isAsked && observed?.kind !== 'page') return { ...known, page: 'unreachable' };
    const seenPage = observed?.kind === 'page' ? observed.page : undefined;
    const ofType = ofContent(seenPage?.contentType ?? row.contentType ?? known.contentType);
    const spaceId = seenPage?.spaceId ?? row.record?.spaceId ?? stored.stamp?.spaceId;
    const wanted = levelProperty({ pageId, ...ofType, stored: row, spaceId }, levels, context.key);
    const label = labelOfPage({ levelId: row.record?.levelId, spaceId }, levels, labels);
    return { pageId, stored, ...ofType, page: { wanted, label, spaceId, isClassified: row.record !== undefined } };
  });
  return { facts, levels, labels };
}

type Mirrored =
  /** The property was current when it was last written or compared. */
  | { readonly kind: 'current'; readonly pageId: string; readonly page: Fact['page']; readonly stored: StoredStamp }
  | ({ readonly kind: 'verified' | 'written' | 'unreachable'; readonly page: Fact['page'] } & Written);

/** `error`: the label could not be written. The property was. */
type Labeled = Mirrored & { readonly error?: Error };
type Failed = Pick<Written, 'pageId'> & { readonly kind: 'failed'; readonly error: Error };

interface Written {
  readonly pageId: string;
  readonly stored: StoredStamp;
  readonly stamp: Stamp;
  readonly now: Date;
}

async function mirrorPage(context: MirrorContext, first: Fact, verify: boolean): Promise<Mirrored> {
  const { pageId } = first;
  const { stamp } = first.stored;
  if (typeof first.page === 'object' && !verify) {
    const { wanted } = first.page;
    if (stamp?.hash === hashOf(wanted)) return { kind: 'current', ...first };
    const written = await writeProperty(context.confluence, first, wanted, stamp?.property);
    if (typeof written === 'object') return done(context, first, 'written', written);
  }
  let fact = first;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (fact.page === 'unreadable') throw new CorruptRecordError('page-level', pageId);
    if (fact.page === 'unreachable') return done(context, fact, 'unreachable', undefined);
    const found = await readProperty(context.confluence, fact);
    if (found === 'unreachable') return done(context, fact, found, undefined);
    if (found !== 'missing' && isCurrent(found, fact.page.wanted)) return done(context, fact, 'verified', found);
    // The facts must be newer than the property, or an older level could overwrite a newer one.
    const { revision } = fact.stored;
    const stamps = await readStamps(context.storage, [pageId]);
    [fact = first] = (await readFacts(context, [pageId], stamps)).facts;
    // Another consumer has written the page since, so the property that was read says nothing about its author.
    if (typeof fact.page !== 'object' || fact.stored.revision !== revision) continue;
    if (found !== 'missing' && isCurrent(found, fact.page.wanted)) return done(context, fact, 'verified', found);
    const audited = await recordRepair(context, fact, found);
    if (audited === 'conflict') continue;
    fact = audited;
    const written = await writeProperty(
      context.confluence,
      fact,
      audited.page.wanted,
      found === 'missing' ? undefined : found,
    );
    if (typeof written === 'object') return done(context, fact, 'written', written);
    if (written === 'refused') return done(context, fact, 'unreachable', undefined);
  }
  throw new HostError('failure', 'other writes of the property came first at every attempt');
}

function isCurrent({ value }: ReadProperty, wanted: LevelProperty): boolean {
  return compareMirror(value, wanted) === 'current';
}

function done(
  { clock }: MirrorContext,
  { pageId, stored, page, contentType }: Fact,
  kind: 'verified' | 'written' | 'unreachable',
  property: PropertyVersion | undefined,
): Mirrored {
  const { stamp } = stored;
  const isKnown = typeof page === 'object';
  const kept = property ?? stamp?.property;
  const next: Stamp = {
    ...(kind === 'unreachable' || !isKnown ? {} : { hash: hashOf(page.wanted) }),
    ...(kept === undefined ? {} : { property: { id: kept.id, version: kept.version } }),
    pageRev: isKnown ? page.wanted.rev : (stamp?.pageRev ?? 0),
    isClassified: isKnown && page.isClassified,
    ...ofContent(contentType),
    ...definedOf({ repairedAt: stamp?.repairedAt, label: stamp?.label }),
    spaceId: isKnown ? page.spaceId : stamp?.spaceId,
  };
  return { kind, pageId, page, stored, stamp: next, now: clock() };
}

interface Labeling extends Pick<MirrorOptions, 'verify'> {
  /** The pages without a level that have a label of one. */
  readonly others: ReadonlySet<string>;
  readonly ofLevels: readonly string[];
}

/** Pages without a level that another author may have labeled. Other pages need no search. */
async function findOthers(
  { confluence, log, requestId }: MirrorContext,
  facts: readonly Fact[],
  ofLevels: readonly string[],
): Promise<ReadonlySet<string>> {
  const without = facts.filter(({ page }) => typeof page === 'object' && page.label === undefined);
  try {
    return await findLabeled(
      confluence,
      without.map(({ pageId }) => pageId),
      ofLevels,
    );
  } catch (error) {
    // The daily check searches again.
    if (!(error instanceof HostError)) throw error;
    log('mirror.labels-not-found', { requestId, pages: without.length });
    return new Set();
  }
}

/**
 * Writes the label of a page after its property. A failure leaves the property as it is, and the page is tried again. The level is read
 * again after each write, so that of two writes at once the later level remains.
 */
async function followLabel(context: MirrorContext, mirrored: Mirrored, labeling: Labeling): Promise<Labeled> {
  const { pageId, stored } = mirrored;
  const before = mirrored.kind === 'current' ? stored.stamp : mirrored.stamp;
  if (mirrored.kind === 'unreachable' || before === undefined) return mirrored;
  let { page } = mirrored;
  let label = before.label;
  let ofLevels = labeling.ofLevels;
  let hasOthers = labeling.others.has(pageId);
  let mustWrite = labeling.verify;
  const written = (): Labeled =>
    label === before.label
      ? mirrored
      : { ...mirrored, kind: 'written', stamp: stampWith(before, label), now: context.clock() };
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (typeof page !== 'object') break;
      const wanted = page.label;
      if (wanted === label && !hasOthers && (!mustWrite || wanted === undefined)) break;
      const left = await writeLabel(context.confluence, { pageId, known: label, hasOthers }, wanted, ofLevels);
      // Refused. Another attempt would be, too.
      if (left !== wanted) break;
      label = left;
      [mustWrite, hasOthers] = [false, false];
      const read = await readFacts(context, [pageId], [{ ...stored, stamp: before }]);
      page = read.facts[0]?.page ?? page;
      ofLevels = [...read.labels.values()];
    }
    return written();
  } catch (error) {
    return { ...written(), error: toError(error) };
  }
}

function stampWith({ label: _before, ...stamp }: Stamp, label: string | undefined): Stamp {
  return { ...stamp, ...definedOf({ label }) };
}

type KnownFact = Fact & { readonly page: Exclude<Fact['page'], string> };

/**
 * Records that another author altered the property, before it is repaired. At most once an hour a page.
 * @returns the fact with the new stamp, or `conflict`: another consumer handles the page
 */
async function recordRepair(
  { storage, clock, random, requestId, key }: MirrorContext,
  { pageId, stored, page, contentType }: Fact,
  found: ReadProperty | 'missing',
): Promise<KnownFact | 'conflict'> {
  if (typeof page !== 'object') return 'conflict';
  const now = clock();
  const { stamp } = stored;
  const isRecent = stamp?.repairedAt !== undefined && now.getTime() - Date.parse(stamp.repairedAt) < REPAIR_AUDIT_MS;
  const reason = reasonOfRepair(stamp, found, pageId, key);
  const known = { pageId, page, ...ofContent(contentType) };
  if (reason === undefined || isRecent) return { ...known, stored };
  const next: Stamp = {
    pageRev: 0,
    isClassified: page.isClassified,
    ...ofContent(contentType),
    spaceId: page.spaceId,
    ...stamp,
    repairedAt: now.toISOString(),
  };
  const write = stampWrite(pageId, stored, next, now);
  const audit = auditRow({
    id: random.uuid(),
    type: 'page.mirror.repaired',
    time: now,
    subject: `page:${pageId}`,
    actor: APP_ACTOR,
    requestId,
    justification: reason,
  });
  if ((await commitAudited(storage, [write], [audit])) === 'conflict') return 'conflict';
  return { ...known, stored: parseStamp({ revision: Number(write.value['rev']), value: write.value }) };
}

/** @returns undefined if the app wrote the property itself, or it came with a copied page */
function reasonOfRepair(
  stamp: Stamp | undefined,
  found: ReadProperty | 'missing',
  pageId: string,
  key: MirrorKey,
): string | undefined {
  const isKnown = stamp?.hash !== undefined;
  if (found === 'missing') return isKnown ? 'The property was deleted.' : undefined;
  const value = readFlatValue(found.value);
  if (value === undefined) return 'The value is not from the app.';
  if (isKnown && hashOf(value) === stamp.hash) return undefined;
  switch (authorOf(value, pageId, key)) {
    case 'other':
      return 'The value is not from the app.';
    case 'app-for-other-page':
      return isKnown ? 'The value belongs to another page.' : undefined;
    case 'app':
      // A newer value is from a write whose reply was lost.
      return isKnown && Number(value['rev']) < stamp.pageRev ? 'The value is an older one of the page.' : undefined;
  }
}

/**
 * A stamp of a newer version of the property stays. If another consumer wrote its first property at the same time, the page
 * may have two, and becomes overdue: the sweep compares it, which leaves one. @throws StorageUnavailableError
 */
async function saveStamps({ storage }: MirrorContext, written: readonly Written[]): Promise<void> {
  const writes = written.map(({ pageId, stored, stamp, now }) =>
    stampWrite(pageId, stored, stamp, now, { isFirst: true }),
  );
  if (writes.length === 0 || (await storage.commit(writes, [])) === 'committed') return;
  const current = await readStamps(
    storage,
    written.map(({ pageId }) => pageId),
  );
  await awaitAll(
    written.map(async ({ pageId, stamp, now }, index) => {
      const stored = current[index];
      if (stored === undefined || versionOf(stored.stamp) > versionOf(stamp)) return;
      const other = stored.stamp?.property?.id;
      const hasTwo = other !== undefined && stamp.property !== undefined && other !== stamp.property.id;
      await storage.commit([stampWrite(pageId, stored, stamp, hasTwo ? overdueAt(now) : now)], []);
    }),
  );
}

function versionOf(stamp: Stamp | undefined): number {
  return stamp?.property?.version ?? 0;
}

/** Best effort, because the event of the pages is retried too. */
async function markOverdue(
  { storage, clock, log, requestId }: MirrorContext,
  pageIds: readonly string[],
): Promise<void> {
  try {
    const checkedAt = overdueAt(clock());
    const [stamps, rows] = await awaitAll([readStamps(storage, pageIds), readPageLevels(storage, pageIds)]);
    const writes = pageIds.map((pageId, index) => {
      const stored = stamps[index] ?? parseStamp({ revision: 'absent', value: undefined });
      const row = rows.get(pageId);
      const record = row === undefined || row === 'unreadable' ? undefined : row.record;
      const ofType = ofContent(record?.contentType);
      const unknown = { pageRev: 0, isClassified: record !== undefined, ...ofType, spaceId: record?.spaceId };
      return stampWrite(pageId, stored, stored.stamp ?? unknown, checkedAt);
    });
    // One by one, because another consumer may have written some of the pages.
    await awaitAll(writes.map((write) => storage.commit([write], [])));
  } catch {
    log('mirror.not-overdue', { requestId, pages: pageIds.length });
  }
}
