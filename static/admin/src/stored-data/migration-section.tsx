import type { StoredDataView } from '../../../../src/admin/stored-data';
import { formatInstant } from '../dates';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Message } from '../ui/message';
import { Section } from '../ui/section';

/** After this time without progress, the event of a step is lost. */
const LOST_AFTER_MS = 86_400_000;

/** The progress of a migration of stored rows, and the result of the last one. */
export function MigrationSection({ view: { migration, lastMigration } }: { readonly view: StoredDataView }) {
  const { migration: t } = texts.storedData;
  const isWaiting = migration?.counts.checked === 0;
  const isLost = migration !== undefined && Date.now() - Date.parse(migration.touchedAt) >= LOST_AFTER_MS;
  return (
    <Section id="row-updates" title={t.title} intro={t.intro}>
      {migration !== undefined && (
        <Message
          kind={isLost ? 'warning' : 'information'}
          title={isWaiting ? t.waits : t.running(formatInstant(migration.startedAt))}
        >
          <p>{isWaiting ? t.waitsBody : t.soFar(migration.counts.checked, migration.counts.rewritten)}</p>
          {isLost && <p>{t.lost}</p>}
        </Message>
      )}
      {migration === undefined && <p>{t.none}</p>}
      {lastMigration !== undefined && <LastMigration {...lastMigration} />}
    </Section>
  );
}

function LastMigration({ startedAt, endedAt, counts }: NonNullable<StoredDataView['lastMigration']>) {
  const { migration: t } = texts.storedData;
  return (
    <dl className="facts">
      <Fact label={t.ran}>{t.between(formatInstant(startedAt), formatInstant(endedAt))}</Fact>
      <Fact label={t.checked}>{counts.checked.toLocaleString()}</Fact>
      <Fact label={t.rewritten}>{counts.rewritten.toLocaleString()}</Fact>
      <Fact label={t.problems}>
        {counts.unreadable + counts.newer === 0 && t.noProblems}
        {counts.unreadable > 0 && <p>{t.unreadable(counts.unreadable)}</p>}
        {counts.newer > 0 && <p>{t.newer(counts.newer)}</p>}
      </Fact>
    </dl>
  );
}
