import { decide, type Denial, type KeyRights, type VisiblePage, type TargetLevel } from '../access/decide';
import { includesScope, type Scope } from '../access/scope';
import { type AuditDetails, auditDetails } from '../audit/details';
import { actorOf, APP_ACTOR, type AuditActor, type AuditType, auditRow } from '../audit/event';
import { unchangedKey } from '../keys/key-lanes';
import type { ApiKey } from '../keys/model';
import { type Clock, timeAfter } from '../platform/clock';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { ABSENT_ROW, type Row, type RowCheck, type RowWrite, type Storage } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import type { LevelFloor, ReadFloor } from './level-floor';
import type { LevelChangeEntry } from './level-history';
import { ofContent } from './content-type';
import { findLevel, type Levels } from './level-store';
import type { LevelOfPage, Method, PageLevelRecord, Via } from './model';
import type { Page } from './page-lookup';
import {
  commitLevelChange,
  historyEntry,
  type LevelChange,
  parsePageLevel,
  readPageLevelRow,
  readPageRows,
  recordAfter,
  type StoredPageLevel,
  wasCommitted,
} from './page-level-store';
import { defaultIn, isInScheme, isLowering, isUsableIn, keepsLevel, loweringIn } from './settings';

/**
 * Sets or clears the level of a page. Every change by an API key, by a person in the app, or by the app itself uses
 * this function. It decides on facts, writes only if they are unchanged, and otherwise reads them and decides again.
 */

export interface PageLevelChange {
  readonly pageId: string;
  /** `default`: the default level of the page's space, or no level if the space has no default. */
  readonly level: LevelOfPage | 'none' | 'default';
  /** If the level is set because it is the default, the method is DEFAULT. */
  readonly method: Method;
  readonly via?: Via | undefined;
  /** In the words of the person who requests the change. */
  readonly justification?: string | undefined;
  /**
   * A page keeps its level if it has this level, with or without a sub-level, or a more sensitive one. The outcome is
   * then `unchanged` or `precondition-failed`. Every change of the app itself only raises, unless it follows a person.
   */
  readonly onlyRaise?: boolean;
  /** The condition on the page's current level. Undefined = no condition. */
  readonly precondition?: (current: PageLevelRecord | undefined) => boolean;
  /** Identifies the change if it can be requested again. Default: a new id. */
  readonly changeId?: string;
}

/** The caller's reason to end a change without an effect. */
export interface Stopped {
  readonly stoppedBy: string;
}

/** The author of the change. @typeParam S `Stopped` if verifying the key again may end the change */
export type ChangeActor<S = never> =
  | {
      readonly kind: 'key';
      /** The first reading. */
      readonly key: ApiKey;
      readonly required: Scope;
      readonly rightsOf: (key: ApiKey) => KeyRights;
      /** Verifies the key again, with a row that was read again. Ends the change if the key is no longer valid. */
      readonly reverify: (row: Row) => ApiKey | S;
      readonly readFloor: ReadFloor;
      /** Numbers the changes that one invocation makes at the same time with the key. Omitted: there is only one. */
      readonly lane?: number;
    }
  /** A person in the app, with their own permissions in Confluence and without a key. */
  | { readonly kind: 'person'; readonly accountId: string; readonly readFloor: ReadFloor }
  /**
   * The app itself. It can classify every page that it gets an event for, and never lowers a level. Findings do not
   * prevent it from raising a level, because the page scan sets the level that findings require.
   */
  | {
      readonly kind: 'system';
      readonly reason: string;
      /**
       * The change follows one that a person made in Confluence. It may lower the level, under the rules for people without
       * a justification.
       */
      readonly follows?: { readonly readFloor: ReadFloor };
    };

/**
 * The dependencies of a change. They do not include the entry point that requested it.
 * @typeParam S `Stopped` if reading the page, or verifying the key again, may end the change
 */
