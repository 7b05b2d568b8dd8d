import type { StoredDataView } from '../../../../src/admin/site/stored-data';
import { wordOf } from '../audit/value-words';
import { formatInstant } from '../dates';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Message } from '../ui/message';
import { Section } from '../ui/section';

/** The rows that the last night removed. */
export function LastRemoval({ view: { lastRemoval, removal } }: { readonly view: StoredDataView }) {
  const { last: t } = texts.storedData;
  return (
    <Section id="last-removal" title={t.title} intro={t.intro}>
      {removal !== undefined && (
        <Message kind="information" title={t.running(formatInstant(removal.startedAt))}>
          <Removed counts={removal.counts} />
        </Message>
      )}
      {lastRemoval === undefined ? (
        removal === undefined && <p>{t.never}</p>
      ) : (
        <dl className="facts">
          <Fact label={t.ran}>
            {t.between(formatInstant(lastRemoval.startedAt), formatInstant(lastRemoval.endedAt))}
          </Fact>
          <Fact label={t.removed}>
            <Removed counts={lastRemoval.counts} />
            {!lastRemoval.isComplete && <p>{t.limited}</p>}
          </Fact>
        </dl>
      )}
    </Section>
  );
}

function Removed({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const { last: t } = texts.storedData;
  const removed = Object.entries(counts);
  if (removed.length === 0) return <>{t.nothing}</>;
  return (
    <ul className="plain-list">
      {removed.map(([entity, count]) => (
        <li key={entity}>{t.line(wordOf(t.entities, entity), count)}</li>
      ))}
    </ul>
  );
}
