import * as z from 'zod';
import { ALERTS_CONFIGURATION, alertsChange, editAlerts, findWrongAlerts, type Rule } from '../../alerts/alert-rules';
import { ALERT_STATE_ROW, type AlertPage, type SentAlert } from '../../alerts/alert-state';
import type { AlertRule } from '../../alerts/conditions';
import { writeTestAlert } from '../../alerts/write-alerts';
import { invalidInput } from '../../keys/read-input';
import { isPseudonym } from '../../people/account-ids';
import { awaitAll } from '../../platform/await-all';
import { confluenceId } from '../../platform/confluence-id';
import { changeAsAdmin } from '../change-as-admin';
import { noInput, operation, rev } from '../input';
import type { AdminRequest } from '../operation';
import { findPageNames } from '../pages/pages';

/** Shows and sets the alerts, and sends a test alert. */

export interface AlertsView {
  /** 0: they were never changed. */
  readonly rev: number;
  readonly pages: readonly AlertPageView[];
  readonly rules: Readonly<Record<AlertRule, Omit<Rule, 'since'>>>;
  /** Counted, and in no comment yet. */
  readonly waiting: Readonly<Partial<Record<AlertRule, number>>>;
  /** The newest first. */
  readonly sent: readonly (SentAlert & Pick<AlertPageView, 'title'>)[];
}

export interface AlertPageView {
  readonly pageId: string;
  /** Omitted: the admin cannot see the page. */
  readonly title?: string;
  readonly problem?: NonNullable<AlertPage['problem']>;
}

export const getAlerts = operation(noInput, (request): Promise<AlertsView> => readView(request));

export const changeAlerts = operation(alertsChange.extend({ rev }), async (request, { rev, ...change }) => {
  const wrong = findWrongAlerts(change);
  if (wrong.length > 0) throw invalidInput(wrong);
  await changeAsAdmin(request, ALERTS_CONFIGURATION, rev, {
    type: 'alerts.changed',
    subject: 'alerts',
    edit: editAlerts(change, request.now),
    mayChange: async ({ pageIds }) => {
      const added = change.pageIds.filter((pageId) => !pageIds.includes(pageId));
      const found = await findPageNames(request, added);
      if (found.length < new Set(added).size)
        throw invalidInput([{ field: 'pageIds', message: 'must be pages that you can view' }]);
    },
  });
  return readView(request);
});

/** The page need not be saved as a chosen one. */
export const sendTestAlert = operation(z.strictObject({ pageId: confluenceId }), async (request, { pageId }) => {
  const [page] = await findPageNames(request, [pageId]);
  const alerts = await ALERTS_CONFIGURATION.read(request.storage, request.installationId);
  const outcome = page === undefined ? 'hidden' : await writeTestAlert(request, alerts, pageId, request.accountId);
  return { outcome, alerts: await readView(request) };
});

async function readView(request: AdminRequest): Promise<AlertsView> {
  const { storage, installationId } = request;
  const [{ revision, pageIds, rules }, { value }] = await awaitAll([
    ALERTS_CONFIGURATION.read(storage, installationId),
    ALERT_STATE_ROW.read(storage),
  ] as const);
  const named = [...new Set([...pageIds, ...value.sent.map(({ pageId }) => pageId)])];
  const titles = new Map((await findPageNames(request, named)).map(({ pageId, title }) => [pageId, { title }]));
  const viewOf = ({ since: _since, ...rule }: Rule) => ({
    ...rule,
    accountIds: rule.accountIds.filter((one) => !isPseudonym(one)),
  });
  return {
    rev: revision,
    pages: pageIds.map((pageId) => {
      const { problem } = value.pages[pageId] ?? {};
      return { pageId, ...titles.get(pageId), ...(problem === undefined ? {} : { problem }) };
    }),
    rules: {
      critical: viewOf(rules.critical),
      leaked: viewOf(rules.leaked),
      'below-required': viewOf(rules['below-required']),
      weakened: viewOf(rules.weakened),
      expiring: viewOf(rules.expiring),
      late: viewOf(rules.late),
      failed: viewOf(rules.failed),
      'over-exposed': viewOf(rules['over-exposed']),
      'open-to-anyone': viewOf(rules['open-to-anyone']),
      'exception-ending': viewOf(rules['exception-ending']),
    },
    waiting: value.waiting,
    sent: value.sent.map((one) => ({ ...one, ...titles.get(one.pageId) })),
  };
}