export interface ChangeContext<S = never> {
  readonly storage: Storage;
  readonly random: Random;
  readonly clock: Clock;
  readonly requestId: string;
  readonly levels: Levels;
  readonly actor: ChangeActor<S>;
  /**
   * The page as the key's creator, the person, or the app currently sees it. May throw an error that ends the request.
   */
  readonly readPage: () => Promise<Page | 'hidden' | S>;
  /**
   * Requests that the content property of the page follows the change. It runs while the change is committed, and never
   * fails.
   */
  readonly pushMirror: (pageId: string) => void | Promise<void>;
  /**
   * Runs after the change is committed, and never fails. Omitted: pages that are changed together are compared in the
   * background.
   */
  readonly follow?: (done: Extract<ChangeOutcome, { outcome: 'changed' }>) => Promise<void>;
  /** Additional writes, committed with the change and only with it. */
  readonly alongside?: (done: ChangedPage) => readonly RowWrite[];
}

export interface ChangedPage {
  readonly page: Page;
  /** The current level of the page. */
  readonly record: PageLevelRecord | undefined;
}

export type ChangeOutcome =
  | ({
      readonly outcome: 'changed';
      /** The previous level. */
      readonly previous: PageLevelRecord | undefined;
      /** Its entry in the history of the page. */
      readonly entry: LevelChangeEntry;
    } & ChangedPage)
  | ({ readonly outcome: 'unchanged'; readonly previous: PageLevelRecord | undefined } & ChangedPage)
  | {
      readonly outcome: 'denied';
      readonly denial: Denial;
      /** For LEVEL_BELOW_FINDINGS: the level that findings require. */
      readonly floor?: LevelFloor;
    }
  | { readonly outcome: 'precondition-failed'; readonly record: PageLevelRecord | undefined }
  /** Every attempt conflicted with another change. Nothing was written. */
  | { readonly outcome: 'contended' };

/** Everything that a decision depends on and that other requests can change. */
interface Facts {
  readonly actor: ChangeActor<unknown>;
  readonly row: Row;
  /** The page's row of entity `page-scan`; undefined if the decision does not depend on it. */
  readonly scan: Row | undefined;
  readonly page: Page | 'hidden';
}

interface ToCommit {
  readonly outcome: 'to-commit';
  readonly page: Page;
  readonly change: LevelChange;
  readonly now: Date;
}

type Decided = Exclude<ChangeOutcome, { readonly outcome: 'changed' | 'contended' }> | ToCommit;

/**
 * @returns the reason of the context if it ends the change
 * @throws StorageUnavailableError, HostError, CorruptRecordError, and what the context throws
 */
export async function changePageLevel(context: ChangeContext, wanted: PageLevelChange): Promise<ChangeOutcome>;
export async function changePageLevel(
  context: ChangeContext<Stopped>,
  wanted: PageLevelChange,
): Promise<ChangeOutcome | Stopped>;
export async function changePageLevel(
  context: ChangeContext<Stopped>,
  wanted: PageLevelChange,
): Promise<ChangeOutcome | Stopped> {
  // All attempts share one ID, which identifies an attempt that took effect although its reply was lost.
  const { changeId = context.random.uuid() } = wanted;
  const first = await readFacts(context, wanted.pageId);
  if (isStopped(first)) return first;
  let facts = first;
  let isPushed = false;
  const pushOnce = () => {
    if (isPushed) return undefined;
    isPushed = true;
    return context.pushMirror(wanted.pageId);
  };
  const after = await retryOnConflict(async (attempt): Promise<ChangeOutcome | Stopped | 'conflict'> => {
    const decided = await decideAboveFloor(context, facts, { ...wanted, changeId });
    if (decided.outcome !== 'to-commit') return decided;
    const done = doneBy(decided);
    const [committed] = await awaitAll([commit(context, decided, facts, attempt), pushOnce()]);
    if (committed === 'committed') return done;
    const again = await readAgain(context, wanted.pageId, changeId);
    if (again === 'committed') return done;
    if (isStopped(again)) return again;
    facts = await ensureRowExists(context, wanted.pageId, facts, again);
    return 'conflict';
  });
  if (after === 'conflict') return { outcome: 'contended' };
  if ('outcome' in after && after.outcome === 'changed') await context.follow?.(after);
  return after;
}

/**
 * Returns the result that the change would have now; writes nothing.
 * @returns as changePageLevel
 * @throws StorageUnavailableError, HostError, CorruptRecordError, and what the context throws
 */
