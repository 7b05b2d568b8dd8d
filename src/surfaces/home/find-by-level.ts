import * as z from 'zod';
import { UNCLASSIFIED } from '../../access/scope';
import { findLevel, type Levels } from '../../classification/level-store';
import { readPageLevels } from '../../classification/page-level-store';
import { NO_LIMITS, searchPages } from '../../classification/search-pages';
import { isOffIn } from '../../classification/settings';
import { isSpaceVisible } from '../../classification/space-lookup';
import { HostError } from '../../platform/confluence';
import { pointsThatFit } from '../../quota/charge-or-wait';
import type { ResultOf } from '../contract';
import { showPage } from '../level-name';
import type { SurfaceRequest } from '../operation';
import { refusedToNotAllowed, spaceKey } from '../report';
import { invalidInput, notAllowed, readInput } from '../result';
import { type Reader, seeAsPerson, withPoints } from '../viewed-page';
import type { ShownPage } from '../page-contract';
import { addSpaceNames, type PageInSpace } from './space-names';
import { LEVEL_ALIAS } from '../../mirror/prefix';

const input = z.strictObject({
  levelId: z.union([z.uuid(), z.literal(UNCLASSIFIED)], { error: `must be the id of a level, or ${UNCLASSIFIED}` }),
  spaceKey: spaceKey.optional(),
  cursor: z.string().min(1).max(4_096).optional(),
});

type Question = z.infer<typeof input>;
type Result = ResultOf<'findByLevel'>;

/** The number of pages that one search returns. Each of them may be read once more. */
const PAGES_OF_A_SEARCH = 100;
/** A request that finds few pages searches again, up to this number. */
const MAX_SEARCHES = 3;
/** A request with this number of pages does not search again. */
const ENOUGH_PAGES = 25;

/**
 * The pages of a level that the person sees. Confluence's search only finds candidates. The row of each page decides,
 * and Confluence confirms each page in the person's name. The search index follows changes within minutes.
 */
export async function findByLevel(request: SurfaceRequest, payload: unknown): Promise<Result> {
  const question = readInput(input, payload);
  return withPoints(request, (reader) => find(reader, question)).catch(refusedToNotAllowed);
}

async function find(reader: Reader, question: Question): Promise<Result> {
  const { confluence, storage, accountId } = reader;
  const levels = await reader.levels();
  const cql = cqlOf(levels, question);
  if (question.spaceKey !== undefined && !(await isSpaceVisible(confluence, accountId, question.spaceKey)))
    return { state: 'space-hidden' };
  const limit = Math.max(1, Math.min(PAGES_OF_A_SEARCH, Math.floor((await pointsThatFit(reader, 'people')) / 4)));
  const pages: PageInSpace<ShownPage>[] = [];
  // A search can return a page again in its next part.
  const known = new Set<string>();
  let { cursor } = question;
  for (let searches = 1; ; searches += 1) {
    const found = await searchPages(confluence, storage, {
      creatorId: accountId,
      ...{ cql, cursor, limit, rights: NO_LIMITS },
    });
    if (found.outcome === 'not-possible') throw notAllowed();
    if (found.outcome === 'not-understood') {
      if (cursor !== undefined && cursor === question.cursor)
        throw invalidInput([{ field: 'cursor', message: 'is no longer valid' }]);
      throw new HostError('refused', 'Confluence did not accept a search of the app');
    }
    const further = found.pageIds.filter((pageId) => !known.has(pageId) && known.add(pageId));
    pages.push(...(await confirm(reader, levels, question, further)));
    ({ cursor } = found);
    if (cursor === undefined) return { state: 'pages', pages: await addSpaceNames(reader, pages) };
    if (pages.length >= ENOUGH_PAGES || searches === MAX_SEARCHES)
      return { state: 'pages', pages: await addSpaceNames(reader, pages), cursor };
  }
}

/** The order never changes for a page, so that no page is missing because others are renamed. */
const ORDER = 'order by created desc';

/** @throws Refusal INVALID_INPUT */
function cqlOf(levels: Levels, { levelId, spaceKey: key }: Question): string {
  const inSpace = key === undefined ? '' : ` and space = "${key}"`;
  if (levelId === UNCLASSIFIED) return `type = page${inSpace} ${ORDER}`;
  const level = findLevel(levels, levelId);
  if (level === undefined) throw invalidInput([{ field: 'levelId', message: 'does not exist' }]);
  return `type = page and ${LEVEL_ALIAS} = "${level.levelKey}"${inSpace} ${ORDER}`;
}

async function confirm(
  reader: Reader,
  levels: Levels,
  { levelId }: Question,
  pageIds: readonly string[],
): Promise<readonly PageInSpace<ShownPage>[]> {
  const wanted = levelId === UNCLASSIFIED ? undefined : levelId;
  const stored = await readPageLevels(reader.storage, pageIds);
  const candidates = pageIds.filter((pageId) => {
    const one = stored.get(pageId);
    return one !== undefined && one !== 'unreadable' && one.record?.levelId === wanted;
  });
  if (candidates.length === 0) return [];
  const seen = await seeAsPerson(reader, candidates);
  return [...seen.values()].flatMap((visible): PageInSpace<ShownPage>[] => {
    if (visible === 'hidden' || visible.level?.levelId !== wanted) return [];
    const { spaceId } = visible.page;
    return isOffIn(levels.settings, spaceId) ? [] : [{ shown: showPage(levels, visible), spaceId }];
  });
}
