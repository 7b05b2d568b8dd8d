import Button from '@atlaskit/button/new';
import { useCallback, useEffect, useState } from 'react';
import type { JobView } from '../../../../src/admin/runs/jobs';
import type { Level } from '../../../../src/classification/model';
import { levelOfValue, levelPath, levelValue, settableLevels } from '../level-path';
import { ask, type OperationError, type Outcome } from '../operations';
import { Checked, Checking } from '../pages/change-levels-dialog';
import { isFinished, Result, Running } from '../suggestions/set-levels-dialog';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { SelectField, TextField } from '../ui/form-fields';
import { usePolling } from '../use-polling';

interface LabelImportDialogProps {
  readonly levels: readonly Level[];
  readonly onClose: () => void;
}

const t = texts.labelImport;
const WORDS = { ...texts.suggestions.dialog, ...texts.pageList.dialog, continues: t.continues };

/** The most that the resolver accepts. */
const MAX_LABELS = 20;

/** Sets levels once from labels: a dry run for each label, then their jobs, then their undo. */
export default function LabelImportDialog({ levels, onClose }: LabelImportDialogProps) {
  const [rows, setRows] = useState<readonly LabelRow[]>([{ id: 0, label: '', level: '' }]);
  const [isChecked, setIsChecked] = useState(false);
  const { steps, jobs, failure, isRunning, run, retry, stop } = useJobsInTurn();
  const isForm = jobs.length === 0 && (steps.length === 0 || failure !== undefined);
  const check = () => {
    setIsChecked(true);
    if (rows.every(isComplete)) run(previewsOf(rows, levels));
  };
  const isDone = !isRunning && jobs.length === steps.length;
  const after = isDone ? stepsAfter(steps, jobs) : { imports: [], undoes: [] };
  const changed = jobs.reduce((sum, job) => sum + job.changed, 0);
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      footer={
        <>
          {isRunning && (
            <Button appearance="subtle" onClick={() => void stop()}>
              {WORDS.stop}
            </Button>
          )}
          {after.undoes.length > 0 && (
            <Button appearance="subtle" onClick={() => run(after.undoes)}>
              {WORDS.undo}
            </Button>
          )}
          {isDone && !isForm && jobs.every(({ dryRun }) => dryRun) && (
            <Button appearance="subtle" onClick={() => run([])}>
              {t.edit}
            </Button>
          )}
          <Button appearance="subtle" onClick={onClose}>
            {isForm ? texts.cancel : texts.close}
          </Button>
          {isForm && (
            <Button appearance="primary" onClick={check}>
              {WORDS.check}
            </Button>
          )}
          {after.imports.length > 0 && (
            <Button appearance="primary" onClick={() => run(after.imports)}>
              {WORDS.start(
                changed,
                jobs.some(({ counted }) => counted !== undefined),
              )}
            </Button>
          )}
        </>
      }
    >
      {failure !== undefined && (
        <Failure title={WORDS.failed} error={failure} {...(isForm ? {} : { onRetry: retry })} />
      )}
      {isForm ? (
        <LabelRows rows={rows} levels={levels} isChecked={isChecked} onChange={setRows} />
      ) : (
        steps.map(({ title }, index) => (
          <section key={title} className="label-import">
            <h3>{title}</h3>
            <Progress job={jobs[index]} levels={levels} />
          </section>
        ))
      )}
    </Dialog>
  );
}

interface LabelRow {
  readonly id: number;
  readonly label: string;
  /** The value of a level, or empty. */
  readonly level: string;
}

const isComplete = ({ label, level }: LabelRow) => label.trim() !== '' && level !== '';

interface Step {
  readonly title: string;
  /** Repeated, it returns the same job. */
  readonly start: () => Promise<Outcome<JobView>>;
}

function previewsOf(rows: readonly LabelRow[], levels: readonly Level[]): readonly Step[] {
  const labels = rows.map(({ label, level }) => ({ label: label.trim(), level: levelOfValue(level) }));
  return labels.map(({ label, level }, of) => {
    const requestKey = crypto.randomUUID();
    return {
      title: t.row(label, levelPath(level, levels)),
      start: () => ask('previewLabelImport', { labels, of, requestKey }),
    };
  });
}

