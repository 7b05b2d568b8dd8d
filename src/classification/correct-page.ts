import { type AuditDetails, auditDetails } from '../audit/details';
import { APP_ACTOR, auditRow, type AuditType, SYSTEM } from '../audit/event';
import { commitAudited } from '../audit/commit-audited';
import { type Clock, timeAfter } from '../platform/clock';
import type { Confluence } from '../platform/confluence';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Storage } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import { type ContentType, ofContent } from './content-type';
import { changePageLevel, levelDetails } from './change-page-level';
import type { Levels } from './level-store';
import type { LevelOfPage, PageLevelRecord } from './model';
import { readPageAsApp, type PageSeenByApp } from './page-as-app';
import { commitLevelChange, parsePageLevel, readPageLevelRow, type StoredPageLevel } from './page-level-store';
import { decideCorrection, type PageCorrection } from './page-correction';
import { URI_NAMESPACE, uuidV5 } from '../platform/uuid-v5';

/**
 * Corrects the record of one page. Reads the current page and the current record, decides, and applies the decision.
 */

export interface CorrectionContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly random: Random;
  readonly levels: Levels;
  /** As in ChangeContext. */
  readonly pushMirror: (pageId: string) => void | Promise<void>;
  /** The id of the event or the run that triggers the correction. */
  readonly requestId: string;
}

/** The facts from Confluence's event. Everything else about the page is read. */
export interface PageEventFacts {
  /** Undefined: not known. */
  readonly contentType?: ContentType;
  readonly isDeleted?: boolean;
  /** The id of the deleted space. Its pages are deleted with it. */
  readonly deletedSpaceId?: string;
  readonly isMoved?: boolean;
  /** The id of the original, if the page is a copy. */
  readonly originId?: string | undefined;
  /** The name under which the audit log records that the page could not be inspected; omitted = it is not recorded. */
  readonly event?: string;
}

export type CorrectionOutcome = PageCorrection['do'] | 'contended';

/** The row of a deleted page is kept as long as its audit events. */
const KEEP_GONE_DAYS = 365;

/** @throws StorageUnavailableError, HostError, CorruptRecordError */
export async function correctPage(
  context: CorrectionContext,
  pageId: string,
  facts: PageEventFacts,
): Promise<CorrectionOutcome> {
  const outcome = await retryOnConflict(async () => {
    const [row, observed, original] = await awaitAll([
      readPageLevelRow(context.storage, pageId),
      readPageAsApp(context.confluence, pageId, facts.contentType),
      facts.originId === undefined ? undefined : levelOf(context, facts.originId),
    ] as const);
    const stored = parsePageLevel(pageId, row);
    const correction = decideCorrection({
      observed,
      stored,
      original,
      levels: context.levels,
      now: context.clock(),
      isReportedDeleted:
        facts.isDeleted === true ||
        (facts.deletedSpaceId !== undefined && facts.deletedSpaceId === stored.record?.spaceId),
      isReportedMoved: facts.isMoved === true,
    });
    const isApplied = await applyCorrection(context, { pageId, facts, observed, stored }, correction);
    if (isApplied && (correction.do === 'record-space' || correction.do === 'remove')) await context.pushMirror(pageId);
    return isApplied ? correction.do : 'conflict';
  });
  return outcome === 'conflict' ? 'contended' : outcome;
}

async function levelOf({ storage }: CorrectionContext, pageId: string): Promise<LevelOfPage | undefined> {
  const { record } = parsePageLevel(pageId, await readPageLevelRow(storage, pageId));
  return record && { levelId: record.levelId, subLevelId: record.subLevelId };
}

interface PageState {
  readonly pageId: string;
  readonly facts: PageEventFacts;
  readonly observed: PageSeenByApp;
  readonly stored: StoredPageLevel;
}

