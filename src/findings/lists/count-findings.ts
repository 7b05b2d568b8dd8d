import type { FindingRecord } from '../model';

/** Counts findings of each kind. */

type Numbers = Readonly<Record<string, number>>;

export interface FindingNumbers {
  readonly bySeverity: Numbers;
  readonly byCategory: Numbers;
  readonly byStatus: Numbers;
  readonly byDetector: Numbers;
}

type Counted = Pick<FindingRecord, 'severity' | 'category' | 'detectorId'> & {
  /** The status as it is shown. */
  readonly status: string;
};

export function countFindings(records: readonly Counted[]): FindingNumbers {
  return {
    bySeverity: numbersOf(records, ({ severity }) => severity),
    byCategory: numbersOf(records, ({ category }) => category),
    byStatus: numbersOf(records, ({ status }) => status),
    byDetector: numbersOf(records, ({ detectorId }) => detectorId),
  };
}

/** Counts the items of each name. */
export function numbersOf<T>(items: readonly T[], nameOf: (item: T) => string): Numbers {
  const numbers = new Map<string, number>();
  for (const item of items) numbers.set(nameOf(item), (numbers.get(nameOf(item)) ?? 0) + 1);
  return Object.fromEntries(numbers);
}
