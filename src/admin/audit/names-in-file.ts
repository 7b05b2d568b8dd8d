import { SYSTEM } from '../../audit/event';
import { levelWithSubLevel } from '../../classification/level-name';
import type { Levels } from '../../classification/level-store';
import { findSpaceNames } from '../../classification/space-lookup';
import { readDetection } from '../../detection/configuration/configuration-store';
import { openFindingWords } from '../../findings/explain-findings';
import { listKeys } from '../../keys/key-store';
import { awaitAll } from '../../platform/await-all';
import { partsOf } from '../../platform/parts';
import { findAccountNames } from './accounts';
import { findPageNames } from '../pages/pages';
import type { AdminRequest } from '../operation';

/** The names beside the ids in a file, as the admin can see them now. */

/** The most that Confluence returns in one request. */
const ACCOUNTS_AT_ONCE = 100;
const PAGES_AT_ONCE = 250;
const CONFLUENCE_ID = /^[1-9][0-9]{0,17}$/;

/** Returns the name for an id like `page:123`. Empty: it no longer exists, or the admin cannot see it. */
export type FileNames = (subject: string) => string;

/**
 * Reads the names of a part of a file, each once. Titles leave Confluence with the file, so the values in them are masked.
 * @param subjects as in the audit log: pages, spaces, people, keys, levels, sub-levels and detectors
 * @throws HostError, StorageUnavailableError, CorruptRecordError
 */
export async function readFileNames(
  request: AdminRequest,
  levels: Levels,
  subjects: readonly string[],
): Promise<FileNames> {
  const { storage, confluence, accountId: adminId, now } = request;
  const idsOf = (kind: string) => [
    ...new Set(subjects.flatMap((one) => (one.startsWith(`${kind}:`) ? [one.slice(kind.length + 1)] : []))),
  ];
  const idsOfConfluence = (kind: string) => idsOf(kind).filter((id) => CONFLUENCE_ID.test(id));
  const [people, pages, spaces, keys, { config }] = await awaitAll([
    inParts(idsOf('person'), ACCOUNTS_AT_ONCE, async (accountIds) => {
      return findAccountNames(
        request,
        accountIds.filter((id) => id !== SYSTEM),
      );
    }),
    inParts(idsOfConfluence('page'), PAGES_AT_ONCE, (pageIds) => findPageNames(request, pageIds)),
    findSpaceNames(confluence, adminId, idsOfConfluence('space')),
    idsOf('apikey').length === 0 ? [] : listKeys(storage),
    readDetection(storage),
  ] as const);
  const { nameOf } = await openFindingWords(config);
  const { maskText } = await import('../../detection/custom/try-text');
  const names = new Map<string, string>([
    [`person:${SYSTEM}`, 'Page Classification'] as const,
    ...people.map(({ accountId, displayName }) => [`person:${accountId}`, displayName] as const),
    ...pages.map(({ pageId, title, spaceId }) => [`page:${pageId}`, maskText(title, config, now, spaceId)] as const),
    ...spaces.map(({ id, key, name }) => [`space:${id}`, `${name} (${key})`] as const),
    ...keys.map(({ keyId, record }) => [`apikey:${keyId}`, record.name] as const),
    ...levels.all.flatMap((level) => [
      [`level:${level.levelId}`, level.name] as const,
      ...level.subLevels.map(
        ({ subLevelId }) => [`sublevel:${subLevelId}`, levelWithSubLevel(level, subLevelId)] as const,
      ),
    ]),
    ...idsOf('detector').map((id) => [`detector:${id}`, nameOf(id)] as const),
  ]);
  return (subject) => names.get(subject) ?? '';
}

async function inParts<T>(
  ids: readonly string[],
  size: number,
  read: (part: readonly string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  return (await awaitAll(partsOf(ids, size).map(read))).flat();
}
