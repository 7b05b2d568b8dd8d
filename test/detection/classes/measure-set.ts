import { compare, readClasses, readPages, type Judged } from './labeled-texts';

/** Values and how many of them are found; lookalikes and how many of them have a finding. */
export interface Counts {
  values: number;
  found: number;
  lookalikes: number;
  wrong: number;
}

interface Measured {
  readonly byClass: ReadonlyMap<string, Counts>;
  readonly byForm: ReadonlyMap<string, Counts>;
  readonly rows: Counts;
  readonly pages: Counts;
  readonly pagesByCategory: ReadonlyMap<string, Counts>;
  readonly findingsInRows: readonly Judged[];
  readonly findingsInPages: readonly Judged[];
}

/** Compares the findings of the default configuration, and of the `enabled` detectors, with the marks of a set of rows and pages. */
export function measureSet(folder: string, enabled: readonly string[] = []): Measured {
  const byClass = new Map<string, Counts>();
  const byForm = new Map<string, Counts>();
  const pagesByCategory = new Map<string, Counts>();
  const rows = noCounts();
  const pages = noCounts();
  const findingsInRows: Judged[] = [];
  const findingsInPages: Judged[] = [];
  for (const [name, texts] of readClasses(folder))
    for (const text of texts) {
      const { values, findings } = compare(text, enabled);
      findingsInRows.push(...findings);
      const isWrong = !text.isPositive && findings.some(isWrongInLookalike);
      for (const counts of [countsOf(byClass, name), countsOf(byForm, text.form), rows]) {
        counts.values += values.length;
        counts.found += values.filter(({ isFound }) => isFound).length;
        counts.lookalikes += text.isPositive ? 0 : 1;
        counts.wrong += isWrong ? 1 : 0;
      }
    }
  for (const page of readPages(folder)) {
    const { values, lookalikes, findings } = compare(page, enabled);
    findingsInPages.push(...findings);
    for (const { category = 'other', isFound } of values)
      for (const counts of [countsOf(pagesByCategory, category), pages]) {
        counts.values++;
        counts.found += Number(isFound);
      }
    pages.lookalikes += lookalikes.length;
    pages.wrong += lookalikes.filter(({ isFound }) => isFound).length;
  }
  return { byClass, byForm, rows, pages, pagesByCategory, findingsInRows, findingsInPages };
}

/** Email addresses are common in rows about other values, and are not marked there. */
export function isWrongInLookalike({ on, detectorId }: Judged): boolean {
  return on !== 'ignored' && detectorId !== 'email';
}

function noCounts(): Counts {
  return { values: 0, found: 0, lookalikes: 0, wrong: 0 };
}

function countsOf(map: Map<string, Counts>, name: string): Counts {
  const counts = map.get(name) ?? noCounts();
  map.set(name, counts);
  return counts;
}
