import { folderOf } from './classes/labeled-texts';
import { measureSet } from './classes/measure-set';

/**
 * The shares that the default configuration reached on rows and pages by other people. A change that loses a class of values, or
 * reports lookalikes, falls below them. `bench/detection-classes.ts` prints all shares, and the wrong rows of a class.
 */
const REACHED = [
  { set: 'first', rows: 0.93, wrongRows: 0.02, pages: 0.94, wrongPages: 0.005 },
  { set: 'second', rows: 0.915, wrongRows: 0.015, pages: 0.93, wrongPages: 0.005 },
  { set: 'third', rows: 0.855, wrongRows: 0.015, pages: 0.895, wrongPages: 0.01 },
  { set: 'fourth', rows: 0.955, wrongRows: 0.015, pages: 0.93, wrongPages: 0.004 },
  { set: 'fifth', rows: 0.925, wrongRows: 0.03, pages: 0.865, wrongPages: 0.006 },
  { set: 'sixth', rows: 0.855, wrongRows: 0.015, pages: 0.74, wrongPages: 0.01 },
  { set: 'seventh', rows: 0.925, wrongRows: 0.01, pages: 0.895, wrongPages: 0.02 },
  { set: 'eighth', rows: 0.955, wrongRows: 0.02, pages: 0.93, wrongPages: 0.02 },
] as const;

describe.each(REACHED)('the $set set of labeled rows and pages', ({ set, rows, wrongRows, pages, wrongPages }) => {
  const measured = measureSet(folderOf(set));

  it('has its values found', () => {
    expect(measured.rows.found / measured.rows.values).toBeGreaterThanOrEqual(rows);
    expect(measured.pages.found / measured.pages.values).toBeGreaterThanOrEqual(pages);
  });

  it('has no more findings on lookalikes', () => {
    expect(measured.rows.wrong / measured.rows.lookalikes).toBeLessThanOrEqual(wrongRows);
    expect(measured.pages.wrong / measured.pages.lookalikes).toBeLessThanOrEqual(wrongPages);
  });
});
