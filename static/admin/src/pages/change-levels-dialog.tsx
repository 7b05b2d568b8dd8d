import Button from '@atlaskit/button/new';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AdminOperations } from '../../../../src/admin/contract';
import type { JobView } from '../../../../src/admin/runs/jobs';
import type { Level } from '../../../../src/classification/model';
import { levelOfValue, levelPath, levelValue, settableLevels } from '../level-path';
import { ask, type OperationError, type Outcome } from '../operations';
import { isFinished, Result, Running } from '../suggestions/set-levels-dialog';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { SelectField, TextField } from '../ui/form-fields';
import { Message } from '../ui/message';
import { usePolling } from '../use-polling';
import { useSending } from '../use-sending';

export type Target = AdminOperations['previewPageLevels']['input']['of'];

interface ChangeLevelsDialogProps {
  /** Undefined after a reload: only the job is known. */
  readonly of: Target | undefined;
  readonly isClear: boolean;
  readonly levels: readonly Level[];
  /** The dry run, its job or the undo. It is in the address, so that a reload shows it again. */
  readonly jobId: string | undefined;
  /** The value of a level that was chosen before, so that the dry run starts at once. */
  readonly chosen: string | undefined;
  readonly onJob: (jobId: string) => void;
  /** @param job the last state. Undefined: none was started */
  readonly onClose: (job: JobView | undefined) => void;
}

const t = texts.pageList.dialog;
const WORDS = { ...texts.suggestions.dialog, ...t };

const readJob = (jobId: string) => ask('getJob', { jobId });

/** Sets or clears the level of many pages: a dry run first, then the job with its progress, then its undo. */
export function ChangeLevelsDialog({ of, isClear, levels, jobId, chosen, onJob, onClose }: ChangeLevelsDialogProps) {
  const { job, failure, take } = useJob(jobId, onJob);
  const form = useForm(of, isClear, chosenIn(levels, chosen), take);
  const { isSending, send } = useSending();
  useEffect(() => {
    if (jobId === undefined && form.level !== '') void send(form.submit);
    // Runs once, on mount.
  }, []);
  const undoKey = useRef(crypto.randomUUID());
  const [undoReason, setUndoReason] = useState('');
  const undo = job?.isUndo === false && job.undo?.allowed === true ? job.undo : undefined;
  const start = async (previewId: string) => take(await ask('setPageLevels', { previewId }));
  const startUndo = async (of: string) => {
    const reason = undoReason.trim() === '' ? {} : { reason: undoReason };
    take(await ask('undoSuggestedLevels', { jobId: of, ...reason, requestKey: undoKey.current }));
  };
  const close = () => onClose(job);
  const isRunning = job !== undefined && !isFinished(job);
  const button = (label: string, run: () => Promise<void>, isPrimary = true) => (
    <Button appearance={isPrimary ? 'primary' : 'subtle'} isLoading={isSending} onClick={() => void send(run)}>
      {label}
    </Button>
  );
  return (
    <Dialog
      size="small"
      title={isClear || job?.level === 'none' ? t.clearTitle : t.setTitle}
      onClose={close}
      footer={
        <>
          {job !== undefined && isRunning && button(WORDS.stop, async () => take(await ask('cancelJob', job)), false)}
          {undo !== undefined && job !== undefined && button(WORDS.undo, () => startUndo(job.jobId), false)}
          <Button appearance="subtle" onClick={close}>
            {job === undefined ? texts.cancel : texts.close}
          </Button>
          {job === undefined && of !== undefined && button(t.check, form.submit)}
          {job?.canStart === true && button(t.start(job.changed, job.counted !== undefined), () => start(job.jobId))}
        </>
      }
    >
      {failure !== undefined && <Failure title={t.failed} error={failure} />}
      {job === undefined && of !== undefined && <LevelForm form={form} of={of} isClear={isClear} levels={levels} />}
      {isRunning && job.dryRun && <Checking job={job} />}
      {isRunning && !job.dryRun && <Running words={WORDS} job={job} isUndo={job.isUndo} />}
      {job !== undefined && !isRunning && job.dryRun && <Checked job={job} levels={levels} />}
      {job !== undefined && !isRunning && !job.dryRun && (
        <>
          <Result words={WORDS} job={job} isUndo={job.isUndo} />
          {undo?.needsJustification === true && (
            <TextField label={t.undoReason} value={undoReason} maxLength={500} onChange={setUndoReason} />
          )}
        </>
      )}
    </Dialog>
  );
}

