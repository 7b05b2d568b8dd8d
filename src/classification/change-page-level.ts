import { decide, type Denial, type KeyRights, type TargetLevel } from '../access/decide';
import type { Scope } from '../access/scope';
import { type AuditType, auditRow } from '../audit/event';
import type { ApiKey } from '../keys/model';
import type { Random } from '../platform/random';
import type { Row, Storage } from '../platform/storage';
import { together } from '../platform/together';
import { findLevel, type Levels } from './level-store';
import type { Method, PageLevelRecord } from './model';
import type { Page } from './page-lookup';
import {
  commitLevelChange,
  type LevelChange,
  type LevelOfPage,
  NO_PAGE_LEVEL_ROW,
  parsePageLevel,
  readPageLevelRow,
  recordAfter,
  type StoredPageLevel,
  wasCommitted,
} from './page-level-store';

/**
 * Gives a page a level, or takes it away, through an API key: what every way of doing that goes through. It decides on
 * facts, writes only if they still hold, and decides anew where they do not.
 */

export interface PageLevelChange {
  readonly pageId: string;
  readonly level: LevelOfPage | 'none';
  readonly required: Scope;
  readonly method: Method;
  /** What must be true of the page's level now. Undefined = whatever it is. */
  readonly precondition?: (current: PageLevelRecord | undefined) => boolean;
}

/** What the change works with. Where it was asked for is the door's business. */
export interface ChangeContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
  readonly requestId: string;
  readonly levels: Levels;
  /** The key as it was read first. */
  readonly key: ApiKey;
  readonly rightsOf: (key: ApiKey) => KeyRights;
  /** The page as the key's creator sees it at this moment. May throw whatever ends the request. */
  readonly readPage: () => Promise<Page | 'hidden'>;
  /** Verifies the key again, from a row that was read anew. Throws where it is no longer good. */
  readonly verifyAgain: (row: Row) => ApiKey;
}

export type ChangeOutcome =
  | {
      readonly outcome: 'changed' | 'unchanged';
      readonly page: Page;
      /** The level that the page has now. */
      readonly record: PageLevelRecord | undefined;
    }
  | { readonly outcome: 'denied'; readonly denial: Denial }
  | { readonly outcome: 'precondition-failed'; readonly record: PageLevelRecord | undefined }
  /** Others were faster every time. Nothing was written. */
  | { readonly outcome: 'contended' };

/** How often a lost race is decided anew. */
const MAX_ATTEMPTS = 3;

/** Everything that a decision rests on and that others may change meanwhile. */
interface Facts {
  readonly key: ApiKey;
  readonly row: Row;
  readonly page: Page | 'hidden';
}

/** @throws StorageUnavailableError, HostError, CorruptRecordError, and what the context throws */
export async function changePageLevel(context: ChangeContext, wanted: PageLevelChange): Promise<ChangeOutcome> {
  // One id for all attempts, so that an attempt that did take place, though it looked lost, is recognised.
  const changeId = context.random.uuid();
  const [row, page] = await together([readPageLevelRow(context.storage, wanted.pageId), context.readPage()]);
  let facts: Facts = { key: context.key, row, page };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { page, key } = facts;
    const pageLevel = levelOfSeen(page, wanted.pageId, facts.row);
    const current = pageLevel.record;
    const decision = decide({
      required: wanted.required,
      key: context.rightsOf(key),
      page: page === 'hidden' ? page : { spaceId: page.spaceId, mayUpdate: page.mayUpdate },
      currentLevelId: current?.levelId ?? null,
      target: wanted.level === 'none' ? 'none' : targetOf(wanted.level, context.levels),
    });
    if (!decision.allow) return { outcome: 'denied', denial: decision.problem };
    if (page === 'hidden') return { outcome: 'denied', denial: 'PAGE_NOT_FOUND' };
    if (wanted.precondition?.(current) === false) return { outcome: 'precondition-failed', record: current };
    if (isSameLevel(current, wanted.level)) return { outcome: 'unchanged', page, record: current };

    const change = changeTo(context, wanted, facts.key, page, pageLevel, changeId);
    const done: ChangeOutcome = { outcome: 'changed', page, record: recordAfter(change) };
    if ((await commit(context, change, key)) === 'committed') return done;
    const again = await readAgain(context, wanted.pageId, changeId);
    if (again === 'committed') return done;
    facts = await withRowToExpect(context, wanted.pageId, facts, again);
  }
  return { outcome: 'contended' };
}

