import Button from '@atlaskit/button/new';
import { useCallback } from 'react';
import type { ReconciliationState } from '../../../../src/classification/reconciliation';
import { formatInstant } from '../dates';
import { ask } from '../operations';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Message } from '../ui/message';
import { useLoad } from '../use-load';
import { Section } from '../ui/section';
import { InaccessiblePages } from './inaccessible-pages';
import { Loaded } from '../ui/loaded';

/** The progress of the daily check, and the result of the last one. */
export function DailyCheck() {
  const t = texts.dailyCheck;
  const { load, reload } = useLoad(useCallback(() => ask('getReconciliation', {}), []));
  return (
    <Section
      id="daily-comparison"
      title={t.title}
      intro={t.intro}
      actions={
        <Button aria-label={t.refreshNamed} onClick={() => void reload()}>
          {t.refresh}
        </Button>
      }
    >
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={3}>
        {(value) => <Report {...value} />}
      </Loaded>
    </Section>
  );
}

/** After this time without progress, a run counts as interrupted. The next run continues it. */
const LOST_AFTER_MS = 3_600_000;

function Report({ run, last }: ReconciliationState) {
  const t = texts.dailyCheck;
  const isLost = run !== undefined && Date.now() - Date.parse(run.touchedAt) >= LOST_AFTER_MS;
  return (
    <>
      {run !== undefined && (
        <Message
          kind={isLost ? 'warning' : 'information'}
          title={isLost ? t.lost(formatInstant(run.touchedAt)) : t.running(formatInstant(run.startedAt))}
        >
          <p>{isLost ? t.lostBody : t.soFar(run.counts.checked)}</p>
        </Message>
      )}
      {last === undefined && run === undefined && <p>{t.never}</p>}
      {last !== undefined && <LastRun {...last} />}
    </>
  );
}

function LastRun({ startedAt, finishedAt, counts, unseenPageIds }: NonNullable<ReconciliationState['last']>) {
  const t = texts.dailyCheck;
  const unseen = counts.notInspected - counts.unreadable;
  return (
    <dl className="facts">
      <Fact label={t.ran}>{t.between(formatInstant(startedAt), formatInstant(finishedAt))}</Fact>
      <Fact label={t.checked}>{t.checkedCount(counts.checked)}</Fact>
      <Fact label={t.repaired}>
        {counts.moved + counts.classified + counts.rescanned === 0 ? (
          t.nothingRepaired
        ) : (
          <ul className="plain-list">
            {counts.moved > 0 && <li>{t.moved(counts.moved)}</li>}
            {counts.classified > 0 && <li>{t.classified(counts.classified)}</li>}
            {counts.rescanned > 0 && <li>{t.rescanned(counts.rescanned)}</li>}
          </ul>
        )}
      </Fact>
      <Fact label={t.notInspected}>
        {counts.notInspected === 0 && t.allInspected}
        {unseen > 0 && (
          <>
            <p>{t.inaccessible(unseen)}</p>
            <InaccessiblePages pageIds={unseenPageIds} count={unseen} />
          </>
        )}
        {counts.unreadable > 0 && <p>{t.unreadable(counts.unreadable)}</p>}
      </Fact>
    </dl>
  );
}
