import { isDeepStrictEqual } from 'node:util';
import { commitAudited } from '../../audit/commit-audited';
import { type AuditActor, auditRow } from '../../audit/event';
import { auditDetails } from '../../audit/details';
import { readCreator } from '../../keys/creator';
import type { Confluence } from '../../platform/confluence';
import type { Context } from '../../platform/context';
import { definedOf } from '../../platform/defined-of';
import { partsOf } from '../../platform/parts';
import { retryOnConflict } from '../../platform/retry-on-conflict';
import type { RowCheck, RowWrite } from '../../platform/storage';
import { nextRecord } from '../../platform/stored-rows';
import type { FindingRecord } from '../model';
import { KEEP_RESOLVED_DAYS, readFindings } from '../scan/scan-store';

/** Changes who works on findings, until when, and what they wrote (docs/adr/0123). The caller has checked that the pages are visible. */

/** Omitted: unchanged. Empty, or false: removed. */
export interface WorkChange {
  /** Without it, the owner of the page is the owner of the finding. */
  readonly ownerId?: string | undefined;
  readonly comment?: string | undefined;
  /** A date, `2026-12-24`. */
  readonly dueOn?: string | undefined;
  readonly isInProgress?: boolean | undefined;
}

type Work = NonNullable<FindingRecord['data']['work']>;

export interface WorkActor {
  readonly actor: AuditActor;
  /** Further conditions of each attempt, counted from 1. May throw what ends the change. */
  readonly stillValid?: (attempt: number) => Promise<readonly RowCheck[]>;
}

export interface ChangedWork {
  /** `absent`: the finding no longer exists. `contended`: other writes came first at every attempt, and nothing was changed. */
  readonly outcome: 'changed' | 'unchanged' | 'absent' | 'contended';
  readonly record?: FindingRecord;
}

type WorkContext = Pick<Context, 'storage' | 'clock' | 'random' | 'requestId'>;

/** With the audit event and the condition of a key, a transaction has at most 25 rows. */
const AT_ONCE = 20;

/**
 * The findings of one page change together, 20 at a time, with one audit event.
 * @returns by id @throws StorageUnavailableError, CorruptRecordError
 */
export async function changeWork(
  context: WorkContext,
  actor: WorkActor,
  findings: ReadonlyMap<string, FindingRecord>,
  change: WorkChange,
): Promise<ReadonlyMap<string, ChangedWork>> {
  const done = new Map<string, ChangedWork>();
  for (const pageId of new Set([...findings.values()].map((record) => record.pageId))) {
    const ofPage = [...findings].filter(([, record]) => record.pageId === pageId);
    for (const part of partsOf(ofPage, AT_ONCE))
      for (const [findingId, one] of await changePart(context, actor, pageId, new Map(part), change))
        done.set(findingId, one);
  }
  return done;
}

async function changePart(
  context: WorkContext,
  { actor, stillValid }: WorkActor,
  pageId: string,
  known: ReadonlyMap<string, FindingRecord>,
  change: WorkChange,
): Promise<ReadonlyMap<string, ChangedWork>> {
  const { storage, clock, random, requestId } = context;
  const after = await retryOnConflict(async (attempt) => {
    const records = attempt === 1 ? known : await readFindings(storage, [...known.keys()], 'exact');
    const now = clock();
    const outcomes = new Map(
      [...known.keys()].map((findingId) => [findingId, changedBy(records.get(findingId), change, actor, now)]),
    );
    const writes = [...outcomes].flatMap(([findingId, { outcome, record }]): RowWrite[] => {
      const before = records.get(findingId);
      if (outcome !== 'changed' || record === undefined || before === undefined) return [];
      const keep = record.status === 'open' ? {} : { keepDays: KEEP_RESOLVED_DAYS };
      return [{ entity: 'detection', key: findingId, value: record, expected: before.rev, ...keep }];
    });
    if (writes.length === 0) return outcomes;
    const { ownerId, comment, dueOn, isInProgress } = change;
    const audit = auditRow({
      id: random.uuid(),
      type: 'finding.updated',
      time: now,
      subject: `page:${pageId}`,
      actor,
      requestId,
      after: auditDetails({ findings: writes.length, ownerId, comment, dueOn, isInProgress }),
    });
    const checks = (await stillValid?.(attempt)) ?? [];
    return (await commitAudited(storage, writes, [audit], checks)) === 'committed' ? outcomes : 'conflict';
  });
  if (after !== 'conflict') return after;
  return new Map([...known.keys()].map((findingId) => [findingId, { outcome: 'contended' as const }]));
}

function changedBy(record: FindingRecord | undefined, change: WorkChange, actor: AuditActor, now: Date): ChangedWork {
  if (record === undefined) return { outcome: 'absent' };
  const { work: before, ...others } = record.data;
  const work = workAfter(before, change, actor.accountId, now);
  if (work === before) return { outcome: 'unchanged', record };
  const data = { ...others, ...(work === undefined ? {} : { work }) };
  return { outcome: 'changed', record: nextRecord(record, { data }) };
}

/** @returns the same object if nothing changes, undefined if nothing is left */
function workAfter(before: Work | undefined, change: WorkChange, authorId: string, now: Date): Work | undefined {
  const { authorId: _author, at: _at, ...current } = before ?? {};
  const { isInProgress, ...texts } = { ...current, ...definedOf(change) };
  const filled = definedOf(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text === '' ? undefined : text])),
  );
  const next = { ...filled, ...(isInProgress === true ? { isInProgress } : {}) };
  if (isDeepStrictEqual(next, current)) return before;
  return Object.keys(next).length === 0 ? undefined : { ...next, authorId, at: now.toISOString() };
}

/** False: Confluence knows no active person with this account ID. @throws HostError */
export async function mayOwn(confluence: Confluence, ownerId: string | undefined): Promise<boolean> {
  return ownerId === undefined || ownerId === '' || (await readCreator(confluence, ownerId)).mayUseConfluence;
}
