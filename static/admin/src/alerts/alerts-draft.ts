import type { AlertsView } from '../../../../src/admin/site/alerts';
import { ALERT_RULES, type AlertRule, FIRST_DAYS } from '../../../../src/alerts/conditions';
import type { AdminOperations } from '../../../../src/admin/contract';
import type { OperationError } from '../operations';

/** The alerts as they are edited. */

export interface AlertsDraft extends Pick<AlertsView, 'pages' | 'rules'> {
  /** As typed. */
  readonly days: Readonly<Partial<Record<AlertRule, string>>>;
}

type Sent = AdminOperations['changeAlerts']['input'];

export function draftOf({ pages, rules }: AlertsView): AlertsDraft {
  const daysOf = (name: AlertRule): [AlertRule, string][] =>
    FIRST_DAYS[name] === undefined ? [] : [[name, String(rules[name].days ?? '')]];
  return { pages, rules, days: Object.fromEntries(ALERT_RULES.flatMap(daysOf)) };
}

/** The resolver checks the values, and reports one that is wrong at its field. */
export function sentAlerts({ pages, rules, days }: AlertsDraft): Pick<Sent, 'pageIds' | 'rules'> {
  const pageIds = pages.map(({ pageId }) => pageId);
  const ruleOf = (name: AlertRule) => {
    const { pageId, ...rule } = rules[name];
    return {
      ...rule,
      ...(pageId !== undefined && pageIds.includes(pageId) ? { pageId } : {}),
      ...(days[name] === undefined ? {} : { days: Number(days[name]) }),
    };
  };
  const all = Object.fromEntries(ALERT_RULES.map((name) => [name, ruleOf(name)])) as Sent['rules'];
  return { pageIds, rules: all };
}

export function isChanged(draft: AlertsDraft, view: AlertsView): boolean {
  return JSON.stringify(sentAlerts(draft)) !== JSON.stringify(sentAlerts(draftOf(view)));
}

/** The message of a refused input: `pageIds`, or a rule and its member, such as `late.accountIds`. */
export function messagesOf(error: OperationError | undefined): ReadonlyMap<string, string> {
  return new Map(
    (error?.fields ?? []).map(({ field, message }) => [
      field.replace(/^rules\./, ''),
      `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
    ]),
  );
}
