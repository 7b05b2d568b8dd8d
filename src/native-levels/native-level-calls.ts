import * as z from 'zod';
import { LEVEL_COLORS, LEVEL_TEXT_LIMITS } from '../classification/model';
import { parse } from '../classification/page-lookup';
import { type Actor, APP, type Confluence, HostError, route } from '../platform/confluence';
import type { NativeLevel } from './model';

/** Reads and writes Confluence's own classification levels. */

const levelBody = z.object({
  id: z.string().min(1).max(300),
  status: z.string(),
  order: z.number().catch(0),
  name: z.string().min(1),
  description: z.string().nullish(),
  guideline: z.string().nullish(),
  color: z.string().nullish(),
});
const pageLevelBody = levelBody.pick({ id: true });

/** The maximum number of levels that the app stores. */
const MAX_LEVELS = 50;

/**
 * The published levels of the organization, the most sensitive first.
 * @returns empty: the site does not have them
 * @throws HostError
 */
export async function readNativeLevels(confluence: Confluence): Promise<readonly NativeLevel[]> {
  const { status, body } = await confluence.get(APP, route`/wiki/api/v2/classification-levels`);
  if (status === 404) return [];
  if (status !== 200) throw new HostError('failure', `Confluence returned ${status} for its classification levels`);
  return parse(z.array(levelBody), body)
    .filter((level) => level.status === 'PUBLISHED')
    .sort((a, b) => a.order - b.order)
    .slice(0, MAX_LEVELS)
    .map(({ id, name, description, guideline, color }) => ({
      nativeId: id,
      name: shortened(name, LEVEL_TEXT_LIMITS.name),
      description: shortened(description ?? '', LEVEL_TEXT_LIMITS.description),
      guideline: shortened(guideline ?? '', LEVEL_TEXT_LIMITS.guideline),
      color: LEVEL_COLORS.find((one) => one === color) ?? 'GREY',
    }));
}

/** Never cuts a character of two code units in half. */
function shortened(text: string, limit: number): string {
  const plain = text.trim();
  if (plain.length <= limit) return plain;
  const cut = plain.slice(0, limit);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/**
 * The level of a page as the app sees it.
 * @returns undefined: it has none, the app cannot see the page, or the feature is off; Confluence does not say which
 * @throws HostError
 */
export async function readNativeLevel(confluence: Confluence, pageId: string): Promise<string | undefined> {
  const { status, body } = await confluence.get(APP, route`/wiki/api/v2/pages/${pageId}/classification-level`);
  if (status === 403 || status === 404) return undefined;
  if (status !== 200) throw new HostError('failure', `Confluence returned ${status} for the level of a page`);
  return parse(pageLevelBody, body).id;
}

/**
 * @param nativeId undefined: the page gets the default of its space
 * @returns the status of the refusal, or `written`
 * @throws HostError, ImpersonationRefusedError; the level may have been written
 */
export async function writeNativeLevel(
  confluence: Confluence,
  actor: Actor,
  pageId: string,
  nativeId: string | undefined,
): Promise<'written' | number> {
  const { status } =
    nativeId === undefined
      ? await confluence.post(actor, route`/wiki/api/v2/pages/${pageId}/classification-level/reset`, {
          status: 'current',
        })
      : await confluence.put(actor, route`/wiki/api/v2/pages/${pageId}/classification-level`, {
          id: nativeId,
          status: 'current',
        });
  return status >= 200 && status < 300 ? 'written' : status;
}
