import { type Confluence, HostError } from '../../platform/confluence';
import { joinIds } from '../../platform/confluence-id';
import { awaitAll } from '../../platform/await-all';
import { searchAsApp } from '../scan/page-content';
import { type Exclusion, isActive } from './model';

/** Reads the current labels of pages, limited to the labels that exclusions use. */

export type PageLabels = ReadonlyMap<string, ReadonlySet<string>>;

/** A search may return fewer pages than requested. */
const MAX_ANSWERS = 5;

/**
 * Makes one search for each label that an exclusion uses. Sites use few labels. Without such exclusions it makes no
 * search.
 * @param pageIds at most 250
 * @returns labels by page id; a page that the app does not see has none
 * @throws HostError
 */
export async function readPageLabels(
  confluence: Confluence,
  exclusions: readonly Exclusion[],
  pageIds: readonly string[],
  now: Date,
): Promise<PageLabels> {
  const named = exclusions.flatMap((one) => (one.scope.of === 'label' && isActive(one, now) ? [one.scope.label] : []));
  const labels = [...new Set(named)];
  const found = new Map<string, Set<string>>();
  if (pageIds.length === 0) return found;
  const carriers = await awaitAll(labels.map((label) => findCarriers(confluence, label, pageIds)));
  labels.forEach((label, index) => {
    for (const pageId of carriers[index] ?? []) found.set(pageId, (found.get(pageId) ?? new Set()).add(label));
  });
  return found;
}

/**
 * The first pages with a label, limited to pages that the app sees.
 * @throws HostError
 */
export async function findPagesWithLabel(
  confluence: Confluence,
  label: string,
  limit: number,
): Promise<readonly string[]> {
  return (await search(confluence, `${hasLabel(label)} and type = page`, limit)).pageIds;
}

export function hasLabel(label: string): string {
  return `label = "${label.replace(/["\\]/g, '\\$&')}"`;
}

async function search(confluence: Confluence, cql: string, limit: number, cursor?: string) {
  const answer = await searchAsApp(confluence, cql, limit, cursor);
  if (answer === 'not-understood') throw new HostError('failure', 'Confluence rejected a search by label');
  return answer;
}

async function findCarriers(
  confluence: Confluence,
  label: string,
  pageIds: readonly string[],
): Promise<readonly string[]> {
  const cql = `${hasLabel(label)} and id in (${joinIds(pageIds)})`;
  const found: string[] = [];
  let cursor: string | undefined;
  for (let answers = 1; answers <= MAX_ANSWERS; answers += 1) {
    const answer = await search(confluence, cql, pageIds.length, cursor);
    found.push(...answer.pageIds);
    ({ cursor } = answer);
    if (cursor === undefined) break;
  }
  return found;
}
