import * as z from 'zod';
import { confluenceId } from '../platform/confluence-id';
import { instant } from '../platform/instant';
import { storedDocument } from '../platform/stored-document';
import { type Alerts, pageOf } from './alert-rules';
import { ALERT_RULES, type AlertRule } from './conditions';

/** Everything that is counted and in no comment yet, and the comments that were written. */

const counts = z.partialRecord(z.enum(ALERT_RULES), z.int().min(1));
const place = z.strictObject({ time: z.string(), key: z.string() });

/**
 * A comment that an attempt writes, or wrote without an answer. Its token is in its link, so that the next attempt recognizes it,
 * and no other user can write it.
 */
const claim = z.strictObject({
  token: z.uuid(),
  at: instant,
  counts,
  /** It has counts of a daily digest. */
  isDigest: z.literal(true).optional(),
});

const page = z.strictObject({
  /** The last comment with alerts. */
  lastAt: instant.optional(),
  /** The day (UTC) of the last comment with those of the day. */
  digestOn: z.iso.date().optional(),
  claim: claim.optional(),
  /**
   * Why the last comment was not written. `hidden`: the page was deleted, or the app cannot see it. `refused`: the app may not comment
   * on it. `unavailable`: Confluence did not answer.
   */
  problem: z.enum(['hidden', 'refused', 'unavailable']).optional(),
});

const sent = z.strictObject({ at: instant, pageId: confluenceId, counts, isTest: z.literal(true).optional() });

const alertState = z.strictObject({
  /** The last event of each rule that is counted. */
  cursors: z.partialRecord(z.enum(ALERT_RULES), place),
  /** The names that were true at the last count, for each rule. */
  reported: z.partialRecord(z.enum(ALERT_RULES), z.array(z.string()).readonly()),
  /** Pages that fell below their level on this day (UTC) or earlier are counted. */
  belowReported: z.iso.date().optional(),
  /** Pages that have been over their exposure rule since this day (UTC) or earlier are counted. */
  overReported: z.iso.date().optional(),
  /** Counted, and in no comment yet. */
  waiting: counts,
  pages: z.record(confluenceId, page),
  /** The newest comments first. */
  sent: z.array(sent).readonly(),
});

export type AlertState = z.infer<typeof alertState>;
export type AlertCounts = z.infer<typeof counts>;
export type AlertPage = z.infer<typeof page>;
export type SentAlert = z.infer<typeof sent>;

/** Without a readable row, the rules count from the time at which they were turned on. */
export const ALERT_STATE_ROW = storedDocument(alertState, {
  key: 'alerts-state',
  initial: { cursors: {}, reported: {}, waiting: {}, pages: {}, sent: [] },
  unreadable: 'refused',
});

const KEPT_COMMENTS = 20;

export function withSent(state: AlertState, one: SentAlert): AlertState {
  return { ...state, sent: [one, ...state.sent].slice(0, KEPT_COMMENTS) };
}

export function addCounts(one: AlertCounts, other: AlertCounts, factor: 1 | -1 = 1): AlertCounts {
  const sums = ALERT_RULES.map((name) => [name, (one[name] ?? 0) + factor * (other[name] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}

/** The rules that are on and whose alerts cannot be written on their page. */
export function undeliveredIn(alerts: Alerts, { pages }: Pick<AlertState, 'pages'>): readonly AlertRule[] {
  return ALERT_RULES.filter((name) => {
    const pageId = pageOf(alerts, name);
    return alerts.rules[name].isOn && pageId !== undefined && pages[pageId]?.problem !== undefined;
  });
}
