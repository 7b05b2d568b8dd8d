import { contentJsonV1, hasAudience } from './content-json-v1';
import { webPath } from './content-json';
import { parseCql, type CqlNode, type CqlOperator, type CqlOrder, type CqlProperty } from './cql';
import { findPublishedContent } from './content-lookup';
import type { Call, Endpoint } from './endpoint';
import { beginOfPart, indexedVersion, reportedSize } from './inexact-search';
import { slice, type Slice } from './paging';
import { valueAt } from './property-index';
import { badRequest } from './refusal';
import type { Content, Version } from './rows';
import { plainText } from './storage-format';

const EXCERPT_LENGTH = 300;
const LIMITS = { usual: 25, most: 250 };
/** Atlassian documents this system limit for bodies, and that others exist. */
const MOST_WITH_AUDIENCE = 25;

/** The searchable values of one piece of content, computed when a comparison first needs them. */
class Candidate {
  constructor(
    private readonly call: Call,
    readonly content: Content,
    private readonly version: Version,
    private readonly labelNames: ReadonlyMap<string, ReadonlySet<string>>,
  ) {}

  get labels(): ReadonlySet<string> {
    return this.labelNames.get(this.content.id) ?? new Set();
  }

  get spaceKey(): string {
    return this.call.site.spaces.byId(this.content.spaceId)?.key ?? '';
  }

  get ancestors(): readonly string[] {
    return this.call.site.contents.ancestors(this.content).map((ancestor) => ancestor.id);
  }

  get title(): string {
    return this.version.title;
  }

  get text(): string {
    return `${this.title} ${plainText(this.version.body)}`.toLowerCase();
  }

  /** As the index has it. Undefined if the page lacks the property, or the property the path. */
  property(property: CqlProperty): string | number | undefined {
    return valueAt(this.call.site.contents.indexedProperty(this.content.id, property.key), property);
  }

  get lastModified(): string {
    return this.version.createdAt;
  }
}

/** Every word of the phrase must occur; a trailing `*` matches prefixes. */
function containsWords(text: string, phrase: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return phrase
    .toLowerCase()
    .split(/[^\p{L}\p{N}*]+/u)
    .filter((word) => word !== '')
    .every((word) =>
      word.endsWith('*') ? words.some((one) => one.startsWith(word.slice(0, -1))) : words.includes(word),
    );
}

/** `2025-03-01`, `2025/03/01 14:30` and the like, as the prefix of a UTC timestamp. */
function dateOf(value: string): string {
  const match = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T](\d{2}):(\d{2}))?$/.exec(value);
  if (match === null)
    throw badRequest(`Could not parse cql : '${value}' is not a date; use yyyy-MM-dd or "yyyy-MM-dd HH:mm"`);
  const [, year = '', month = '', day = '', hour, minute] = match;
  return `${year}-${month}-${day}${hour === undefined || minute === undefined ? '' : `T${hour}:${minute}`}`;
}

function matches(candidate: Candidate, node: CqlNode): boolean {
  switch (node.kind) {
    case 'and':
      return matches(candidate, node.left) && matches(candidate, node.right);
    case 'or':
      return matches(candidate, node.left) || matches(candidate, node.right);
    case 'not':
      return !matches(candidate, node.operand);
    case 'compare':
      return compares(candidate, node);
    case 'property':
      return comparesProperty(candidate, node);
  }
}

/** The order of two values, for an operator that is not about lists. */
function holds(operator: CqlOperator, order: number): boolean {
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      throw new Error(`The operator ${operator} compares no order.`);
  }
}

/** A page without the value matches no comparison, except `!=` and `not in`, which are negations. */
function comparesProperty(
  candidate: Candidate,
  { property, operator, values }: Extract<CqlNode, { kind: 'property' }>,
): boolean {
  const actual = candidate.property(property);
  const isNegated = operator === '!=' || operator === 'not in';
  const positive = operator === '!=' || operator === 'not in' || operator === 'in' ? '=' : operator;
  const has = (value: string): boolean => {
    const order = property.type === 'date' ? dateOrder(actual, value) : orderOf(actual, value);
    return order !== undefined && holds(positive, order);
  };
  return values.some(has) !== isNegated;
}

