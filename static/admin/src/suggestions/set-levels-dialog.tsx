import Button from '@atlaskit/button/new';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { JobView } from '../../../../src/admin/runs/jobs';
import type { SuggestionView } from '../../../../src/admin/findings/suggestions';
import { levelPath, levelValue } from '../level-path';
import { ask, type OperationError, type Outcome } from '../operations';
import { WaitingNote } from '../runs/waiting';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { TextField } from '../ui/form-fields';
import { Message } from '../ui/message';
import { usePolling } from '../use-polling';
import { useSending } from '../use-sending';

interface SetLevelsDialogProps {
  readonly pages: readonly SuggestionView[];
  readonly levels: LevelList;
  /** @param hasStarted true: levels may have changed */
  readonly onClose: (hasStarted: boolean) => void;
}

/** The most that the resolver accepts at once. */
const MAX_PAGES = 1_000;

const readJob = (jobId: string) => ask('getJob', { jobId });

export const isFinished = ({ state }: JobView) => state !== 'queued' && state !== 'running';

/** Asks for confirmation with the numbers by level. */
export function SetLevelsDialog({ pages, levels, onClose }: SetLevelsDialogProps) {
  const { dialog: t } = texts.suggestions;
  const start = (requestKey: string) => {
    const chosen = pages.map(({ pageId, level }) => ({ pageId, ...level }));
    return ask('setSuggestedLevels', { pages: chosen, requestKey });
  };
  return (
    <JobDialog
      words={t}
      submit={t.submit(pages.length)}
      isReady={pages.length <= MAX_PAGES}
      onStart={start}
      onClose={onClose}
    >
      <Numbers pages={pages} levels={levels} />
    </JobDialog>
  );
}

/** The texts of a job that sets levels, and of its undo. */
type JobWords = {
  readonly [Name in keyof typeof texts.suggestions.dialog]: Widened<(typeof texts.suggestions.dialog)[Name]>;
};
type Widened<T> = T extends string ? string : T;

interface JobDialogProps {
  readonly words: JobWords;
  readonly submit: string;
  readonly isReady: boolean;
  /** @param requestKey the same when the request is repeated */
  readonly onStart: (requestKey: string) => Promise<Outcome<JobView>>;
  readonly onClose: (hasStarted: boolean) => void;
  /** The question before it starts. */
  readonly children: ReactNode;
}

/** Asks for confirmation, then shows the progress and the result of a job, and offers to undo it. */
export function JobDialog({ words: t, submit, isReady, onStart, onClose, children }: JobDialogProps) {
  const work = useWork(onStart);
  const { job, isUndo, failure } = work;
  const close = () => onClose(job !== undefined);
  const mayUndo = !isUndo && job?.undo?.allowed === true;
  const needsReason = job?.undo?.needsJustification === true;
  const [reason, setReason] = useState('');
  return (
    <Dialog
      size="small"
      title={t.title}
      onClose={close}
      footer={
        <Footer
          work={work}
          words={t}
          submit={submit}
          isReady={isReady}
          undo={mayUndo ? () => work.undo(needsReason ? reason : undefined) : undefined}
          isUndoReady={!needsReason || reason.trim() !== ''}
          onClose={close}
        />
      }
    >
      {failure !== undefined && <Failure title={isUndo ? t.undoFailed : t.failed} error={failure} />}
      {job === undefined && children}
      {job !== undefined && !isFinished(job) && <Running words={t} job={job} isUndo={isUndo} />}
      {job !== undefined && isFinished(job) && (
        <>
          <Result words={t} job={job} isUndo={isUndo} />
          {mayUndo && needsReason && (
            <TextField label={t.undoReason} value={reason} maxLength={500} onChange={setReason} />
          )}
        </>
      )}
    </Dialog>
  );
}

function useWork(onStart: JobDialogProps['onStart']) {
  const [job, setJob] = useState<JobView>();
  const [isUndo, setIsUndo] = useState(false);
  const [failure, setFailure] = useState<OperationError>();
  // A retry after a lost response must return the same job.
  const requestKeys = useRef({ set: crypto.randomUUID(), undo: crypto.randomUUID() });
  const onAnswer = useCallback((answer: Outcome<JobView>) => {
    setFailure(answer.ok ? undefined : answer.error);
    if (answer.ok) setJob(answer.value);
  }, []);
  usePolling(job === undefined || isFinished(job) ? undefined : job.jobId, readJob, onAnswer);
  return {
    job,
    isUndo,
    failure,
    start: async () => onAnswer(await onStart(requestKeys.current.set)),
    stop: async () => {
      if (job !== undefined) onAnswer(await ask('cancelJob', { jobId: job.jobId }));
    },
    undo: async (reason: string | undefined) => {
      if (job === undefined) return;
      const answer = await ask('undoSuggestedLevels', {
        jobId: job.jobId,
        ...(reason === undefined ? {} : { reason }),
        requestKey: requestKeys.current.undo,
      });
      if (answer.ok) setIsUndo(true);
      onAnswer(answer);
    },
  };
}

