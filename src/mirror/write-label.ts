import type { Confluence } from '../platform/confluence';
import { addLabel, removeLabel } from './label-calls';

interface LabeledPage {
  readonly pageId: string;
  /** The label that the app left on the page before. */
  readonly known: string | undefined;
  /** True if the page without a level may have labels of levels that another author added. */
  readonly hasOthers: boolean;
}

/**
 * Leaves one label of the app on a page, or none. Removes only labels that the app has left, and those of levels. Adding a label returns
 * all of the page, so a page with a level needs no read.
 * @param wanted undefined: none
 * @param ofLevels the labels of all levels
 * @returns the label of the app that the page has then, as far as it is known
 * @throws HostError; some labels may have been changed
 */
export async function writeLabel(
  confluence: Confluence,
  { pageId, known, hasOthers }: LabeledPage,
  wanted: string | undefined,
  ofLevels: readonly string[],
): Promise<string | undefined> {
  const present = wanted === undefined ? (hasOthers ? ofLevels : []) : await addLabel(confluence, pageId, wanted);
  if (present === 'refused') return known;
  const isStale = (name: string) => name !== wanted && (name === known || ofLevels.includes(name));
  const stale = wanted === undefined && known !== undefined ? [...present, known] : present;
  for (const name of new Set(stale.filter(isStale))) {
    if ((await removeLabel(confluence, pageId, name)) === 'refused') return known;
  }
  return wanted;
}