export async function previewPageLevelChange(context: ChangeContext, wanted: PageLevelChange): Promise<ChangeOutcome>;
export async function previewPageLevelChange(
  context: ChangeContext<Stopped>,
  wanted: PageLevelChange,
): Promise<ChangeOutcome | Stopped>;
export async function previewPageLevelChange(
  context: ChangeContext<Stopped>,
  wanted: PageLevelChange,
): Promise<ChangeOutcome | Stopped> {
  const { changeId = context.random.uuid() } = wanted;
  const facts = await readFacts(context, wanted.pageId);
  if (isStopped(facts)) return facts;
  const decided = await decideAboveFloor(context, facts, { ...wanted, changeId });
  return decided.outcome === 'to-commit' ? doneBy(decided) : decided;
}

function isStopped(value: object | string): value is Stopped {
  return typeof value === 'object' && 'stoppedBy' in value;
}

async function readFacts(context: ChangeContext<Stopped>, pageId: string): Promise<Facts | Stopped> {
  const [rows, page] = await awaitAll([readRows(context, pageId), context.readPage()]);
  if (isStopped(page)) return page;
  return { actor: context.actor, ...rows, page };
}

async function readRows(
  { storage, actor }: ChangeContext<unknown>,
  pageId: string,
): Promise<Pick<Facts, 'row' | 'scan'>> {
  if (floorReaderOf(actor) === undefined) return { row: await readPageLevelRow(storage, pageId), scan: undefined };
  return readPageRows(storage, pageId, 'exact');
}

/** Undefined: findings do not limit the change. */
function floorReaderOf(actor: ChangeActor<unknown>): ReadFloor | undefined {
  return actor.kind === 'system' ? actor.follows?.readFloor : actor.readFloor;
}

/** Decides, including the findings on the page, which are read only if the level would change. */
async function decideAboveFloor(
  context: ChangeContext<unknown>,
  facts: Facts,
  wanted: PageLevelChange & { readonly changeId: string },
): Promise<Decided> {
  const decided = decideChange(context, facts, wanted);
  const { actor, scan } = facts;
  const readFloor = floorReaderOf(actor);
  if (decided.outcome !== 'to-commit' || readFloor === undefined || scan === undefined) return decided;
  const { page, change } = decided;
  const floor = await readFloor({ pageId: wanted.pageId, spaceId: page.spaceId, scan });
  const isBelowFindings = isLowering(context.levels.all, floor?.levelId, change.level);
  if (floor === undefined || !isBelowFindings) return decided;
  const again = decideChange(context, facts, wanted, isBelowFindings);
  return again.outcome === 'denied' ? { ...again, floor: floorFor(actor, floor) } : again;
}

/** A key that cannot read findings gets the level only. */
function floorFor(actor: ChangeActor<unknown>, floor: LevelFloor): LevelFloor {
  return actor.kind === 'key' ? visibleFloor(actor.rightsOf(actor.key), floor) : floor;
}

export function visibleFloor({ scopes }: KeyRights, floor: LevelFloor): LevelFloor {
  return includesScope(scopes, 'detection::read') ? floor : { levelId: floor.levelId };
}

/** The decision, and the change if it is allowed. */
function decideChange(
  context: ChangeContext<unknown>,
  facts: Facts,
  wanted: PageLevelChange & { readonly changeId: string },
  isBelowFindings = false,
): Decided {
  const { page, actor } = facts;
  const previous = levelOfSeen(page, wanted.pageId, facts.row);
  const current = previous.record;
  const level = levelFor(wanted, page, context.levels);
  const wouldKeep = keepsLevel(context.levels.all, current, level);
  const isKept = wouldKeep && (wanted.onlyRaise === true || !mayLower(actor));
  const decision = decideOn(facts, current, level, context.levels, {
    ...wanted,
    lowersNothing: wouldKeep && wanted.onlyRaise === true,
    // A change that follows a person is limited by the space, too.
    isOfSite: !mayLower(actor) || wanted.level === 'default',
    isBelowFindings,
  });
  if (!decision.allow) return { outcome: 'denied', denial: decision.problem };
  if (page === 'hidden') return { outcome: 'denied', denial: 'PAGE_NOT_FOUND' };
  if (wanted.precondition?.(current) === false) return { outcome: 'precondition-failed', record: current };
  if (isSameLevel(current, level)) return { outcome: 'unchanged', page, record: current, previous: current };
  if (isKept) return { outcome: 'precondition-failed', record: current };
  // The timestamp is set at the last moment, because the change feed would skip a change that is committed long after
  // its timestamp.
  const now = context.clock();
  const change = changeTo(now, { ...wanted, level, isDefault: wanted.level === 'default' }, actor, page, previous);
  return { outcome: 'to-commit', page, change, now };
}

