import { auditDetails } from '../audit/details';
import { commitAudited } from '../audit/commit-audited';
import { actorOf, type AuditEvent, auditRow, SYSTEM } from '../audit/event';
import { readAnswers, recordAnswer } from '../capabilities/answers';
import { changePageLevel } from '../classification/change-page-level';
import { isListed } from '../classification/content-type';
import type { ReadFloor } from '../classification/level-floor';
import type { Levels } from '../classification/level-store';
import { readPageAsApp } from '../classification/page-as-app';
import { parsePageLevel, type StoredPageLevel } from '../classification/page-level-store';
import { readCreator } from '../keys/creator';
import { awaitAll } from '../platform/await-all';
import { type Actor, APP, ImpersonationRefusedError } from '../platform/confluence';
import type { Context } from '../platform/context';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { ABSENT_ROW, nextRevision, type RowWrite } from '../platform/storage';
import type { Commit } from '../platform/stored-rows';
import { type Decision, decideOnPage, restoredFor } from './decide';
import {
  type PageFacts,
  pageFactsName,
  type PageState,
  parsePageFacts,
  savePageFacts,
  type StoredPageFacts,
} from './model';
import { readNativeLevel, writeNativeLevel } from './native-level-calls';

/**
 * Compares the level of a page with its level in Confluence's own classification, and changes the side that must
 * follow. Running it again, also concurrently, is harmless, because every write depends on the row that was read and
 * the next comparison finds a lost or late write.
 */

export interface CompareContext extends Pick<Context, 'storage' | 'confluence' | 'clock' | 'random' | 'requestId'> {
  readonly levels: Levels;
  readonly readFloor: ReadFloor;
  /** As in ChangeContext. */
  readonly pushMirror: (pageId: string) => void;
}

/** The page as it was read. */
interface Compared {
  readonly pageId: string;
  readonly stored: StoredPageFacts;
  readonly own: StoredPageLevel;
  readonly nativeId: string | undefined;
}

/**
 * @returns `contended`: others changed the page at every attempt
 * @throws StorageUnavailableError, HostError, CorruptRecordError: compare the page again
 */
export async function comparePage(context: CompareContext, pageId: string): Promise<PageState | 'contended'> {
  const outcome = await retryOnConflict(async () => compareOnce(context, await readPage(context, pageId)));
  return outcome === 'conflict' ? 'contended' : outcome;
}

async function readPage({ storage, confluence }: CompareContext, pageId: string): Promise<Compared> {
  const [[facts = ABSENT_ROW, level = ABSENT_ROW], nativeId] = await awaitAll([
    storage.readMany([pageFactsName(pageId), { entity: 'page-level', key: pageId }], 'exact'),
    readNativeLevel(confluence, pageId),
  ] as const);
  return { pageId, stored: parsePageFacts(facts), own: parsePageLevel(pageId, level), nativeId };
}

async function compareOnce(
  context: CompareContext,
  page: Compared,
  isRefused: boolean | 'by-space' = false,
): Promise<PageState | 'conflict'> {
  const { levels, clock } = context;
  const { own, nativeId, stored } = page;
  // Only the levels of pages are kept the same.
  if (!isListed(own)) return 'same';
  const { changeId, classifierId = SYSTEM } = own.lastChange ?? {};
  const changedByPersonAt = classifierId === SYSTEM ? undefined : own.changedAt;
  const both = { own: { levelId: own.record?.levelId, changeId, changedByPersonAt }, nativeId };
  const decision = decideOnPage(levels, both, stored.facts, clock(), isRefused);
  switch (decision.do) {
    case 'nothing':
      return save(context, page, decision.state, { isSettled: decision.isSettled });
    case 'set-own':
      return setOwn(context, page, decision.levelId);
    case 'set-native':
      return setNative(context, page, decision);
  }
}

async function setOwn(context: CompareContext, page: Compared, levelId: string): Promise<PageState | 'conflict'> {
  const { confluence, readFloor } = context;
  const done = await changePageLevel(
    {
      ...context,
      actor: { kind: 'system', reason: REASON, follows: { readFloor } },
      readPage: async () => {
        const seen = await readPageAsApp(confluence, page.pageId);
        return seen.kind === 'page' ? seen.page : 'hidden';
      },
    },
    {
      pageId: page.pageId,
      level: { levelId },
      method: 'NATIVE',
      precondition: (current) => current?.changeId === page.own.record?.changeId,
    },
  );
  switch (done.outcome) {
    case 'changed':
      return save(context, page, 'same', { changeId: done.entry.changeId });
    case 'unchanged':
    case 'precondition-failed':
    case 'contended':
      return 'conflict';
    case 'denied':
      // The level of the app stays. Confluence gets it if it is the more sensitive one, or once if the space allows no other one.
      return compareOnce(context, page, done.denial === 'LEVEL_NOT_IN_SPACE_SCHEME' ? 'by-space' : true);
  }
}

const REASON = "The page has this level in Confluence's own classification.";

