import Button from '@atlaskit/button/new';
import { useEffect, useState } from 'react';
import type { RunDetails, RunView } from '../../../../src/admin/runs/runs';
import type { Paused } from '../../../../src/runs/paused';
import { formatInstant } from '../dates';
import { accountName, type Names, readAccounts } from '../names';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Progress } from '../ui/progress';
import { Table } from '../ui/table';
import { openStateText } from './waiting';

interface RunsListProps {
  readonly runs: readonly RunView[];
  readonly onCancel: (run: RunView) => void;
}

/** The running and waiting work, with the person who started it and its progress. */
export function RunsList({ runs, onCancel }: RunsListProps) {
  const { list: t } = texts.runs;
  const accounts = useAccounts(runs);
  const { goTo } = useNavigation();
  if (runs.length === 0) {
    return (
      <EmptyState title={t.none} body={t.noneBody}>
        <div className="presets">
          <Button onClick={() => goTo('scans')}>{t.toScans}</Button>
          <Button onClick={() => goTo('audit')}>{t.toAuditLog}</Button>
        </div>
      </EmptyState>
    );
  }
  return (
    <Table
      caption={t.caption}
      headings={[t.columns.work, t.columns.state, t.columns.progress, t.columns.startedBy, t.columns.actions]}
    >
      {runs.map((run) => {
        const { kind, runId, details } = run;
        const work = details?.dryRun === true ? t.dryRun(t.kinds[kind]) : t.kinds[kind];
        return (
          <tr key={`${kind} ${runId}`}>
            <th scope="row" data-label={t.columns.work}>
              {work}
              {details !== undefined && <span className="line note">{formatInstant(details.createdAt)}</span>}
            </th>
            <td data-label={t.columns.state}>
              {stateOf(run)}
              {details?.paused !== undefined && <WhyPaused paused={details.paused} />}
            </td>
            <td data-label={t.columns.progress}>
              {details === undefined ? t.unreadableNote : <RunProgress run={run} details={details} work={work} />}
            </td>
            <td data-label={t.columns.startedBy}>
              {details === undefined ? t.unknown : <Starter details={details} accounts={accounts} />}
            </td>
            <td data-label={t.columns.actions}>
              {details?.isCanceling !== true && (
                <Button
                  spacing="compact"
                  aria-label={
                    details === undefined
                      ? t.cancelUnreadable(work)
                      : t.cancelOf(work, formatInstant(details.createdAt))
                  }
                  onClick={() => onCancel(run)}
                >
                  {t.cancel}
                </Button>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function WhyPaused({ paused }: { readonly paused: Paused }) {
  const { list: t } = texts.runs;
  const { goTo } = useNavigation();
  return (
    <>
      <span className="line note">{t.whyPaused[paused.code]}</span>
      <Button spacing="compact" appearance="subtle" onClick={() => goTo('siteCheck')}>
        {t.toSiteCheck}
      </Button>
    </>
  );
}

function stateOf(run: RunView): string {
  return run.details?.isCanceling === true ? texts.runs.list.canceling : openStateText(run);
}

interface RunProgressProps {
  readonly run: RunView;
  readonly details: RunDetails;
  readonly work: string;
}

function RunProgress({ run: { state }, details: { done, total }, work }: RunProgressProps) {
  const { list: t } = texts.runs;
  const words =
    done === undefined ? t.noProgress : total === undefined ? t.progressSoFar(done) : t.progress(done, total);
  return (
    <Progress label={t.progressOf(work)} isRunning={state === 'running'} done={done} total={total} words={[words]} />
  );
}

interface StarterProps {
  readonly details: RunDetails;
  readonly accounts: Names['accounts'];
}

function Starter({ details: { createdBy, keyId }, accounts }: StarterProps) {
  const { list: t } = texts.runs;
  return (
    <>
      {createdBy === 'system' ? t.schedule : accountName({ accounts }, createdBy)}
      {keyId !== undefined && (
        <span className="line note">
          {t.key} <code>pclsk_{keyId}_…</code>
        </span>
      )}
    </>
  );
}

function useAccounts(runs: readonly RunView[]): Names['accounts'] {
  const [accounts, setAccounts] = useState<Names['accounts']>(new Map());
  const ids = runs.flatMap(({ details }) => details?.createdBy ?? []).filter((id) => id !== 'system');
  // A string, so that equal lists compare as equal.
  const asked = [...new Set(ids)].sort().join(' ');
  useEffect(() => {
    let isCurrent = true;
    void readAccounts(asked === '' ? [] : asked.split(' ')).then((read) => isCurrent && setAccounts(read));
    return () => {
      isCurrent = false;
    };
  }, [asked]);
  return accounts;
}