/** The job of the address, as long as it runs. */
function useJob(jobId: string | undefined, onJob: (jobId: string) => void) {
  const [job, setJob] = useState<JobView>();
  const [failure, setFailure] = useState<OperationError>();
  const onAnswer = useCallback((answer: Outcome<JobView>) => {
    setFailure(answer.ok ? undefined : answer.error);
    if (answer.ok) setJob(answer.value);
  }, []);
  const known = job?.jobId;
  useEffect(() => {
    if (jobId !== undefined && jobId !== known) void readJob(jobId).then(onAnswer);
    // Runs when the address names another job.
  }, [jobId]);
  usePolling(job === undefined || isFinished(job) ? undefined : job.jobId, readJob, onAnswer);
  const take = (answer: Outcome<JobView>) => {
    onAnswer(answer);
    if (answer.ok) onJob(answer.value.jobId);
  };
  return { job: job !== undefined && jobId !== undefined ? job : undefined, failure, take };
}

/** '': none, or one that can't be set. */
function chosenIn(levels: readonly Level[], chosen: string | undefined): string {
  return (
    settableLevels(levels)
      .map(levelValue)
      .find((value) => value === chosen) ?? ''
  );
}

function useForm(of: Target | undefined, isClear: boolean, chosen: string, take: (answer: Outcome<JobView>) => void) {
  const [level, setLevel] = useState(chosen);
  const [alsoLower, setAlsoLower] = useState(false);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  // A retry after a lost response must return the same dry run. Another order is another one.
  const key = useRef({ of: '', requestKey: '' });
  const submit = async () => {
    setIsMissing(!isClear && level === '');
    if (of === undefined || (!isClear && level === '')) return;
    const order = {
      ...{ of, level: isClear ? ('none' as const) : levelOfValue(level), alsoLower: isClear || alsoLower },
      ...(reason.trim() === '' ? {} : { reason }),
    };
    const text = JSON.stringify(order);
    if (key.current.of !== text) key.current = { of: text, requestKey: crypto.randomUUID() };
    take(await ask('previewPageLevels', { ...order, requestKey: key.current.requestKey }));
  };
  return { level, setLevel, alsoLower, setAlsoLower, reason, setReason, isMissing, submit };
}

interface LevelFormProps extends Pick<ChangeLevelsDialogProps, 'isClear' | 'levels'> {
  readonly form: ReturnType<typeof useForm>;
  readonly of: Target;
}

function LevelForm({ form, of, isClear, levels }: LevelFormProps) {
  const options = settableLevels(levels).map((one) => ({ value: levelValue(one), label: levelPath(one, levels) }));
  const LOWER = 'lower';
  return (
    <>
      <p>{t.what(of.of === 'pages' ? of.pageIds.length : undefined)}</p>
      {!isClear && (
        <>
          <SelectField
            label={t.level}
            isRequired
            error={form.isMissing ? t.levelMissing : undefined}
            value={form.level}
            options={[{ value: '', label: t.chooseLevel }, ...options]}
            onChange={form.setLevel}
          />
          <CheckboxChoices
            label={t.alsoLower}
            chosen={form.alsoLower ? [LOWER] : []}
            choices={[{ value: LOWER, label: t.alsoLower, help: t.alsoLowerHelp }]}
            onChange={(chosen) => form.setAlsoLower(chosen.length > 0)}
          />
        </>
      )}
      {(isClear || form.alsoLower) && (
        <TextField label={t.reason} help={t.reasonHelp} value={form.reason} maxLength={500} onChange={form.setReason} />
      )}
      <p className="note">{t.dryRun}</p>
    </>
  );
}

export function Checking({ job: { done, total } }: { readonly job: JobView }) {
  const text = total === undefined ? t.finding : t.checking(WORDS.progress(done, total));
  return (
    <>
      <p role="status">{text}</p>
      <progress className="progress" aria-label={text} value={total && done} max={Math.max(1, total ?? 1)} />
    </>
  );
}

/** The result of a dry run: how many pages would change, and why the others would not. */
export function Checked({ job, levels }: { readonly job: JobView; readonly levels: readonly Level[] }) {
  const { changed, lowered, same, left, failed, level, counted, isCut, stoppedBy, state } = job;
  const would = typeof level === 'object' ? t.wouldChange(changed, levelPath(level, levels)) : t.wouldClear(changed);
  return (
    <>
      {stoppedBy !== undefined && (
        <Message kind="error" title={WORDS.stopped}>
          <p>{WORDS.reasonOf(stoppedBy)}</p>
        </Message>
      )}
      <div role="status">
        <p className="message-title">{state === 'cancelled' ? WORDS.cancelled : t.checked}</p>
        <ul>
          <li>{changed === 0 ? t.nothing : would}</li>
          {lowered > 0 && typeof level === 'object' && <li>{t.wouldLower(lowered)}</li>}
          {same > 0 && <li>{t.same(same)}</li>}
          {left > same && <li>{t.more(left - same)}</li>}
          {failed.map(({ code, count }) => (
            <li key={code}>
              {t.wouldFail(count)} {WORDS.reasonOf(code)}
            </li>
          ))}
        </ul>
        {counted !== undefined && <p className="note">{t.counted(counted)}</p>}
        {isCut && <p className="note">{t.cut}</p>}
      </div>
    </>
  );
}
