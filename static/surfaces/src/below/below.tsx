import { useCallback, useEffect, useRef, useState } from 'react';
import { usePolling } from '../../../admin/src/use-polling';
import { useSending } from '../../../admin/src/use-sending';
import type { BelowJob, NoPage } from '../../../../src/surfaces/contract';
import { announceLevel } from '../level-changed';
import { ask, type OperationError, type Outcome } from '../operations';
import { Failure } from '../ui/failure';
import { NoPageText } from '../ui/no-page';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../../../admin/src/use-load';
import { ChooseForm } from './choose-form';
import { JobProgress } from './job-progress';
import { JobResult } from './job-result';
import type { BelowPage, BelowView, JobAnswer, SendJob } from './send-job';
import { belowTexts as t } from './texts';

/** *Classify this page and everything below it*, in the ••• menu of the page. */
export function Below() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('openBelow', {}), []));
  if (load.state === 'loading') return <Skeleton rows={6} />;
  if (load.state === 'failed') {
    return (
      <main className="below">
        <h1>{t.title}</h1>
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

const hasEnded = ({ counts }: BelowJob) => counts !== undefined;

function BelowPanel({ page, onNoPage }: { readonly page: BelowPage; readonly onNoPage: (view: NoPage) => void }) {
  const { job, failure, isSending, send, restart } = useJob(page.job, onNoPage);
  const stage = job === undefined ? 'choose' : `${job.jobId} ${hasEnded(job)}`;
  const heading = useFocusAtNewStage(stage);
  const props = { isSending, send };
  return (
    <main className="below">
      <h1>{t.title}</h1>
      <h2 ref={heading} tabIndex={-1} className={job === undefined ? 'visually-hidden' : undefined}>
        {job === undefined ? t.levels : titleOf(job)}
      </h2>
      {failure !== undefined && <Failure {...failure} />}
      {job === undefined ? (
        <ChooseForm page={page} {...props} />
      ) : hasEnded(job) ? (
        <JobResult key={job.jobId} job={job} onRestart={restart} {...props} />
      ) : (
        <JobProgress job={job} {...props} />
      )}
    </main>
  );
}

function titleOf(job: BelowJob): string {
  if (job.state === 'cancelled') return t.cancelled;
  return job.stoppedBy === undefined ? t.jobTitle(job.kind, hasEnded(job)) : t.stoppedEarly;
}

interface JobFailure {
  readonly title: string;
  readonly error: OperationError;
}

const readJob = (jobId: string) => ask('getBelowJob', { jobId });

/** Shows the current level of the page in its byline, banner and macros. */
async function showNewLevel(): Promise<void> {
  const answer = await ask('openPopup', {});
  if (answer.ok && answer.value.state === 'page') announceLevel(answer.value);
}

/** The current job, polled until it ends. An error keeps the latest progress. */
function useJob(initial: BelowJob | undefined, onNoPage: (view: NoPage) => void) {
  const [job, setJob] = useState(initial);
  const [failure, setFailure] = useState<JobFailure>();
  const { isSending, send: sendOnce } = useSending();
  const onAnswer = useCallback(
    (answer: Outcome<JobAnswer>, title: string = t.progressFailed) => {
      setFailure(answer.ok ? undefined : { title, error: answer.error });
      if (!answer.ok) return;
      if (answer.value.state !== 'job') return onNoPage(answer.value);
      const { job: latest } = answer.value;
      setJob(latest);
      if (hasEnded(latest) && latest.kind !== 'preview') void showNewLevel();
    },
    [onNoPage],
  );
  const onPolled = useCallback((answer: Outcome<JobAnswer>) => onAnswer(answer), [onAnswer]);
  usePolling(job === undefined || hasEnded(job) ? undefined : job.jobId, readJob, onPolled);
  const send: SendJob = (request, title = t.startFailed) => sendOnce(async () => onAnswer(await request(), title));
  const restart = () => {
    setFailure(undefined);
    setJob(undefined);
  };
  return { job, failure, isSending, send, restart };
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
