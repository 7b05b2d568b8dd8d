import * as z from 'zod';
import { parse } from '../classification/page-lookup';
import { APP, type Confluence, HostError, route } from '../platform/confluence';

/** Writes the labels of a page as the app. The app reads no labels but those that these calls return. */

const labelsBody = z.object({ results: z.array(z.object({ prefix: z.string(), name: z.string() })) });
const searchBody = z.object({ results: z.array(z.object({ content: z.object({ id: z.string() }).nullish() })) });

/**
 * Adds a label. One that the page already has changes nothing.
 * @returns the labels that the page has then; `refused`: the app cannot edit the page, or the page can have no other label
 * @throws HostError; the label may have been added
 */
export async function addLabel(
  confluence: Confluence,
  pageId: string,
  name: string,
): Promise<readonly string[] | 'refused'> {
  const { status, body } = await confluence.post(APP, route`/wiki/rest/api/content/${pageId}/label`, [
    { prefix: 'global', name },
  ]);
  if (status !== 200) return refusedOrThrow(status);
  return parse(labelsBody, body).results.flatMap((label) => (label.prefix === 'global' ? label.name : []));
}

/**
 * @returns `removed`: also if the page does not have the label. `refused`: the app cannot edit the page
 * @throws HostError; the label may have been removed
 */
export async function removeLabel(
  confluence: Confluence,
  pageId: string,
  name: string,
): Promise<'removed' | 'refused'> {
  const { status } = await confluence.delete(APP, route`/wiki/rest/api/content/${pageId}/label?name=${name}`);
  return status === 404 || (status >= 200 && status <= 299) ? 'removed' : refusedOrThrow(status);
}

/** The pages among these that have one of the labels, as far as the search knows. @throws HostError */
export async function findLabeled(
  confluence: Confluence,
  pageIds: readonly string[],
  labels: readonly string[],
): Promise<ReadonlySet<string>> {
  if (pageIds.length === 0 || labels.length === 0) return new Set();
  const cql = `id in (${pageIds.join(',')}) and label in (${labels.map((label) => `"${label}"`).join(',')})`;
  const { status, body } = await confluence.get(APP, route`/wiki/rest/api/search?cql=${cql}&limit=${pageIds.length}`);
  if (status !== 200) throw unexpected(status);
  return new Set(parse(searchBody, body).results.flatMap(({ content }) => content?.id ?? []));
}

function refusedOrThrow(status: number): 'refused' {
  if (status === 400 || status === 403 || status === 404) return 'refused';
  throw unexpected(status);
}

function unexpected(status: number): HostError {
  return new HostError('failure', `Confluence returned ${status} for labels`);
}
