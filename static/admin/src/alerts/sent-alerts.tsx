import type { AlertsView } from '../../../../src/admin/site/alerts';
import { ALERT_RULES, RULE_NAMES } from '../../../../src/alerts/conditions';
import { formatInstant } from '../dates';
import { texts } from '../texts';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { Table } from '../ui/table';

/** The comments that the app wrote last. */
export function SentAlerts({ sent }: Pick<AlertsView, 'sent'>) {
  const { sent: t, pages } = texts.alerts;
  return (
    <Section id="sent-alerts" title={t.title}>
      {sent.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <Table caption={t.title} headings={[t.time, t.what, t.page]}>
          {sent.map(({ at, pageId, title, counts, isTest }) => (
            <tr key={`${at} ${pageId}`}>
              <th scope="row">{formatInstant(at)}</th>
              <td data-label={t.what}>
                {isTest === true
                  ? t.test
                  : ALERT_RULES.flatMap((name) => {
                      const count = counts[name];
                      return count === undefined ? [] : [t.line(RULE_NAMES[name], count)];
                    }).join(', ')}
              </td>
              <td data-label={t.page}>
                {title === undefined ? pages.hiddenTitle(pageId) : <PageLink pageId={pageId} title={title} />}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