/** What is stored of a page. Of a hidden one nothing is looked at, so that nothing about it can show. */
export function levelOfSeen(page: Page | 'hidden', pageId: string, row: Row): StoredPageLevel {
  return parsePageLevel(pageId, page === 'hidden' ? NO_PAGE_LEVEL_ROW : row);
}

function targetOf({ levelId, subLevelId }: LevelOfPage, levels: Levels): TargetLevel {
  const level = findLevel(levels, levelId);
  return {
    levelId,
    levelStatus: level?.status ?? 'unknown',
    subLevelBelongs:
      subLevelId === undefined ||
      (level?.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED') ?? false),
  };
}

function isSameLevel(current: PageLevelRecord | undefined, wanted: LevelOfPage | 'none'): boolean {
  if (wanted === 'none') return current === undefined;
  return current?.levelId === wanted.levelId && current.subLevelId === wanted.subLevelId;
}

function changeTo(
  { now }: ChangeContext,
  { pageId, level, method }: PageLevelChange,
  key: ApiKey,
  page: Page,
  previous: StoredPageLevel,
  changeId: string,
): LevelChange {
  return {
    pageId,
    previous,
    level,
    next: {
      changeId,
      spaceId: page.spaceId,
      classifierId: key.record.createdBy,
      classificationDate: laterThan(previous.changedAt, now),
      method,
      apiKeyId: key.keyId,
      pageVersion: page.version,
    },
  };
}

/** The changes of a page follow one another in time as they do in revision, whatever the clocks of two writers say. */
function laterThan(previous: string | undefined, now: Date): string {
  return new Date(previous === undefined ? now : Math.max(now.getTime(), Date.parse(previous) + 1)).toISOString();
}

function commit(
  { storage, random, now, requestId }: ChangeContext,
  change: LevelChange,
  { keyId, record }: ApiKey,
): Promise<'committed' | 'conflict'> {
  const before = change.previous.record;
  const type: AuditType = change.level === 'none' ? 'page.level.cleared' : 'page.level.set';
  const audit = auditRow({
    id: random.uuid(),
    type,
    time: now,
    subject: `page:${change.pageId}`,
    actor: { type: 'apikey', accountId: record.createdBy, keyId, keyName: record.name },
    requestId,
    ...(before === undefined ? {} : { before: levelIn(before) }),
    ...(change.level === 'none' ? {} : { after: levelIn(change.level) }),
  });
  return commitLevelChange(storage, change, audit, { entity: 'api-key', key: keyId, expected: record.rev });
}

function levelIn({ levelId, subLevelId }: LevelOfPage): Record<string, string> {
  return { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
}

/** After a lost race: everything once more. */
async function readAgain(context: ChangeContext, pageId: string, changeId: string): Promise<Facts | 'committed'> {
  const { storage } = context;
  const [keyRow, row, committed, page] = await together([
    storage.read('api-key', context.key.keyId),
    readPageLevelRow(storage, pageId),
    wasCommitted(storage, changeId),
    context.readPage(),
  ]);
  if (committed) return 'committed';
  return { key: context.verifyAgain(keyRow), row, page };
}

/** Where the condition "there is no row" failed although there is none, puts a row there that a condition can hold on to. */
async function withRowToExpect(
  { storage }: ChangeContext,
  pageId: string,
  before: Facts,
  again: Facts,
): Promise<Facts> {
  const isUnexplained =
    before.row.revision === 'absent' &&
    again.row.revision === 'absent' &&
    before.key.record.rev === again.key.record.rev;
  if (!isUnexplained) return again;
  await storage.placehold('page-level', pageId);
  return { ...again, row: await readPageLevelRow(storage, pageId) };
}
