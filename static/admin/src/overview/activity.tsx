import type { Overview, WeekNumbers } from '../../../../src/admin/site/overview';
import { formatAgo, localDay } from '../dates';
import type { Query } from '../address-part';
import type { PageName } from '../navigation';
import { waitingText } from '../runs/waiting';
import { texts } from '../texts';
import { Disclosure } from '../ui/disclosure';
import { Table } from '../ui/table';
import { Card } from './card';
import { GoToLink } from './go-to-link';
import { LAST_SEVEN_DAYS, LEVELS_SET_THIS_WEEK } from './lists';

interface OverviewProps {
  readonly overview: Overview;
}

/** The lists behind the numbers. Findings have no time of their resolution to filter by. */
function listOf(name: keyof WeekNumbers): { readonly page: PageName; readonly query: Query } {
  switch (name) {
    case 'classified':
    case 'raised':
    case 'lowered':
      return { page: 'audit', query: LEVELS_SET_THIS_WEEK };
    case 'cleared':
      return { page: 'audit', query: { type: 'page.level.cleared', ...LAST_SEVEN_DAYS } };
    case 'found':
      return { page: 'detections', query: { status: 'any', from: localDay(-6) } };
    case 'resolved':
      return { page: 'detections', query: { status: 'resolved' } };
  }
}

const WEEK_NAMES = ['classified', 'raised', 'lowered', 'cleared', 'found', 'resolved'] as const;

/** The changes of the last seven days. */
export function Week({ overview: { week } }: OverviewProps) {
  const { week: t, number } = texts.overview;
  return (
    <Card id="week" title={t.title}>
      <table className="numbers">
        <caption className="visually-hidden">{t.title}</caption>
        <tbody>
          {WEEK_NAMES.map((name) => (
            <tr key={name}>
              <th scope="row">{t.names[name]}</th>
              <td>
                {week[name] === 0 ? (
                  number(0)
                ) : (
                  <GoToLink {...listOf(name)} label={`${t.names[name]}: ${number(week[name])}`}>
                    {number(week[name])}
                  </GoToLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Running and scheduled work. */
export function Work({ overview: { runs, schedules } }: OverviewProps) {
  const { work: t, toDo } = texts.overview;
  const running = runs.open.filter(({ state }) => state === 'running').length;
  const waiting = runs.open.filter(({ state }) => state === 'waiting').length;
  const reasons = new Set(runs.open.flatMap(({ waiting: one }) => (one === undefined ? [] : [waitingText(one)])));
  const counts = [...(running > 0 ? [t.running(running)] : []), ...(waiting > 0 ? [t.waiting(waiting)] : [])];
  return (
    <Card id="work" title={t.title}>
      <p>
        {counts.length === 0 ? (
          t.none
        ) : (
          <GoToLink page="runs" label={`${t.view}: ${counts.join(', ')}`}>
            {counts.join(', ')}
          </GoToLink>
        )}
      </p>
      {[...reasons].map((reason) => (
        <p key={reason} className="note">
          {reason}
        </p>
      ))}
      {schedules.length > 0 && (
        <Table caption={t.schedules} headings={[t.columns.work, t.columns.lastRun, t.columns.state]}>
          {schedules.map(({ name, lastRunAt, isLate }) => (
            <tr key={name}>
              <th scope="row" data-label={t.columns.work}>
                {toDo.schedules[name]}
              </th>
              <td data-label={t.columns.lastRun}>{lastRunAt === null ? t.never : formatAgo(lastRunAt)}</td>
              <td data-label={t.columns.state}>
                <ScheduleState isLate={isLate} hasRun={lastRunAt !== null} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

function ScheduleState({ isLate, hasRun }: { readonly isLate: boolean; readonly hasRun: boolean }) {
  const { work: t } = texts.overview;
  if (isLate) return <span className="lozenge lozenge-revoked">{t.late}</span>;
  return hasRun ? <span className="lozenge lozenge-active">{t.onTime}</span> : t.notYet;
}

/** The meaning of the numbers, and the last check of them. */
export function About({ overview: { check } }: OverviewProps) {
  const { about: t } = texts.overview;
  return (
    <div className="card-wide about">
      <Disclosure summary={t.title}>
        <p>{t.body}</p>
        <p>
          {check === undefined
            ? t.noCheck
            : `${t.check(formatAgo(check.at), check.pages)} ${check.repaired === 0 ? t.right : t.repaired(check.repaired)}`}
        </p>
      </Disclosure>
    </div>
  );
}