async function setNative(
  context: CompareContext,
  page: Compared,
  { nativeId, isRestored }: Extract<Decision, { do: 'set-native' }>,
): Promise<PageState | 'conflict'> {
  const { storage, clock } = context;
  const { classifierId = SYSTEM, changeId } = page.own.lastChange ?? {};
  const actor: Actor = classifierId === SYSTEM ? APP : { kind: 'person', accountId: classifierId };
  const answer = actor.kind === 'person' ? (await readAnswers(storage)).get(PROBE) : undefined;
  const mustWait = answer?.state === 'fails' && clock().getTime() - Date.parse(answer.at) < TRIED_AGAIN_AFTER_MS;
  if (mustWait) return save(context, page, 'waiting', { isSettled: false });
  // Stored before the write, so that a write that arrives late is never taken for a change that a person made.
  const written = { ...(nativeId && { nativeId }), ...(changeId && { changeId }), at: clock().toISOString() };
  const intended: PageFacts = {
    state: 'later',
    ...kept(page.stored.facts),
    written,
    ...(isRestored && { restored: restoredFor(changeId) }),
  };
  if ((await store(context, page, intended)) === 'conflict') return 'conflict';
  const noted: Compared = { ...page, stored: { revision: nextRevision(page.stored.revision), facts: intended } };
  const outcome = await write(context, actor, page.pageId, nativeId);
  if (outcome === 'waiting') return save(context, noted, outcome, { isSettled: false });
  if (answer?.state === 'fails') await recordAnswer(storage, PROBE, 'works', clock());
  if (outcome !== 'written') return saveRefusal(context, noted, { nativeId, status: outcome, changeId, classifierId });
  const [{ value, revision } = ABSENT_ROW] = await storage.readMany([{ entity: 'page-level', key: page.pageId }]);
  const now = parsePageLevel(page.pageId, { value, revision });
  // The level has changed during the write, so the comparison starts again.
  if (now.lastChange?.changeId !== changeId) return 'conflict';
  return save(context, { ...noted, nativeId }, nativeId === undefined ? 'none' : 'same', {});
}

const PROBE = 'act-as-person.consumer';
/** The platform may allow it without a new site check. */
const TRIED_AGAIN_AFTER_MS = 86_400_000;

/** @returns the status of a refusal; 401: the person is no longer active */
async function write(
  { confluence, storage, clock }: CompareContext,
  actor: Actor,
  pageId: string,
  nativeId: string | undefined,
): Promise<'written' | 'waiting' | number> {
  try {
    return await writeNativeLevel(confluence, actor, pageId, nativeId);
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError) || actor.kind !== 'person') throw error;
    const { mayUseConfluence } = await readCreator(confluence, actor.accountId);
    if (!mayUseConfluence) return 401;
    await recordAnswer(storage, PROBE, 'fails', clock());
    return 'waiting';
  }
}

interface Refusal {
  readonly nativeId: string | undefined;
  readonly status: number;
  readonly changeId: string | undefined;
  /** The person in whose name the level was written, or SYSTEM. */
  readonly classifierId: string;
}

async function saveRefusal(
  context: CompareContext,
  page: Compared,
  { nativeId, status, changeId, classifierId }: Refusal,
): Promise<PageState | 'conflict'> {
  const { storage, random, clock, requestId } = context;
  const facts = settled(page, 'refused', changeId, clock());
  const actor = actorOf({ createdBy: classifierId });
  const event = { id: random.uuid(), time: clock(), requestId, actor };
  const audit = refusalRow(event, { pageId: page.pageId, nativeId, status });
  const commit = (row: RowWrite) => commitAudited(storage, [row], [audit]);
  const refused = { ...facts, ...(changeId && { refused: changeId }) };
  return (await store(context, page, refused, commit)) === 'committed' ? 'refused' : 'conflict';
}

/** @param event its id, time, request and actor */
export function refusalRow(
  event: Pick<AuditEvent, 'id' | 'time' | 'requestId' | 'actor'>,
  { pageId, nativeId, status }: Pick<Refusal, 'nativeId' | 'status'> & { readonly pageId: string },
): RowWrite {
  return auditRow({
    ...event,
    type: 'native-level.refused',
    subject: `page:${pageId}`,
    after: auditDetails({ nativeId, status }),
    justification: "Confluence refused the level of the page in its own classification. The app's level stays.",
  });
}

/** Stores the result. A settled one is what later changes are measured against. */
async function save(
  context: CompareContext,
  page: Compared,
  state: PageState,
  {
    isSettled = true,
    changeId = page.own.lastChange?.changeId,
  }: { isSettled?: boolean; changeId?: string | undefined },
): Promise<PageState | 'conflict'> {
  const facts = isSettled ? settled(page, state, changeId, context.clock()) : { ...kept(page.stored.facts), state };
  return (await store(context, page, facts)) === 'committed' ? state : 'conflict';
}

function settled({ stored, nativeId }: Compared, state: PageState, changeId: string | undefined, now: Date): PageFacts {
  // A page without a level in Confluence may be one that the app cannot see now.
  const known = nativeId ?? stored.facts?.seen?.nativeId;
  const seen = { ...(known && { nativeId: known }), ...(changeId && { changeId }), at: now.toISOString() };
  return { ...kept(stored.facts), state, seen };
}

function kept(facts: PageFacts | undefined): Omit<PageFacts, 'state'> {
  if (facts === undefined) return {};
  const { state: _state, ...others } = facts;
  return others;
}

function store(
  { storage, clock }: CompareContext,
  { pageId, stored, own }: Compared,
  facts: PageFacts,
  commit?: Commit,
): ReturnType<Commit> {
  return savePageFacts(storage, { pageId, spaceId: own.record?.spaceId }, stored, facts, clock(), commit);
}
