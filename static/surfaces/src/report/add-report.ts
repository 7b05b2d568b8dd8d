import type { Report } from '../../../../src/surfaces/contract';

/**
 * Adds the next pages to a report, each once: a search can return a page again in its next part. The counts keep the order of
 * the levels in the first part that has them.
 */
export function addReport(before: Report, next: Report): Report {
  const counts = [...before.counts];
  const known = new Set(before.pages.map(({ pageId }) => pageId));
  // The pages are in the order of the counts.
  const levels = next.counts.flatMap((count) => Array.from({ length: count.pages }, () => ({ ...count, pages: 1 })));
  const isFurther = ({ pageId }: Report['pages'][number]) => !known.has(pageId);
  for (const added of levels.filter((_level, index) => next.pages.slice(index, index + 1).every(isFurther))) {
    const index = counts.findIndex(({ levelId }) => levelId === added.levelId);
    const known = counts[index];
    if (known === undefined) counts.push(added);
    else counts[index] = { ...known, pages: known.pages + added.pages };
  }
  const classified = counts.filter(({ levelId }) => levelId !== null);
  const { cursor: _read, ...rest } = before;
  return {
    ...rest,
    counts: [...classified, ...counts.filter(({ levelId }) => levelId === null)],
    pages: [...before.pages, ...next.pages.filter(isFurther)],
    offPages: before.offPages + next.offPages,
    ...(next.cursor === undefined ? {} : { cursor: next.cursor }),
  };
}
