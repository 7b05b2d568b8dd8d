import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import type { Purpose } from '../configuration/governance';
import { checkUse, readUseRows, validUntil } from '../page-use/check-use';
import { NOT_FOUND } from '../page-use/decide';
import { awaitAll } from '../platform/await-all';
import type { ResultOf } from './contract';
import { NO_INPUT, type SurfaceRequest } from './operation';
import { readInput } from './result';
import { openPageAsPerson, requirePerson } from './viewed-page';

/** In the order in which people are asked about a page. */
const PURPOSES_OF_PEOPLE: readonly Purpose[] = ['guest', 'public', 'export', 'ai-read', 'ai-index', 'ai-train'];

/**
 * *May I share this?*: decides if the page may be used for each purpose. Findings, scans and exposure are reasons only for people
 * who can edit the page, to whom the popup shows them. Counts no denial, because no agent asked to use the page.
 */
export async function checkUseOfPage(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'checkUse'>> {
  readInput(NO_INPUT, payload);
  requirePerson(request);
  const { place, storage, now } = request;
  if (place === undefined) return { state: 'hidden' };
  const pageId = place.contentId;
  const [{ viewed, levels }, row, rows] = await awaitAll([
    openPageAsPerson(request),
    readPageLevelRow(storage, pageId),
    readUseRows(storage, [pageId]),
  ] as const);
  if (viewed.state !== 'page') return viewed;
  const { page } = viewed;
  const { levelId } = parsePageLevel(pageId, row).record ?? {};
  const { decisions } = await checkUse({ rows, levels, now }, PURPOSES_OF_PEOPLE, [{ ...page, levelId }]);
  const knows = { findings: page.mayUpdate, exposure: page.mayUpdate };
  const uses = PURPOSES_OF_PEOPLE.map((purpose) => ({
    purpose,
    ...(decisions(purpose, knows).get(pageId) ?? NOT_FOUND),
  }));
  return { state: 'checked', uses, validUntil: validUntil(now) };
}
