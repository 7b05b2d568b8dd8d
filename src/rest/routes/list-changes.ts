import * as z from 'zod';
import {
  BEFORE_ALL_CHANGES,
  type ChangeFilter,
  FEED_TRAILS_MS,
  type FollowedChange,
  readChanges,
} from '../../classification/change-feed';
import type { ListedContentType } from '../../classification/content-type';
import { type ExpiryNotice, expiryNotices, NOTICE_DAYS } from '../../keys/expiry-notices';
import type { Position } from '../../platform/rows-by-time';
import { CURSOR_PROBLEMS, questionOf } from '../cursor';
import * as fields from '../fields';
import { FILTER_PROBLEMS, isChangeInLimit, levelIdsOf, requireInLimits } from '../filter-limits';
import { readQuery } from '../middleware/input';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import { Problem } from '../problem';
import type { AuthorizedRequest, Route } from '../route';
import { isOfHiddenPlace, listVisible } from '../visible-pages';
import { CHANGE_EXAMPLE, changeBody, toChangeBody } from './change-schemas';
import { ok } from '../operation';

/** Longer than for other lists, because an integration may be idle over a holiday. */
const CURSOR_LIFETIME_MS = 30 * 86_400_000;

const CHANGED = 'page.level.changed';
const EXPIRING = 'api-key.expiring';
const TYPES = [CHANGED, EXPIRING] as const;

/** Everything that the cursors of the feed depend on. Add a new filter at the end (../cursor.ts). */
const filters = z.strictObject({
  type: z
    .enum(TYPES, { error: `must be one of ${TYPES.join(', ')}` })
    .optional()
    .meta({ description: 'Only events of this type.', examples: ['page.level.changed'] }),
  levelId: fields.levelFilter('Only changes whose new or previous level is this level'),
  pageId: fields.pageId.optional().meta({ description: 'Only changes of this page.' }),
  spaceId: fields.spaceId
    .optional()
    .meta({ description: 'Only changes of pages that are currently in this space.', examples: ['98306'] }),
  spaceKey: fields.spaceKey,
  contentType: fields.contentTypes,
});

const levelChanged = changeBody
  .extend({
    type: z.literal(CHANGED),
    spaceId: z.string().meta({ description: 'The current space of the page.' }),
    title: fields.pageTitle,
  })
  .meta({ id: 'PageLevelChanged', description: 'The level of a page was changed.' });

const keyExpiring = z
  .strictObject({
    type: z.literal(EXPIRING),
    changeId: z.uuid(),
    changedAt: z.iso.datetime({ precision: 3 }).meta({ description: 'The number of days until the key expires.' }),
    apiKeyId: z.string().meta({ description: 'The id of the key of the request.' }),
    apiKeyName: z.string(),
    expiresAt: z.iso.datetime({ precision: 3 }).meta({ description: 'The instant from which the key is rejected.' }),
    days: z.union(NOTICE_DAYS.map((days) => z.literal(days))),
  })
  .meta({ id: 'ApiKeyExpiring', description: 'The key of the request expires soon. Ask a site admin to rotate it.' });

const entry = z
  .union([levelChanged, keyExpiring])
  .meta({ id: 'FeedEntry', description: 'An event, described by its `type`. More types may be added.' });

type Entry = z.infer<typeof entry>;

const answer = pageOf(entry)
  .extend({
    cursor: z
      .string()
      .meta({ description: 'The position after these changes. Send it as `after` in the next request, now or later.' }),
  })
  .meta({ id: 'ChangeFeed' });

const query = filters.extend({
  after: fields.cursor.meta({
    description: 'The `cursor` of the previous response. Default: the first change of the site.',
    examples: ['WzEsIjIwMjYiXQ'],
  }),
  from: fields.instant.optional().meta({
    description: 'Starts at the first change at or after this time. Cannot be combined with `after`.',
  }),
  limit: fields.limit,
  fields: fields.entryFields(answer),
});

const SCOPE = 'classification::read';

