import { requestConfluence } from '@forge/bridge';

/** Groups as Confluence shows them to the person in the frame, at that moment. Nothing is stored, and it costs the app no points. */

export interface FoundGroup {
  readonly id: string;
  readonly name: string;
}

/** Never rejects. @returns undefined if Confluence does not show it to the person */
export async function readGroupName(groupId: string): Promise<string | undefined> {
  const { name } = (await askConfluence(`/wiki/rest/api/group/by-id?id=${encodeURIComponent(groupId)}`)) ?? {};
  return typeof name === 'string' ? name : undefined;
}

/** Never rejects. */
export async function readGroupSize(groupId: string): Promise<number | undefined> {
  const path = `/wiki/rest/api/group/${encodeURIComponent(groupId)}/membersByGroupId?limit=1&shouldReturnTotalSize=true`;
  const { totalSize } = (await askConfluence(path)) ?? {};
  return typeof totalSize === 'number' ? totalSize : undefined;
}

/** By a part of the name. Never rejects. @returns undefined if Confluence did not answer, or refused */
export async function findGroups(text: string, limit: number): Promise<readonly FoundGroup[] | undefined> {
  const query = new URLSearchParams({ query: text, limit: String(limit) });
  const { results } = (await askConfluence(`/wiki/rest/api/group/picker?${query}`)) ?? {};
  return Array.isArray(results) ? results.filter(isGroup).map(({ id, name }) => ({ id, name })) : undefined;
}

function isGroup(one: unknown): one is FoundGroup {
  if (typeof one !== 'object' || one === null || !('id' in one) || !('name' in one)) return false;
  return typeof one.id === 'string' && typeof one.name === 'string';
}

async function askConfluence(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const response = await requestConfluence(path);
    return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
