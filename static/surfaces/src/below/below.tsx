import { useCallback, useEffect, useRef } from 'react';
import type { NoPage } from '../../../../src/surfaces/contract';
import { announceLevel } from '../level-changed';
import { ask } from '../operations';
import { Failure } from '../ui/failure';
import { NoPageText } from '../ui/no-page';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../../../admin/src/use-load';
import { ChooseForm } from './choose-form';
import { JobProgress } from './job-progress';
import { JobResult } from './job-result';
import type { BelowPage, BelowView } from './send-job';
import { belowTexts as t } from './texts';
import { hasEnded, titleOf, useJob } from './use-job';

/** *Classify this page and everything below it*, in the ••• menu of the page. */
export function Below() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('openBelow', {}), []));
  if (load.state === 'loading') return <Skeleton rows={6} />;
  if (load.state === 'failed') {
    return (
      <main className="below">
        <h1 className="visually-hidden">{t.title}</h1>
        <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />
      </main>
    );
  }
  return <BelowContent view={load.value} onNoPage={setValue} />;
}

interface BelowContentProps {
  readonly view: BelowView;
  readonly onNoPage: (view: NoPage) => void;
}

export function BelowContent({ view, onNoPage }: BelowContentProps) {
  return view.state === 'page' ? <BelowPanel page={view} onNoPage={onNoPage} /> : <NoPageText state={view.state} />;
}

function BelowPanel({ page, onNoPage }: { readonly page: BelowPage; readonly onNoPage: (view: NoPage) => void }) {
  const { job, failure, isSending, send, restart } = useJob(page.job, { onNoPage, onChanged: showNewLevel });
  const stage = job === undefined ? 'choose' : `${job.jobId} ${hasEnded(job)}`;
  const heading = useFocusAtNewStage(stage);
  const props = { isSending, send };
  return (
    <main className="below">
      <h1 className="visually-hidden">{t.title}</h1>
      <h2 ref={heading} tabIndex={-1} className={job === undefined ? 'visually-hidden' : undefined}>
        {job === undefined ? t.levels : titleOf(job)}
      </h2>
      {failure !== undefined && <Failure {...failure} />}
      {job === undefined ? (
        <ChooseForm page={page} {...props} />
      ) : hasEnded(job) ? (
        <JobResult key={job.jobId} job={job} isDialog onRestart={restart} {...props} />
      ) : (
        <JobProgress job={job} continues={t.continues} {...props} />
      )}
    </main>
  );
}

/** Shows the current level of the page in its byline, banner and macros. */
function showNewLevel(): void {
  void ask('openPopup', {}).then((answer) => {
    if (answer.ok && answer.value.state === 'page') announceLevel(answer.value);
  });
}

/** Each stage replaces the controls of the previous one, so the focus moves to its heading. */
function useFocusAtNewStage(stage: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const latest = useRef(stage);
  useEffect(() => {
    if (latest.current !== stage) heading.current?.focus();
    latest.current = stage;
  }, [stage]);
  return heading;
}