/** @returns false if something has changed since it was read */
async function applyCorrection(
  context: CorrectionContext,
  state: PageState,
  correction: PageCorrection,
): Promise<boolean> {
  const { record } = state.stored;
  switch (correction.do) {
    case 'nothing':
      return true;
    case 'record-not-inspected':
      await recordNotInspected(context, state);
      return true;
    case 'classify':
      return classify(context, state, correction);
    case 'record-space':
      return record === undefined || recordSpace(context, state.pageId, record, correction);
    case 'remove':
      return record === undefined || remove(context, state.pageId, state.stored, record);
  }
}

async function classify(
  { levels, ...context }: CorrectionContext,
  { pageId, observed, stored }: PageState,
  { level, reason, via }: Extract<PageCorrection, { do: 'classify' }>,
): Promise<boolean> {
  const { outcome } = await changePageLevel(
    {
      ...context,
      levels,
      actor: { kind: 'system', reason },
      // The condition is the record as it was read. If the record is unchanged, the decision still applies.
      readPage: () => Promise.resolve(observed.kind === 'page' ? observed.page : 'hidden'),
    },
    {
      pageId,
      level,
      method: 'DEFAULT',
      via,
      precondition: (current) => current?.rev === stored.record?.rev,
    },
  );
  return outcome === 'changed' || outcome === 'unchanged' || outcome === 'denied';
}

/** The level does not change, so neither does the revision. */
async function recordSpace(
  context: CorrectionContext,
  pageId: string,
  record: PageLevelRecord,
  { spaceId, keepsLevel }: Extract<PageCorrection, { do: 'record-space' }>,
): Promise<boolean> {
  const row = eventRow(context, {
    type: 'page.moved',
    pageId,
    before: auditDetails({ spaceId: record.spaceId }),
    after: auditDetails({ spaceId }),
    ...(keepsLevel ? { justification: KEPT } : {}),
  });
  const write = { entity: 'page-level', key: pageId, value: { ...record, spaceId }, expected: record.rev } as const;
  return (await commitAudited(context.storage, [write], [row])) === 'committed';
}

const KEPT =
  'The space may not use the level of the page, and no usable level is more sensitive: the page keeps its level.';

async function remove(
  context: CorrectionContext,
  pageId: string,
  previous: StoredPageLevel,
  record: PageLevelRecord,
): Promise<boolean> {
  const now = context.clock();
  const justification = 'Confluence reported that the page was deleted, and the app cannot see it.';
  const change = {
    pageId,
    previous,
    level: 'none',
    justification,
    keepDays: KEEP_GONE_DAYS,
    next: {
      changeId: context.random.uuid(),
      ...ofContent(record.contentType),
      spaceId: record.spaceId,
      classifierId: SYSTEM,
      classificationDate: timeAfter(previous.changedAt, now),
      method: 'DEFAULT',
      pageVersion: record.pageVersion,
    },
  } as const;
  const before = levelDetails(record);
  const row = eventRow(context, { type: 'page.level.removed', pageId, before, justification });
  return (await commitLevelChange(context.storage, change, row, [])) === 'committed';
}

/** Writes one row per event, so that a repeated event writes the same row. */
async function recordNotInspected(context: CorrectionContext, { pageId, facts: { event } }: PageState): Promise<void> {
  if (event === undefined) return;
  const justification = `The app cannot see the page of the event ${event}.`;
  const id = uuidV5(URI_NAMESPACE, `page:${pageId}:${context.requestId}`);
  const row = eventRow(context, { type: 'page.not-inspected', pageId, justification, id });
  await commitAudited(context.storage, [], [row]);
}

function eventRow(
  { clock, random, requestId }: CorrectionContext,
  event: {
    readonly type: AuditType;
    readonly pageId: string;
    readonly id?: string;
    readonly before?: AuditDetails;
    readonly after?: AuditDetails;
    readonly justification?: string;
  },
) {
  const { pageId, id = random.uuid(), ...rest } = event;
  return auditRow({ id, ...rest, time: clock(), subject: `page:${pageId}`, actor: APP_ACTOR, requestId });
}