function orderOf(actual: string | number | undefined, value: string): number | undefined {
  if (actual === undefined) return undefined;
  if (typeof actual === 'number') return actual - Number(value);
  return actual < value ? -1 : actual > value ? 1 : 0;
}

/** Compares with the precision of the query, so that `created = 2025-03-01` includes the whole day. */
function dateOrder(actual: string | number | undefined, value: string): number | undefined {
  const date = dateOf(value);
  return typeof actual === 'string' ? orderOf(actual.slice(0, date.length), date) : undefined;
}

function compares(candidate: Candidate, { field, operator, values }: Extract<CqlNode, { kind: 'compare' }>): boolean {
  const { content } = candidate;
  if (field === 'created' || field === 'lastmodified') {
    const order = dateOrder(field === 'created' ? content.createdAt : candidate.lastModified, values[0] ?? '');
    return order !== undefined && holds(operator, order);
  }
  const negated = operator === '!=' || operator === 'not in' || operator === '!~';
  const has = (value: string): boolean => {
    switch (field) {
      case 'type':
        return content.type === value.toLowerCase();
      case 'space':
        return candidate.spaceKey.toLowerCase() === value.toLowerCase();
      case 'label':
        return candidate.labels.has(value.toLowerCase());
      case 'id':
        return content.id === value;
      case 'title':
        return operator === '~' || operator === '!~'
          ? containsWords(candidate.title, value)
          : candidate.title.toLowerCase() === value.toLowerCase();
      case 'text':
        return containsWords(candidate.text, value);
      case 'ancestor':
        return candidate.ancestors.includes(value);
      case 'parent':
        return content.parentId === value;
      case 'creator':
        return content.authorId === value;
    }
  };
  return values.some(has) !== negated;
}

function keyOf(candidate: Candidate, field: CqlOrder['field']): string | number {
  switch (field) {
    case 'id':
      return Number(candidate.content.id);
    case 'title':
      return candidate.title.toLowerCase();
    case 'created':
      return candidate.content.createdAt;
    case 'lastmodified':
      return candidate.lastModified;
    case 'type':
      return candidate.content.type;
    case 'space':
      return candidate.spaceKey;
  }
}

function compareBy(orders: readonly CqlOrder[]) {
  return (a: Candidate, b: Candidate): number => {
    for (const { field, descending } of orders) {
      const [left, right] = [keyOf(a, field), keyOf(b, field)];
      if (left !== right) return (left < right ? -1 : 1) * (descending ? -1 : 1);
    }
    return Number(a.content.id) - Number(b.content.id);
  };
}

/** The current and archived content that matches the query, as far as the caller can see it. */
function find(call: Call): { cql: string; where: CqlNode | undefined; found: readonly Content[] } {
  const cql = call.query('cql');
  if (cql === undefined || cql.trim() === '') throw badRequest('Could not parse cql : The query is missing');
  const parsed = parseCql(cql, { now: new Date(call.now), properties: call.properties });
  if (!parsed.ok) throw badRequest(`Could not parse cql : ${parsed.problem}`);
  const { where, order } = parsed.query;
  const labels = new Map<string, Set<string>>();
  for (const label of call.site.contents.allLabels()) {
    const names = labels.get(label.contentId) ?? new Set<string>();
    names.add(label.name);
    labels.set(label.contentId, names);
  }
  const found = call.site.contents
    .all()
    .filter(
      (content) => (content.status === 'current' || content.status === 'archived') && call.access.to(content).read,
    )
    .flatMap((content) => {
      const version = indexedVersion(call, content);
      return version === undefined ? [] : [new Candidate(call, content, version, labels)];
    })
    .filter((candidate) => where === undefined || matches(candidate, where))
    .sort(compareBy(order))
    .map((candidate) => candidate.content);
  return { cql, where, found };
}

