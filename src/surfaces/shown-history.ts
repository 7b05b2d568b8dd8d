import * as z from 'zod';
import { SYSTEM } from '../audit/event';
import { withoutFindings } from '../classification/evidence';
import type { LevelChangeEntry } from '../classification/level-history';
import type { Levels } from '../classification/level-store';
import type { Page } from '../classification/page-lookup';
import { isPseudonym } from '../people/account-ids';
import { type Confluence, HostError, route } from '../platform/confluence';
import { pointsOfPeople } from '../quota/host-points';
import type { HistoryEntry } from './contract';
import { levelNameOf } from './level-name';

/** The history of a page as people read it. */

const usersBody = z.object({ results: z.array(z.object({ accountId: z.string(), displayName: z.string() })) });

/**
 * The names of the authors of these changes, in one call as the person who reads them. Confluence omits accounts that it does
 * not show to this person.
 * @throws HostError, ImpersonationRefusedError
 */
export async function findAuthorNames(
  confluence: Confluence,
  accountId: string,
  changes: readonly Authored[],
): Promise<ReadonlyMap<string, string>> {
  const authors = authorsOf(changes);
  if (authors.size === 0) return new Map();
  const query = new URLSearchParams([...authors].map((id): [string, string] => ['accountId', id]));
  const answer = await confluence.get({ kind: 'person', accountId }, route`/wiki/rest/api/user/bulk?${query}`);
  const parsed = usersBody.safeParse(answer.body);
  if (!parsed.success) throw new HostError('failure', `Confluence returned ${answer.status} for a list of accounts`);
  return new Map(parsed.data.results.map((user) => [user.accountId, user.displayName]));
}

type Authored = Pick<LevelChangeEntry, 'classifierId'>;

function authorsOf(changes: readonly Authored[]): ReadonlySet<string> {
  return new Set(changes.map(({ classifierId }) => classifierId).filter((id) => id !== SYSTEM && !isPseudonym(id)));
}

/** The points that `findAuthorNames` costs. */
export function pointsOfNames(changes: readonly Authored[]): number {
  const { size } = authorsOf(changes);
  return size === 0 ? 0 : pointsOfPeople(size);
}

/** Only people who can edit the page see which findings caused a change. */
export function toHistoryEntries(
  { mayUpdate }: Pick<Page, 'mayUpdate'>,
  changes: readonly LevelChangeEntry[],
  levels: Levels,
  names: ReadonlyMap<string, string>,
): readonly HistoryEntry[] {
  return changes.map((change) => toHistoryEntry(mayUpdate ? change : withoutFindings(change), levels, names));
}

function toHistoryEntry(change: LevelChangeEntry, levels: Levels, names: ReadonlyMap<string, string>): HistoryEntry {
  const { changedAt, previousLevelId, previousSubLevelId, levelId, subLevelId, classifierId, method, via } = change;
  return {
    at: changedAt,
    from: previousLevelId === undefined ? null : levelNameOf(levels, previousLevelId, previousSubLevelId),
    to: levelId === undefined ? null : levelNameOf(levels, levelId, subLevelId),
    by: shownAuthor(classifierId, names),
    method: via ?? method,
    ...(change.justification === undefined ? {} : { reason: change.justification }),
  };
}

function shownAuthor(classifierId: string, names: ReadonlyMap<string, string>): HistoryEntry['by'] {
  if (classifierId === SYSTEM) return { kind: 'app' };
  if (isPseudonym(classifierId)) return { kind: 'erased' };
  const name = names.get(classifierId);
  return { kind: 'person', ...(name === undefined ? {} : { name }) };
}
