import { SEVERITIES, type Severity } from '../../detection/detector';
import type { ListedRows, Position } from '../../platform/rows-by-time';
import type { Storage } from '../../platform/storage';
import { type FindingsQuery, type ListedFinding, listFindings } from './list-findings';

/**
 * Lists findings by severity, and the newest first within a severity. It reads one list for each
 * severity, one after the other, so a position is exact whatever the number of findings is.
 */

/** @throws StorageUnavailableError */
export function listMostSevere(storage: Pick<Storage, 'list'>, query: FindingsQuery) {
  return listSeverities(storage, SEVERITIES.toReversed(), query);
}

/** @throws StorageUnavailableError */
export function listLeastSevere(storage: Pick<Storage, 'list'>, query: FindingsQuery) {
  return listSeverities(storage, SEVERITIES, query);
}

async function listSeverities(
  storage: Pick<Storage, 'list'>,
  inOrder: readonly Severity[],
  { filter, after, limit, ...query }: FindingsQuery,
): Promise<ListedRows<ListedFinding>> {
  const { severity: only, severities = inOrder } = filter;
  const wanted = inOrder.filter((one) => (only === undefined || only === one) && severities.includes(one));
  const place = after === undefined ? undefined : readPosition(after);
  const remaining = place === undefined ? wanted : wanted.slice(Math.max(0, wanted.indexOf(place.severity)));
  const items: ListedFinding[] = [];
  for (const severity of remaining) {
    const listed = await listFindings(storage, {
      ...query,
      filter: { ...filter, severity },
      after: place?.severity === severity ? place.at : undefined,
      // One more finding than is missing shows that a full list continues.
      limit: limit - items.length + 1,
      isEachSeverity: true,
    });
    items.push(...listed.items.map((item) => ({ ...item, at: positionIn(severity, item.at) })));
    const last = items[limit - 1];
    if (last !== undefined && items.length > limit) return { items: items.slice(0, limit), next: last.at };
    if (listed.next !== undefined) return { items, next: positionIn(severity, listed.next) };
  }
  return { items, next: undefined };
}

const SEPARATOR = ' ';

/** A position in the list of one severity, as a position in the whole list. */
function positionIn(severity: Severity, { time, key }: Position): Position {
  return { time, key: `${severity}${SEPARATOR}${key}` };
}

/** @throws RangeError if the position is not from this list */
function readPosition({ time, key }: Position): { readonly severity: Severity; readonly at: Position } {
  const [name, ...rest] = key.split(SEPARATOR);
  const severity = SEVERITIES.find((one) => one === name);
  if (severity === undefined) throw new RangeError('the position has no severity');
  return { severity, at: { time, key: rest.join(SEPARATOR) } };
}