function doneBy({ page, change }: ToCommit): ChangeOutcome & ChangedPage {
  const entry = { changeId: change.next.changeId, ...historyEntry(change) };
  return { outcome: 'changed', page, record: recordAfter(change), previous: change.previous.record, entry };
}

/** The stored level of a page. For a hidden page nothing is parsed, so that no answer can reveal anything about it. */
export function levelOfSeen(page: Page | 'hidden', pageId: string, row: Row): StoredPageLevel {
  return parsePageLevel(pageId, page === 'hidden' ? ABSENT_ROW : row);
}

function levelFor({ level }: PageLevelChange, page: Page | 'hidden', levels: Levels): LevelOfPage | 'none' {
  if (level !== 'default') return level;
  return page === 'hidden' ? 'none' : defaultIn(levels, page.spaceId);
}

/** For authors without a key. Only Confluence and the rules of the site limit them. */
export const WITHOUT_KEY: KeyRights = {
  scopes: { classification: 'write', detection: 'none' },
  levelLimit: [],
  spaceLimit: [],
};

function decideOn(
  { actor, page }: Facts,
  current: PageLevelRecord | undefined,
  level: LevelOfPage | 'none',
  levels: Levels,
  {
    justification,
    isOfSite,
    isBelowFindings,
    lowersNothing,
  }: Pick<PageLevelChange, 'justification'> & {
    /** The site requires the level, because of its findings, as the default, or for a copy. */
    readonly isOfSite: boolean;
    readonly isBelowFindings: boolean;
    /** The page keeps its level, so no rule for lowering applies. */
    readonly lowersNothing: boolean;
  },
) {
  const isSystem = actor.kind === 'system';
  const visible: VisiblePage = page === 'hidden' ? page : { ...page, mayUpdate: isSystem || page.mayUpdate };
  const ofSpace = loweringIn(levels.settings, page === 'hidden' ? undefined : page.spaceId);
  const rule = mayLower(actor) ? ofSpace : 'forbidden';
  return decide({
    required: actor.kind === 'key' ? actor.required : 'classification::write',
    key: actor.kind === 'key' ? actor.rightsOf(actor.key) : WITHOUT_KEY,
    page: visible,
    currentLevelId: current?.levelId ?? null,
    target: level === 'none' ? level : targetOf(level, page, levels, isOfSite),
    ...(!lowersNothing &&
      isLowering(levels.all, current?.levelId, level) && {
        lowering: { rule, isJustified: justification !== undefined },
      }),
    isBelowFindings,
  });
}

/** The app itself lowers a level only where it follows a person. */
function mayLower(actor: ChangeActor<unknown>): boolean {
  return actor.kind !== 'system' || actor.follows !== undefined;
}