export const listChanges: Route = {
  method: 'GET',
  path: '/v1/change',
  operationId: 'listChanges',
  summary: 'Follow the changes of page levels',
  description: `Returns every change of a page level, and reminders 14, 7 and 1 days before the key of the request expires. Events are ordered oldest first and appear once per changeId, ${FEED_TRAILS_MS / 1_000} seconds after they happened. Store \`cursor\` and send it as \`after\`: immediately while \`_links.next\` is present, otherwise after a minute or more. A cursor is valid for 30 days. The feed contains only changes to levels inside the page access limit of the key, on pages that the key can see at the time of the request; others are skipped permanently. A change that storage lists more than a minute late is skipped, too: read the last two days once a day with \`from\`, and ignore each changeId that you know, if you need every change. Filters are combined with AND. A feed with a filter by level, page or space has no reminders, and its cursor also moves over the changes that do not match. While the key cannot see the page or the space of a filter, the feed is empty and its cursor stays. A page of the feed can be short, or empty, and still have a next page.`,
  scope: SCOPE,
  query,
  success: ok(
    'The next changes.',
    answer,
    {
      results: [{ type: 'page.level.changed', spaceId: '98306', title: 'Release process', ...CHANGE_EXAMPLE }],
      cursor: 'WzEsIjIwMjYtMTEtMjFUMDk6MzA6MDAuMDAwWiJd',
      _links: {},
    },
    PAGE_HEADERS,
  ),
  problems: [...CURSOR_PROBLEMS, ...FILTER_PROBLEMS],
  prepare: (exchange) => {
    const { after, from, limit, fields: _, ...given } = readQuery(exchange, query);
    if (after !== undefined && from !== undefined)
      throw notTogether('from', 'after', 'Send from only in the first request. A cursor contains the position.');
    const { type, levelId, pageId, spaceId, contentType } = given;
    const [narrowed] = PLACES.filter((name) => given[name] !== undefined);
    if (type === EXPIRING && narrowed !== undefined)
      throw notTogether(narrowed, `type=${EXPIRING}`, 'A reminder belongs to no page.');
    const question = questionOf(listChanges.operationId, filters, given);
    return {
      points: 'when-known',
      run: async (request) => {
        const { cursors } = request;
        const start = after === undefined ? startAt(from) : cursors.read(after, question, 'after');
        const levelIds = levelIdsOf(request.levels, levelId);
        requireInLimits(request, levelIds, spaceId);
        const isHidden = await isOfHiddenPlace(request, { pageId, spaceId }, SCOPE, contentType);
        const wanted = { type: narrowed === undefined ? type : CHANGED, levelIds, pageId, spaceId, contentType };
        const { results, next, hasMore } = isHidden
          ? { results: [], next: start, hasMore: false }
          : await follow(request, wanted, start, limit);
        const cursor = cursors.write(next, question, CURSOR_LIFETIME_MS);
        const list = listAnswer(exchange, results, hasMore ? cursor : undefined, 'after', 'from');
        const body: z.infer<typeof answer> = { results: [...results], cursor, _links: list.body._links };
        return { ...list, body };
      },
    };
  },
};

function startAt(from: string | undefined): Position {
  return from === undefined ? BEFORE_ALL_CHANGES : { time: from, key: '' };
}

interface Followed {
  readonly results: readonly Entry[];
  /** The position after which the next request continues. */
  readonly next: Position;
  readonly hasMore: boolean;
}

/** The filters that only changes can match. */
const PLACES = ['levelId', 'pageId', 'spaceId', 'spaceKey'] as const;

interface Wanted extends ChangeFilter {
  readonly type: (typeof TYPES)[number] | undefined;
  readonly spaceId: string | undefined;
  readonly contentType: ListedContentType | undefined;
}

async function follow(request: AuthorizedRequest, wanted: Wanted, after: Position, limit: number): Promise<Followed> {
  const changes = await followChanges(request, wanted, after, limit);
  if (wanted.type === CHANGED) return changes;
  const { key, now } = request;
  // All changes before this time have been returned.
  const returnedUntil = changes.hasMore ? Date.parse(changes.next.time) : now.getTime() - FEED_TRAILS_MS;
  const to = new Date(returnedUntil - 1);
  const notices = expiryNotices(key, after, to).map(toExpiringBody);
  if (notices.length === 0) return changes;
  const all = [...changes.results, ...notices].sort((a, b) => (isBefore(placeOf(a), placeOf(b)) ? -1 : 1));
  const results = all.slice(0, limit);
  const last = results.at(-1);
  if (results.length < all.length && last !== undefined) return { results, next: placeOf(last), hasMore: true };
  const lastNotice = notices.map(placeOf).reduce((one, other) => (isBefore(one, other) ? other : one));
  return { ...changes, results, next: isBefore(changes.next, lastNotice) ? lastNotice : changes.next };
}

const placeOf = ({ changedAt, changeId }: Entry): Position => ({ time: changedAt, key: changeId });

function isBefore(one: Position, other: Position): boolean {
  return one.time < other.time || (one.time === other.time && one.key < other.key);
}

function toExpiringBody({ noticeId, time, keyId, name, expiresAt, days }: ExpiryNotice): z.infer<typeof keyExpiring> {
  const type = EXPIRING;
  return { type, changeId: noticeId, changedAt: time, apiKeyId: keyId, apiKeyName: name, expiresAt, days };
}

function followChanges(
  request: AuthorizedRequest,
  { type, spaceId, contentType = 'page', ...filter }: Wanted,
  after: Position,
  limit: number,
): Promise<Followed> {
  const { storage, now } = request;
  return listVisible<FollowedChange, Entry, Position>(request, {
    contentType,
    after,
    limit,
    find: (place, wanted) =>
      type === EXPIRING
        ? Promise.resolve({ items: [], next: place, hasMore: false })
        : readChanges(storage, { ...filter, contentType, now, after: place, limit: wanted }),
    // The page's current level is inside the limit, because the page is visible. The levels of the change must be as
    // well.
    show: ({ entry: change }, page) =>
      isChangeInLimit(request, change) && (spaceId === undefined || spaceId === page.spaceId)
        ? { type: CHANGED, spaceId: page.spaceId, title: page.title, ...toChangeBody(request, change) }
        : undefined,
  });
}

function notTogether(parameter: string, other: string, detail: string): Problem {
  const title = `${parameter} cannot be combined with ${other}`;
  const error = { code: 'INVALID_PARAMETER' as const, title, detail, parameter };
  return new Problem('INVALID_PARAMETER', { errors: [error] });
}
