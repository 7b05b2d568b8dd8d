import { useEffect } from 'react';
import { ALERT_RULES } from '../../../../src/alerts/conditions';
import { oneOf } from '../address-part';
import { useNavigation } from '../navigation';
import { ask } from '../operations';
import { LISTS } from '../overview/to-do';
import { texts } from '../texts';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import './alerts.css';
import { AlertsForm } from './alerts-form';
import { SentAlerts } from './sent-alerts';

const readAlerts = () => ask('getAlerts', {});

/** The alerts for admins. The link of a comment leads here, and from here to the list of its alert. */
export default function AlertsPage() {
  const { alerts: t } = texts;
  const { query, goTo } = useNavigation();
  const { load, reload, setValue } = useLoad(readAlerts);
  const list = oneOf(ALERT_RULES, query.list);
  useEffect(() => {
    if (list !== undefined) goTo(LISTS[list].page, LISTS[list].query);
  }, [list, goTo]);
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} />
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(view) => (
          <>
            <AlertsForm key={view.rev} view={view} onChanged={setValue} />
            <SentAlerts sent={view.sent} />
          </>
        )}
      </Loaded>
    </>
  );
}
