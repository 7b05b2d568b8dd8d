import * as z from 'zod';
import { FEED_TRAILS_MS } from '../classification/change-feed';
import { type Levels, readLevels } from '../classification/level-store';
import { LEVELS_ROW } from '../classification/model';
import { weakeningsIn } from '../classification/settings';
import { BELOW_ROW, countBelow } from '../counts/below-since';
import { asOpen } from '../findings/exclusions/shown-status';
import { readFindingConditions } from '../findings/finding-conditions';
import { findingRecord } from '../findings/model';
import { readSiteExposure } from '../exposure/reads';
import { endingIn, exceptionFor, readExposure } from '../exposure/rules';
import { listPageRows, type PageData } from '../exposure/store';
import { readAhead, type RowReader } from '../platform/read-ahead';
import { type FollowedRows, listOldestFirst, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { parseSchedules, SCHEDULES_ROW } from '../runs/schedules';
import { FAILED_PARTS_ROW, parseFailedParts } from '../upkeep/failed-parts';
import type { Alerts } from './alert-rules';
import { addCounts, type AlertState } from './alert-state';
import { ALERT_RULES, type AlertRule, lateIn } from './conditions';

/**
 * Counts what is new for each rule that is on. The last event is stored with the counts in one write, so nothing is counted
 * twice, and a lost run loses nothing. Events are read in their order up to a time after which none appears before it.
 */

export interface CountAlerts {
  readonly storage: Storage;
  readonly installationId: string;
  readonly now: Date;
  /** The scheduled trigger that counts. It is not late. */
  readonly trigger: string;
}

/** Longer than a scan takes from its time to its rows, which is the time limit of a queue consumer. */
const SCAN_TRAILS_MS = 600_000;
/** The events of a rule in one run. The next run continues. */
const EVENTS_AT_ONCE = 2_000;
const DAY_MS = 86_400_000;

interface Counted {
  readonly count: number;
  readonly next: Partial<Pick<AlertState, 'cursors' | 'reported' | 'belowReported' | 'overReported'>>;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function countAlerts(context: CountAlerts, alerts: Alerts, state: AlertState): Promise<AlertState> {
  const on: readonly AlertRule[] = ALERT_RULES.filter((name) => alerts.rules[name].isOn);
  const rows = await readAhead(context.storage, on.some(isOfState) ? STATE_ROWS : []);
  const next: AlertState = {
    ...state,
    cursors: onlyOf(on, state.cursors),
    reported: onlyOf(on, state.reported),
    waiting: onlyOf(on, state.waiting),
  };
  if (!on.includes('below-required')) delete next.belowReported;
  if (!on.includes('over-exposed')) delete next.overReported;
  // One after another, so that their rows are not in memory together.
  for (const name of on) {
    const { count, next: counted } = await COUNT[name]({ ...context, name, alerts, state: next, rows });
    Object.assign(next, counted, { waiting: addCounts(next.waiting, { [name]: count }) });
  }
  return next;
}

function onlyOf<T>(on: readonly AlertRule[], all: { readonly [Name in AlertRule]?: T | undefined }) {
  return Object.fromEntries(on.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

interface RuleContext extends CountAlerts {
  readonly name: AlertRule;
  readonly alerts: Alerts;
  readonly state: AlertState;
  readonly rows: RowReader;
}

const isOfState = (name: AlertRule) => name !== 'critical' && name !== 'leaked' && name !== 'expiring';
const STATE_ROWS = [SCHEDULES_ROW, FAILED_PARTS_ROW, BELOW_ROW, { entity: 'config', key: LEVELS_ROW.key }] as const;

const COUNT: Readonly<Record<AlertRule, (context: RuleContext) => Promise<Counted>>> = {
  critical: async (context) => {
    const { storage, now } = context;
    const found = await followEvents(context, SCAN_TRAILS_MS, (after, to) =>
      listOldestFirst(storage, {
        ...{ entity: 'detection', index: 'by-severity', partition: 'critical', after, to, limit: EVENTS_AT_ONCE },
        time: 'foundAt',
        schema: findingRecord,
        pick: (_id, record) => record,
      }),
    );
    if (found.items.length === 0) return { count: 0, next: found.next };
    const { exclusions, ...conditions } = await readFindingConditions(storage);
    const by = { ...conditions, exclusions: exclusions.all, now };
    const open = found.items.filter((record) => {
      const { pageId, spaceId, data } = record;
      return asOpen(record, { pageId, spaceId, levelId: data.levelId }, by)?.severity === 'critical';
    });
    return { count: open.length, next: found.next };
  },
  leaked: (context) => countEvents(context, 'apikey.leak_reported'),
  expiring: (context) => countEvents(context, 'apikey.expiring'),
  'below-required': async ({ rows, state, alerts, now }) => {
    const { days = 1 } = alerts.rules['below-required'];
    const to = new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const { belowReported = '' } = state;
    if (to <= belowReported) return { count: 0, next: {} };
    const { value } = await BELOW_ROW.read(rows);
    return { count: countBelow(value, belowReported, to), next: { belowReported: to } };
  },
  weakened: async (context) => {
    const levels = await readLevels(context.rows, context.installationId);
    return compareWithReported(context, weakenedIn(levels));
  },
  late: async (context) => {
    const { rows, now, trigger } = context;
    const { schedules, lostRuns } = parseSchedules(await rows.read(SCHEDULES_ROW.entity, SCHEDULES_ROW.key), now);
    return compareWithReported(
      context,
      lateIn(schedules, lostRuns).filter((one) => one !== trigger),
    );
  },
  'over-exposed': async (context) => {
    const { state, alerts, now } = context;
    const { days = 1 } = alerts.rules['over-exposed'];
    const to = new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const { overReported = '' } = state;
    if (to <= overReported) return { count: 0, next: {} };
    return { count: await countOver(context, overReported, to), next: { overReported: to } };
  },
  'open-to-anyone': async (context) => {
    const { storage, rows, now, installationId } = context;
    const levels = await readLevels(rows, installationId);
    const { openToAnyone } = await readSiteExposure({ storage, levels, now });
    return compareWithReported(
      context,
      Object.entries(openToAnyone).flatMap(([spaceId, pages]) => (pages > 0 ? [spaceId] : [])),
    );
  },
  'exception-ending': async (context) => {
    const levels = await readLevels(context.rows, context.installationId);
    return compareWithReported(context, endingIn(await readExposure(context.storage, levels), context.now));
  },
  failed: async (context) => {
    const parts = parseFailedParts(await context.rows.read(FAILED_PARTS_ROW.entity, FAILED_PARTS_ROW.key));
    return compareWithReported(
      context,
      // The failure of the alerts is on the overview only.
      parts.flatMap(({ part }) => (part === 'alerts' ? [] : [part])),
    );
  },
};

/** Counts the pages without an exception whose time over their rule began after one day, and on another day at the latest. */
async function countOver({ storage, rows, installationId, now }: RuleContext, after: string, to: string) {
  const exposure = await readExposure(storage, await readLevels(rows, installationId));
  const isNew = ({ overSince = '' }: PageData) =>
    overSince.slice(0, to.length) > after && overSince.slice(0, to.length) <= to;
  let count = 0;
  let place: Position | undefined;
  // The list follows the risk, so the new pages are anywhere in it.
  do {
    const { items, next } = await listPageRows(storage, {
      ...{ verdict: 'over', after: place, limit: EVENTS_AT_ONCE, isWanted: ({ data }) => isNew(data) },
    });
    count += items.filter(({ pageId, record: { spaceList: spaceId, data } }) => {
      return exceptionFor(exposure, { pageId, spaceId, levelId: data.levelId }, now) === undefined;
    }).length;
    place = next;
  } while (place !== undefined);
  return count;
}

/** The spaces whose settings are weaker than those of the site. */
export function weakenedIn(levels: Levels): readonly string[] {
  return Object.keys(levels.settings.ownSpaces ?? {}).filter((spaceId) => weakeningsIn(levels, spaceId).length > 0);
}

/** Counts the names that were not true at the last count. */
function compareWithReported({ name, state }: RuleContext, now: readonly string[]): Counted {
  const reported = state.reported[name] ?? [];
  return {
    count: now.filter((one) => !reported.includes(one)).length,
    next: { reported: { ...state.reported, [name]: now } },
  };
}

async function countEvents(context: RuleContext, type: string): Promise<Counted> {
  const { items, next } = await followEvents(context, FEED_TRAILS_MS, (after, to) =>
    listOldestFirst(context.storage, {
      ...{ entity: 'audit', index: 'by-type', partition: type, after, to, limit: EVENTS_AT_ONCE },
      ...{ time: 'time', schema: z.unknown(), pick: (id) => id },
    }),
  );
  return { count: items.length, next };
}

/** Follows the events since the rule was turned on, or since the last count. */
async function followEvents<T>(
  { name, alerts, state, now }: RuleContext,
  trailsMs: number,
  list: (after: Position, to: string) => Promise<FollowedRows<T>>,
): Promise<{ readonly items: readonly T[]; readonly next: Counted['next'] }> {
  const since = alerts.rules[name].since ?? now.toISOString();
  const stored = state.cursors[name];
  const after = stored === undefined || stored.time < since ? { time: since, key: '' } : stored;
  const { items, next } = await list(after, new Date(now.getTime() - trailsMs).toISOString());
  return { items, next: { cursors: { ...state.cursors, [name]: next } } };
}
