import type { AdminOperations } from '../../../../src/admin/contract';
import type { AddressPart } from '../address-part';
import { type Sort, sorted, sortIn, sortText } from '../sort';
import { SEVERITIES } from './filter';
import type { TriageRow } from './names';

/** The order of the list of findings, and of groups. Both are in the address. */

interface Order<Column extends string> {
  readonly sort: Sort<Column>;
}

function orderBy<Column extends string>(columns: readonly Column[], initial: Column): AddressPart<Order<Column>> {
  return {
    read: ({ sort }) => ({ sort: sortIn(sort, columns) ?? { column: initial, isDescending: true } }),
    write: ({ sort }) => ({ sort: sortText(sort) }),
  };
}

/** The resolver sorts findings, because the list has pages. */
export type FindingColumn = 'severity' | 'found';
/** The most severe first, because they need a decision first. */
export const FINDING_ORDER = orderBy<FindingColumn>(['severity', 'found'], 'severity');

export type FindingOrder = NonNullable<AdminOperations['listFindings']['input']['order']>;

export function findingOrder({ column, isDescending }: Sort<FindingColumn>): FindingOrder {
  if (column === 'severity') return isDescending ? 'most-severe' : 'least-severe';
  return isDescending ? 'newest' : 'oldest';
}

export type GroupColumn = FindingColumn | 'count' | 'pages';
/** Groups with the most findings first. */
export const GROUP_ORDER = orderBy<GroupColumn>(['severity', 'found', 'count', 'pages'], 'count');

export function sortGroups(rows: readonly TriageRow[], sort: Sort<GroupColumn>): readonly TriageRow[] {
  return sorted(rows, sort, (a, b, column) => {
    switch (column) {
      case 'severity':
        return SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
      case 'found':
        return a.finding.foundAt.localeCompare(b.finding.foundAt);
      case 'count':
        return a.count - b.count;
      case 'pages':
        return a.pageIds.length - b.pageIds.length;
    }
  });
}