interface FooterProps {
  readonly work: ReturnType<typeof useWork>;
  readonly words: JobWords;
  readonly submit: string;
  readonly isReady: boolean;
  /** Undefined: nothing to undo, or the site does not allow it. */
  readonly undo: (() => Promise<void>) | undefined;
  readonly isUndoReady: boolean;
  readonly onClose: () => void;
}

function Footer({ work: { job, start, stop }, words: t, submit, isReady, undo, isUndoReady, onClose }: FooterProps) {
  const { isSending, send } = useSending();
  if (job === undefined) {
    return (
      <>
        <Button appearance="subtle" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button appearance="primary" isLoading={isSending} isDisabled={!isReady} onClick={() => void send(start)}>
          {submit}
        </Button>
      </>
    );
  }
  if (!isFinished(job)) {
    return (
      <>
        <Button appearance="subtle" isLoading={isSending} onClick={() => void send(stop)}>
          {t.stop}
        </Button>
        <Button onClick={onClose}>{texts.close}</Button>
      </>
    );
  }
  return (
    <>
      {undo !== undefined && (
        <Button appearance="subtle" isLoading={isSending} isDisabled={!isUndoReady} onClick={() => void send(undo)}>
          {t.undo}
        </Button>
      )}
      <Button appearance="primary" onClick={onClose}>
        {texts.close}
      </Button>
    </>
  );
}

function Numbers({ pages, levels }: Pick<SetLevelsDialogProps, 'pages' | 'levels'>) {
  const { dialog: t } = texts.suggestions;
  const counts = new Map<string, { readonly level: SuggestionView['level']; readonly count: number }>();
  for (const { level } of pages) {
    const value = levelValue(level);
    counts.set(value, { level, count: (counts.get(value)?.count ?? 0) + 1 });
  }
  const weak = pages.filter(({ strength }) => strength === 'weak').length;
  return (
    <>
      <p>{t.intro(pages.length)}</p>
      <ul>
        {[...counts].map(([value, { level, count }]) => (
          <li key={value}>{t.byLevel(count, levelPath(level, levels.levels))}</li>
        ))}
      </ul>
      {weak > 0 && (
        <Message kind="warning" title={t.weak(weak)}>
          <p>{texts.suggestions.list.weakNote}</p>
        </Message>
      )}
      {pages.length > MAX_PAGES && <Message kind="warning" title={t.tooMany} />}
      <p className="note">{t.keeps}</p>
    </>
  );
}

interface JobProps {
  readonly words: JobWords;
  readonly job: JobView;
  readonly isUndo: boolean;
}

export function Running({ words: t, job, isUndo }: JobProps) {
  const { state, done, total = 0 } = job;
  const text = state === 'queued' ? t.waiting : t.progress(done, total);
  return (
    <>
      <p role="status">{isUndo ? t.undoing(text) : t.setting(text)}</p>
      <progress className="progress" aria-label={text} value={done} max={Math.max(1, total)} />
      <WaitingNote waiting={job.waiting} />
      <p className="note">{t.continues}</p>
    </>
  );
}

export function Result({ words: t, job, isUndo }: JobProps) {
  const { changed, left, failed, state, stoppedBy } = job;
  return (
    <>
      {stoppedBy !== undefined && (
        <Message kind="error" title={t.stopped}>
          <p>{t.reasonOf(stoppedBy)}</p>
        </Message>
      )}
      <div role="status">
        <p className="message-title">{state === 'cancelled' ? t.cancelled : isUndo ? t.undone : t.done}</p>
        <ul>
          <li>{changed === 0 ? t.nothing : isUndo ? t.cleared(changed) : t.changed(changed)}</li>
          {left > 0 && <li>{t.skipped(left)}</li>}
          {failed.map(({ code, count }) => (
            <li key={code}>
              {t.failedPages(count)} {t.reasonOf(code)}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
