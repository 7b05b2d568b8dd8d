import * as z from 'zod';
import { findSpaceNames, listSpacesAs, type SpaceName } from '../../classification/space-lookup';
import type { Confluence } from '../../platform/confluence';
import { operation } from '../input';

/**
 * Spaces as an admin selects and sees them. The app asks on behalf of the admin, so it does not show the name of a
 * space that Confluence hides from this person. If the platform does not allow the app to act for the admin, no space
 * is known.
 */

export type { SpaceName } from '../../classification/space-lookup';

const PAGE_SIZE = 250;
/** Confluence cannot search spaces by name with the app's scope, so the app filters the names itself. */
const MAX_PAGES = 4;
const MAX_FOUND = 50;

const searchInput = z.strictObject({ text: z.string().max(100) });
const idsInput = z.strictObject({ spaceIds: z.array(z.string().regex(/^[1-9][0-9]{0,17}$/)).max(PAGE_SIZE) });

export interface FoundSpaces {
  readonly spaces: readonly SpaceName[];
  /** false: there are more spaces; a longer text or the exact key finds them. */
  readonly isComplete: boolean;
}

/** Spaces whose name or key contains the text, by name. The result always includes the space with exactly this key. */
export const findSpaces = operation(searchInput, async ({ confluence, accountId }, input): Promise<FoundSpaces> => {
  const text = input.text.trim();
  const exact = /^~?[A-Za-z0-9_.-]+$/.test(text)
    ? (await listSpacesAs(confluence, accountId, { limit: '1', keys: text })).results
    : [];
  const { spaces, isComplete } = await firstSpaces(confluence, accountId);
  const wanted = text.toLowerCase();
  const matching = spaces
    .filter(({ id }) => !exact.some((space) => space.id === id))
    .filter(({ name, key }) => name.toLowerCase().includes(wanted) || key.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name));
  const found = [...exact, ...matching];
  return { spaces: found.slice(0, MAX_FOUND).map(nameOf), isComplete: isComplete && found.length <= MAX_FOUND };
});

/** The names of the spaces that the admin can see; the others are omitted. */
export const describeSpaces = operation(idsInput, async (request, { spaceIds }) => {
  return { spaces: await findSpaceNames(request.confluence, request.accountId, spaceIds) };
});

async function firstSpaces(confluence: Confluence, accountId: string) {
  const spaces: SpaceName[] = [];
  let query: Readonly<Record<string, string>> = { limit: String(PAGE_SIZE) };
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { results, _links } = await listSpacesAs(confluence, accountId, query);
    spaces.push(...results);
    const cursor = cursorOf(_links?.next);
    if (cursor === undefined) return { spaces, isComplete: true };
    query = { limit: String(PAGE_SIZE), cursor };
  }
  return { spaces, isComplete: false };
}

/** Uses only the cursor of the next page's address: Confluence never decides which address the app calls. */
function cursorOf(next: string | undefined): string | undefined {
  return new URLSearchParams(next?.split('?')[1]).get('cursor') ?? undefined;
}

function nameOf({ id, key, name }: SpaceName): SpaceName {
  return { id, key, name };
}
