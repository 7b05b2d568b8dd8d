import type { Scalar } from './attribute-value';
import { byKey, entityCollection, kvsCollection, type Entity, type ListIndex } from './catalog';
import { parseFilters, parseRange, scalarOfType } from './condition';
import { readCursor, writeCursor } from './cursor';
import type { AttributeType } from './entity-definitions';
import { readAttributes } from './entity-value';
import { partitionText } from './index-entries';
import type { ListedRow, PageRequest } from './lagging-copy';
import { limits } from './limits';
import { Refusal } from './refusal';
import type { RawEntityQuery, RawQuery } from './requests';
import { rowAnswer } from './row-answer';
import { wholeIndex, type Stretch } from './sort-position';
import type { Answer, Store } from './store';

export function queryKvs(store: Store, { after: cursor, ...query }: RawQuery): Answer {
  const limit = query.limit ?? limits.pageDefault;
  if (!isPageLimit(limit)) {
    throw new Refusal('LIST_QUERY_LIMIT_EXCEEDED', `The limit must be between 1 and ${limits.pageMaximum}`);
  }
  const parameters = { store: 'kvs', ...query, limit };
  const request = {
    collection: kvsCollection,
    index: byKey.name,
    partition: partitionText([]),
    stretch: kvsStretch(query.where ?? []),
    descending: false,
    limit,
  };
  const { rows, nextCursor } = readPage(store, request, parameters, cursor);
  return pageAnswer(
    rows.map((row) => rowAnswer(row.key, row, query.options?.metadataFields)),
    nextCursor,
  );
}

function kvsStretch(where: NonNullable<RawQuery['where']>): Stretch {
  const [condition, ...more] = where;
  if (!condition) return wholeIndex;
  if (more.length > 0) throw new Refusal('QUERY_WHERE_INVALID', 'A query takes one where condition');
  if (condition.property !== 'key') throw new Refusal('QUERY_WHERE_FIELD_INVALID', 'Only the key can be queried');
  if (condition.condition !== 'BEGINS_WITH') {
    throw new Refusal('INVALID_FILTER_CONDITION', 'The only condition on keys is beginsWith');
  }
  return parseRange('string', condition);
}

export function queryEntity(store: Store, { cursor, ...query }: RawEntityQuery): Answer {
  const entity = store.catalog.entity(query.entityName);
  const index = entity.indexes.get(query.indexName);
  if (!index) throw new Refusal('INVALID_ENTITY_INDEX', `${entity.name} has no index ${query.indexName}`);
  const limit = query.limit ?? limits.pageDefault;
  if (!isPageLimit(limit)) {
    throw new Refusal(
      'COMPLEX_QUERY_PAGE_LIMIT_NOT_IN_RANGE',
      `The page limit must be set between 1 and ${limits.pageMaximum}`,
    );
  }
  const conditions = (query.filters?.and?.length ?? query.filters?.or?.length ?? 0) + (query.range ? 1 : 0);
  if (conditions > limits.queryConditions) {
    throw new Refusal('INVALID_FILTER_CONDITION', `More than ${limits.queryConditions} conditions`);
  }
  const filters = query.filters && parseFilters(entity, query.filters);
  const request = {
    collection: entityCollection(entity.name),
    index: index.name,
    partition: partitionText(parsePartition(entity, index, query.partition ?? [])),
    stretch: query.range ? parseRange(rangeType(entity, index), query.range) : wholeIndex,
    descending: query.sort === 'DESC',
    limit,
  };
  const { rows, nextCursor } = readPage(store, request, { store: 'entity', ...query, limit }, cursor);
  // Filters apply to the rows that the page read, so a page can be empty and still not be the last.
  const kept = filters ? rows.filter((row) => filters.matches(readAttributes(row.value))) : rows;
  return pageAnswer(
    kept.map((row) => rowAnswer(row.key, row, query.options?.metadataFields)),
    nextCursor,
  );
}

/** All values, in the order that the index declares. Only their types can reveal a wrong order. */
function parsePartition(entity: Entity, index: ListIndex, values: readonly unknown[]): Scalar[] {
  if (values.length !== index.partition.length) {
    throw new Refusal(
      'INVALID_ENTITY_INDEX',
      `The index ${index.name} needs the partition [${index.partition.join(', ')}], and got ${values.length} values`,
    );
  }
  return index.partition.map((name, at) => scalarOfType(typeOf(entity, name), values[at]));
}

function rangeType(entity: Entity, index: ListIndex): AttributeType {
  return index.range === undefined ? 'string' : typeOf(entity, index.range);
}

function typeOf(entity: Entity, attribute: string): AttributeType {
  const type = entity.attributes.get(attribute);
  if (type === undefined)
    throw new Refusal('INVALID_ENTITY_ATTRIBUTE', `${entity.name} has no attribute "${attribute}"`);
  return type;
}

function isPageLimit(limit: number): boolean {
  return Number.isInteger(limit) && limit >= 1 && limit <= limits.pageMaximum;
}

/**
 * A full page has a cursor even if nothing follows, because the underlying store (DynamoDB) stops at the limit without
 * reading further. So an app has to expect an empty last page.
 */
function readPage(
  store: Store,
  request: Omit<PageRequest, 'installationId' | 'after'>,
  parameters: unknown,
  cursor: string | undefined,
): { rows: ListedRow[]; nextCursor: string | undefined } {
  const after = cursor === undefined ? undefined : readCursor(parameters, cursor);
  const { installationId, nowMs } = store;
  const rows = store.copy.readPage({ ...request, installationId, ...(after ? { after } : {}) }, nowMs);
  const last = rows.length === request.limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last && writeCursor(parameters, last) };
}

function pageAnswer(data: readonly Record<string, unknown>[], cursor: string | undefined): Answer {
  return cursor === undefined ? { data } : { data, cursor };
}