/** Only the site limits a level that the site requires. `usableFor` prefers a level that the space may use. */
function targetOf(
  { levelId, subLevelId }: LevelOfPage,
  page: Page | 'hidden',
  levels: Levels,
  isOfSite: boolean,
): TargetLevel {
  const level = findLevel(levels, levelId);
  return {
    levelId,
    levelStatus: level?.status ?? 'unknown',
    subLevelBelongs:
      subLevelId === undefined ||
      (level?.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED') ?? false),
    isInScheme:
      page !== 'hidden' &&
      (isOfSite ? isInScheme(levels.settings, page.spaceId, levelId) : isUsableIn(levels, page.spaceId, levelId)),
  };
}

export function isSameLevel(current: LevelOfPage | undefined, wanted: LevelOfPage | 'none'): boolean {
  if (wanted === 'none') return current === undefined;
  return current?.levelId === wanted.levelId && current.subLevelId === wanted.subLevelId;
}

interface DecidedChange extends PageLevelChange {
  readonly level: LevelOfPage | 'none';
  readonly changeId: string;
  readonly isDefault: boolean;
}

function changeTo(
  now: Date,
  { pageId, level, method, via, isDefault, justification, changeId }: DecidedChange,
  actor: ChangeActor<unknown>,
  page: Page,
  previous: StoredPageLevel,
): LevelChange {
  return {
    pageId,
    previous,
    level,
    justification: actor.kind === 'system' ? actor.reason : justification,
    via,
    next: {
      changeId,
      ...ofContent(page.contentType),
      spaceId: page.spaceId,
      classifierId: auditActorOf(actor).accountId,
      classificationDate: timeAfter(previous.changedAt, now),
      method: isDefault && level !== 'none' ? 'DEFAULT' : method,
      ...(actor.kind === 'key' ? { apiKeyId: actor.key.keyId } : {}),
      pageVersion: page.version,
    },
  };
}

async function commit(
  { storage, random, requestId, alongside }: ChangeContext<unknown>,
  decided: ToCommit,
  { actor, scan }: Facts,
  attempt: number,
): Promise<'committed' | 'conflict'> {
  const { now, change } = decided;
  const before = change.previous.record;
  const type: AuditType = change.level === 'none' ? 'page.level.cleared' : 'page.level.set';
  const audit = auditRow({
    id: random.uuid(),
    type,
    time: now,
    subject: `page:${change.pageId}`,
    actor: auditActorOf(actor),
    requestId,
    before: before && levelDetails(before),
    after: change.level === 'none' ? undefined : levelDetails(change.level),
    justification: change.justification,
    how: change.via ?? change.next.method,
  });
  const stillValid: RowCheck[] = [];
  if (actor.kind === 'key') {
    stillValid.push(await unchangedKey({ storage, random }, actor.key, attempt, actor.lane));
  }
  if (scan !== undefined) stillValid.push({ entity: 'page-scan', key: change.pageId, expected: scan.revision });
  return commitLevelChange(storage, change, audit, stillValid, alongside?.(doneBy(decided)));
}

function auditActorOf(actor: ChangeActor<unknown>): AuditActor {
  switch (actor.kind) {
    case 'system':
      return APP_ACTOR;
    case 'person':
      return actorOf(actor);
    case 'key':
      return actorOf(actor.key);
  }
}

export function levelDetails({ levelId, subLevelId }: LevelOfPage): AuditDetails {
  return auditDetails({ levelId, subLevelId });
}

/** Reads everything again after a conflict. */
async function readAgain(
  context: ChangeContext<Stopped>,
  pageId: string,
  changeId: string,
): Promise<Facts | Stopped | 'committed'> {
  const { storage, actor } = context;
  const [keyRow, rows, committed, page] = await awaitAll([
    actor.kind === 'key' ? storage.read('api-key', actor.key.keyId) : undefined,
    readRows(context, pageId),
    wasCommitted(storage, changeId),
    context.readPage(),
  ]);
  if (committed) return 'committed';
  if (isStopped(page)) return page;
  if (actor.kind !== 'key' || keyRow === undefined) return { actor, ...rows, page };
  const key = actor.reverify(keyRow);
  return isStopped(key) ? key : { actor: { ...actor, key }, ...rows, page };
}

/** If the condition "there is no row" failed although there is no row, creates a row that a condition can refer to. */
async function ensureRowExists(
  context: ChangeContext<unknown>,
  pageId: string,
  before: Facts,
  again: Facts,
): Promise<Facts> {
  const isSame = (row: Row | undefined, now: Row | undefined) => row?.revision === now?.revision;
  const isExplained =
    !isSame(before.row, again.row) ||
    !isSame(before.scan, again.scan) ||
    revisionOf(before.actor) !== revisionOf(again.actor);
  const absent = [
    ...(again.row.revision === 'absent' ? ['page-level' as const] : []),
    ...(again.scan?.revision === 'absent' ? ['page-scan' as const] : []),
  ];
  if (isExplained || absent.length === 0) return again;
  await awaitAll(absent.map((entity) => context.storage.placehold(entity, pageId)));
  return { ...again, ...(await readRows(context, pageId)) };
}

function revisionOf(actor: ChangeActor<unknown>): number | undefined {
  return actor.kind === 'key' ? actor.key.record.rev : undefined;
}
