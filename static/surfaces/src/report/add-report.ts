import type { Report } from '../../../../src/surfaces/contract';

/** Adds the next pages to a report. The counts keep the order of the levels in the first part that has them. */
export function addReport(before: Report, next: Report): Report {
  const counts = [...before.counts];
  for (const added of next.counts) {
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
    pages: [...before.pages, ...next.pages],
    offPages: before.offPages + next.offPages,
    ...(next.cursor === undefined ? {} : { cursor: next.cursor }),
  };
}