/** The jobs of dry runs that would change pages, and the undo of jobs that have. */
function stepsAfter(steps: readonly Step[], jobs: readonly JobView[]) {
  const next = (isWanted: (job: JobView) => boolean, start: (jobId: string) => Step['start']): readonly Step[] =>
    steps.flatMap(({ title }, index) => {
      const job = jobs[index];
      return job !== undefined && isWanted(job) ? [{ title, start: start(job.jobId) }] : [];
    });
  return {
    imports: next(
      ({ canStart }) => canStart,
      (previewId) => () => ask('setPageLevels', { previewId }),
    ),
    undoes: next(
      ({ isUndo, undo }) => !isUndo && undo?.allowed === true && !undo.needsJustification,
      (jobId) => {
        const requestKey = crypto.randomUUID();
        return () => ask('undoSuggestedLevels', { jobId, requestKey });
      },
    ),
  };
}

const readJob = (jobId: string) => ask('getJob', { jobId });

/** Starts a job when the one before it has ended, because an admin can have five open ones. */
function useJobsInTurn() {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [jobs, setJobs] = useState<readonly JobView[]>([]);
  const [failure, setFailure] = useState<OperationError>();
  const onAnswer = useCallback((answer: Outcome<JobView>) => {
    setFailure(answer.ok ? undefined : answer.error);
    if (answer.ok) setJobs((all) => [...all.filter(({ jobId }) => jobId !== answer.value.jobId), answer.value]);
  }, []);
  const last = jobs.at(-1);
  const open = last === undefined || isFinished(last) ? undefined : last.jobId;
  usePolling(open, readJob, onAnswer);
  const next = open === undefined && failure === undefined ? steps[jobs.length] : undefined;
  useEffect(() => {
    if (next !== undefined) void next.start().then(onAnswer);
  }, [next, onAnswer]);
  return {
    ...{ steps, jobs, failure, isRunning: open !== undefined || next !== undefined },
    run: (wanted: readonly Step[]) => {
      setSteps(wanted);
      setJobs([]);
      setFailure(undefined);
    },
    retry: () => setFailure(undefined),
    stop: async () => {
      setSteps(steps.slice(0, Math.max(1, jobs.length)));
      if (open !== undefined) onAnswer(await ask('cancelJob', { jobId: open }));
    },
  };
}

/** @param job undefined: it has not started */
function Progress({ job, levels }: { readonly job: JobView | undefined; readonly levels: readonly Level[] }) {
  if (job === undefined) return <p className="note">{t.waits}</p>;
  if (!isFinished(job))
    return job.dryRun ? <Checking job={job} /> : <Running words={WORDS} job={job} isUndo={job.isUndo} />;
  return job.dryRun ? <Checked job={job} levels={levels} /> : <Result words={WORDS} job={job} isUndo={job.isUndo} />;
}

interface LabelRowsProps {
  readonly rows: readonly LabelRow[];
  readonly levels: readonly Level[];
  /** Missing values are errors. */
  readonly isChecked: boolean;
  readonly onChange: (rows: readonly LabelRow[]) => void;
}

function LabelRows({ rows, levels, isChecked, onChange }: LabelRowsProps) {
  const options = settableLevels(levels).map((one) => ({ value: levelValue(one), label: levelPath(one, levels) }));
  const change = (id: number, changes: Partial<LabelRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const add = () => onChange([...rows, { id: Math.max(...rows.map(({ id }) => id)) + 1, label: '', level: '' }]);
  return (
    <>
      <p>{t.intro}</p>
      <p className="note">{t.dryRun}</p>
      <ul className="label-rows" aria-label={t.labels}>
        {rows.map(({ id, label, level }) => (
          <li key={id} className="label-row">
            <TextField
              label={t.label}
              error={isChecked && label.trim() === '' ? t.labelMissing : undefined}
              value={label}
              maxLength={255}
              spellCheck={false}
              onChange={(typed) => change(id, { label: typed })}
            />
            <SelectField
              label={t.level}
              error={isChecked && level === '' ? t.levelMissing : undefined}
              value={level}
              options={[{ value: '', label: t.chooseLevel }, ...options]}
              onChange={(chosen) => change(id, { level: chosen })}
            />
            {rows.length > 1 && (
              <Button
                appearance="subtle"
                aria-label={t.remove(label.trim())}
                onClick={() => onChange(rows.filter((row) => row.id !== id))}
              >
                ×
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button isDisabled={rows.length === MAX_LABELS} onClick={add}>
        {t.add}
      </Button>
    </>
  );
}
