import * as z from 'zod';
import { auditDetails } from '../audit/details';
import { isDeepStrictEqual } from 'node:util';
import type { ConfigurationEdit, ConfigurationKind } from '../configuration/change-configuration';
import { readConfiguration } from '../configuration/read-configuration';
import { confluenceId } from '../platform/confluence-id';
import { instant } from '../platform/instant';
import { storedDocument } from '../platform/stored-document';
import { ALERT_RULES, type AlertRule, FIRST_DAYS } from './conditions';

/** The rules for alerts: whom they mention, when, and on which page. */

const MAX_PAGES = 5;
const MAX_PEOPLE = 20;
const MAX_DAYS = 90;

const rule = z.strictObject({
  isOn: z.boolean(),
  /** The people whom the comment mentions. */
  accountIds: z.array(z.string().min(1).max(128)).max(MAX_PEOPLE).readonly(),
  /** `daily`: in one comment a day. */
  when: z.enum(['at-once', 'daily']),
  /** One of the chosen pages. Omitted: the first one. */
  pageId: confluenceId.optional(),
  /** For pages below their level or over their rule: after how many days. */
  days: z.int().min(1).max(MAX_DAYS).optional(),
});

/** A path of the site, never another site. */
const address = z.string().regex(/^\/(?!\/)[\w\-.~%/]{0,499}$/);

const pageIds = z.array(confluenceId).max(MAX_PAGES).readonly();

/** `since`: when the rule was turned on. Earlier events do not count. */
const storedRule = rule.extend({ since: instant.optional() });

export const ALERTS_ROW = storedDocument(
  z.strictObject({
    pageIds,
    /** The path of the page *Alerts* of the admin area, to which comments link. Omitted: not known. */
    address: address.optional(),
    rules: z.partialRecord(z.enum(ALERT_RULES), storedRule),
  }),
  { key: 'alerts', unreadable: 'refused' },
);

export const alertsChange = z.strictObject({
  pageIds,
  address: address.optional(),
  rules: z.record(z.enum(ALERT_RULES), rule),
});

export type AlertsChange = z.infer<typeof alertsChange>;
export type Rule = z.infer<typeof storedRule>;

export interface Alerts {
  /** 0: they were never changed. */
  readonly revision: number;
  readonly pageIds: readonly string[];
  readonly address?: string | undefined;
  readonly rules: Readonly<Record<AlertRule, Rule>>;
}

type StoredAlerts = NonNullable<ReturnType<typeof ALERTS_ROW.find>>;

/** Leaks cannot wait for a day. */
const standardOf = (name: AlertRule): Rule => ({
  isOn: false,
  accountIds: [],
  when: name === 'leaked' || name === 'critical' ? 'at-once' : 'daily',
  ...(FIRST_DAYS[name] === undefined ? {} : { days: FIRST_DAYS[name] }),
});

/** @param stored undefined: they were never changed */
export function alertsOf(stored: StoredAlerts | undefined, revision = 0): Alerts {
  const of = (name: AlertRule) => stored?.rules[name] ?? standardOf(name);
  return {
    revision,
    pageIds: stored?.pageIds ?? [],
    ...(stored?.address === undefined ? {} : { address: stored.address }),
    rules: {
      critical: of('critical'),
      leaked: of('leaked'),
      'below-required': of('below-required'),
      weakened: of('weakened'),
      expiring: of('expiring'),
      late: of('late'),
      failed: of('failed'),
      'over-exposed': of('over-exposed'),
      'open-to-anyone': of('open-to-anyone'),
      'exception-ending': of('exception-ending'),
    },
  };
}

/** The page on which the alerts of a rule are written. Undefined: none is chosen. */
export function pageOf({ pageIds, rules }: Alerts, name: AlertRule): string | undefined {
  const { pageId } = rules[name];
  return pageId !== undefined && pageIds.includes(pageId) ? pageId : pageIds[0];
}

type AlertsRefusal = 'CONFIGURATION_TOO_LARGE';

export const ALERTS_CONFIGURATION: ConfigurationKind<
  Alerts,
  AlertsRefusal,
  'ALERTS_CHANGED' | 'CONFIGURATION_TOO_LARGE'
> = {
  rowKey: ALERTS_ROW.key,
  read: async (storage) => {
    const stored = await readConfiguration(storage, ALERTS_ROW);
    return alertsOf(stored?.value, stored?.revision);
  },
  valueOf: ({ revision: _revision, ...value }) => value,
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  refusals: {
    CHANGED: {
      code: 'ALERTS_CHANGED',
      problem: 'PRECONDITION_FAILED',
      detail: 'Another admin changed the alerts. Reload the page, then try again.',
    },
    CONFIGURATION_TOO_LARGE: {
      code: 'CONFIGURATION_TOO_LARGE',
      problem: 'CONFIGURATION_FULL',
      detail: 'The settings are too large.',
    },
  },
};

/** The inputs that cannot be saved, with their errors. */
export function findWrongAlerts({ pageIds: chosen, rules }: AlertsChange) {
  return ALERT_RULES.flatMap((name) => {
    const { isOn, accountIds, pageId, days } = rules[name];
    const wrong = (member: string, message: string) => [{ field: `rules.${name}.${member}`, message }];
    if (pageId !== undefined && !chosen.includes(pageId)) return wrong('pageId', 'must be one of the chosen pages');
    if (FIRST_DAYS[name] !== undefined && days === undefined) return wrong('days', `must be 1 to ${MAX_DAYS}`);
    if (!isOn) return [];
    if (accountIds.length === 0) return wrong('accountIds', 'must have at least one person');
    return chosen.length === 0 ? [{ field: 'pageIds', message: 'must have at least one page' }] : [];
  });
}

/** Pure. The address of the admin area alone is no change. */
export function editAlerts({ pageIds: chosen, address: path, rules }: AlertsChange, now: Date) {
  return (current: Alerts): ConfigurationEdit<Alerts, AlertsRefusal> => {
    const ruleOf = (name: AlertRule): Rule => {
      const { since, isOn } = current.rules[name];
      const wanted = rules[name];
      if (!wanted.isOn) return wanted;
      return { ...wanted, since: isOn && since !== undefined ? since : now.toISOString() };
    };
    const next = alertsOf({
      pageIds: [...new Set(chosen)],
      address: path ?? current.address,
      rules: Object.fromEntries(ALERT_RULES.map((name) => [name, ruleOf(name)])),
    });
    const compared = ({ pageIds: ids, rules: all }: Alerts) => JSON.parse(JSON.stringify([ids, all])) as unknown;
    if (isDeepStrictEqual(compared(next), compared(current))) return { outcome: 'unchanged' };
    return {
      outcome: 'changed',
      next: { ...next, revision: current.revision },
      before: detailsOf(current),
      after: detailsOf(next),
    };
  };
}

/** For the audit log. */
function detailsOf({ pageIds: pages, rules }: Alerts) {
  const on = ALERT_RULES.filter((name) => rules[name].isOn);
  return auditDetails({
    alerts: on,
    digests: on.filter((name) => rules[name].when === 'daily'),
    accountIds: [...new Set(on.flatMap((name) => rules[name].accountIds))],
    alertPages: pages,
    belowDays: rules['below-required'].days,
    overDays: rules['over-exposed'].days,
  });
}
