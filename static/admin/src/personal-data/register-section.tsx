import type { PersonalDataView } from '../../../../src/admin/site/personal-data';
import { formatInstant } from '../dates';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Message } from '../ui/message';
import { Section } from '../ui/section';

/** The number of stored people, and their report to Atlassian. */
export function RegisterSection({ view: { people, report } }: { readonly view: PersonalDataView }) {
  const { register: t } = texts.personalData;
  const { last, nextAt, failure, isRunning } = report;
  return (
    <Section id="people" title={t.title} intro={t.intro}>
      {failure !== undefined && (
        <Message kind="warning" title={t.refused(formatInstant(failure.since))}>
          <p>{failure.status === 401 || failure.status === 403 ? t.noPermission : t.otherStatus(failure.status)}</p>
        </Message>
      )}
      <dl className="facts">
        <Fact label={t.people}>
          {people.count === 0 && !people.isMore ? t.nobody : t.count(people.count, people.isMore)}
        </Fact>
        <Fact label={t.last}>
          {isRunning && <p role="status">{t.running}</p>}
          {last === undefined ? (
            !isRunning && t.never
          ) : (
            <>
              {formatInstant(last.endedAt)}
              <span className="line note">{t.result(last.reported, last.closed)}</span>
            </>
          )}
        </Fact>
        {!isRunning && <Fact label={t.next}>{nextText(nextAt)}</Fact>}
      </dl>
    </Section>
  );
}

/** A report that is due starts within an hour. */
function nextText(nextAt: string | undefined): string {
  const isDue = nextAt === undefined || Date.parse(nextAt) <= Date.now();
  return isDue ? texts.personalData.register.soon : formatInstant(nextAt);
}