/** Comments and attachments that a search for their types alone finds. They are counted, but not listed. */
function countOthers(call: Call, where: CqlNode | undefined): number {
  if (where?.kind !== 'compare' || where.field !== 'type') return 0;
  const isWanted = (type: string) => where.values.includes(type) && (where.operator === '=' || where.operator === 'in');
  const { contents } = call.site;
  const comments = isWanted('comment') ? [...contents.allComments('footer'), ...contents.allComments('inline')] : [];
  const attachments = isWanted('attachment')
    ? contents.allAttachments().filter(({ status }) => status === 'current')
    : [];
  return [...comments, ...attachments].filter(({ contentId }) => findPublishedContent(call, contentId) !== undefined)
    .length;
}

/** v1 gives links without the context path. */
function links(call: Call, next: Slice<unknown>['next']): Record<string, unknown> {
  return {
    ...(next === undefined ? {} : { next: next.replace(/^\/wiki/, '') }),
    base: `${call.baseUrl}/wiki`,
    context: '/wiki',
    self: `${call.baseUrl}${call.url.pathname}${call.url.search}`,
  };
}

function partOf(call: Call, found: readonly Content[], atMost = LIMITS.most): Slice<Content> {
  return slice(
    call,
    found,
    (content) => content.id,
    { ...LIMITS, atMost },
    (start, limit) => beginOfPart(call, start, limit),
  );
}

function search(call: Call): Response {
  const { cql, where, found } = find(call);
  const excerpts =
    call.oneOf('excerpt', ['highlight', 'indexed', 'none', 'highlight_unescaped', 'indexed_unescaped']) ?? 'highlight';
  const { items, limit, next } = partOf(call, found);
  const others = countOthers(call, where);
  return Response.json({
    results: items.map((content) => searchResult(call, content, excerpts !== 'none')),
    start: call.integer('start', { least: 0, most: 2 ** 31 - 1 }) ?? 0,
    limit,
    size: items.length,
    totalSize: reportedSize(call, found.length + others),
    cqlQuery: cql,
    searchDuration: 1,
    _links: links(call, next),
  });
}

function searchResult(call: Call, content: Content, withExcerpt: boolean): Record<string, unknown> {
  const space = call.site.spaces.byId(content.spaceId);
  const version = call.site.contents.currentVersion(content);
  return {
    content: contentJsonV1(call, content, call.list('expand')?.map((name) => name.replace(/^content\./, '')) ?? []),
    title: content.title,
    excerpt: withExcerpt ? plainText(version.body).slice(0, EXCERPT_LENGTH) : '',
    url: webPath(space, content),
    ...(space === undefined
      ? {}
      : { resultGlobalContainer: { title: space.name, displayUrl: `/spaces/${space.key}` } }),
    breadcrumbs: [],
    entityType: 'content',
    iconCssClass: `aui-icon content-type-${content.type}`,
    lastModified: version.createdAt,
    friendlyLastModified: version.createdAt.slice(0, 10),
    score: 0,
  };
}

function searchContent(call: Call): Response {
  const { found } = find(call);
  const expand = call.list('expand') ?? [];
  const { items, limit, next } = partOf(call, found, hasAudience(expand) ? MOST_WITH_AUDIENCE : LIMITS.most);
  return Response.json({
    results: items.map((content) => contentJsonV1(call, content, expand)),
    start: 0,
    limit,
    size: items.length,
    _links: links(call, next),
  });
}

const SCOPES = [['search:confluence'], ['read:content-details:confluence']];

export const searchEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/wiki/rest/api/search', scopes: SCOPES, handle: search },
  { method: 'GET', path: '/wiki/rest/api/content/search', scopes: SCOPES, handle: searchContent },
];
