import Button from '@atlaskit/button/new';
import { useRef, useState } from 'react';
import { fieldMessages } from '../field-messages';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { FormDialog } from '../ui/form-dialog';
import { SelectField, TextAreaField, TextField } from '../ui/form-fields';
import { Message } from '../ui/message';
import { type Person, PersonPicker } from '../ui/person-picker';
import { Progress } from '../ui/progress';
import { showSuccess } from '../ui/success-flag';
import { useSending } from '../use-sending';
import { type Changed, changeFindings, type FindingTarget, NONE_CHANGED, type WorkChange } from './change-findings';

interface AssignDialogProps {
  readonly target: FindingTarget;
  /** Undefined: it is not known how many match. */
  readonly count: number | undefined;
  /** @param isDone whether findings may have changed */
  readonly onClose: (isDone: boolean) => void;
}

interface Draft {
  readonly owner: 'keep' | 'page' | 'person';
  readonly person: Person | undefined;
  readonly due: 'keep' | 'none' | 'day';
  readonly day: string;
  readonly progress: 'keep' | 'yes' | 'no';
  readonly comment: 'keep' | 'none' | 'text';
  readonly text: string;
}

const UNCHANGED: Draft = {
  ...{ owner: 'keep', person: undefined, due: 'keep', day: '', progress: 'keep', comment: 'keep', text: '' },
};

type Errors = Partial<Record<'ownerId' | 'dueOn' | 'comment' | 'form', string>>;

const MAX_COMMENT = 500;

/** Sets owner, due date, progress and comment of one or many findings. The others of these stay as they are. */
export function AssignDialog({ target, count, onClose }: AssignDialogProps) {
  const { work: t } = texts.detections;
  const [draft, setDraft] = useState(UNCHANGED);
  const [errors, setErrors] = useState<Errors>({});
  const [done, setDone] = useState<number>();
  const [result, setResult] = useState<Changed>();
  const stopped = useRef(false);
  const { isSending, send } = useSending();

  const run = async (of: FindingTarget, change: WorkChange, before: Changed) => {
    stopped.current = false;
    setDone(before.changed + before.unchanged + before.skipped);
    const changed = await changeFindings(of, change, before, setDone, () => stopped.current);
    setDone(undefined);
    const messages = Object.fromEntries(changed.error === undefined ? [] : fieldMessages(changed.error));
    if (changed.changed + changed.skipped === 0 && Object.keys(messages).length > 0) return setErrors(messages);
    if (changed.rest !== undefined || changed.skipped > 0) return setResult(changed);
    showSuccess({ id: 'findings-assigned', title: t.done, description: t.changed(changed.changed) });
    onClose(true);
  };
  const submit = () => {
    const wrong = errorsIn(draft);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) void send(() => run(target, changeIn(draft), NONE_CHANGED));
  };
  if (result !== undefined) {
    const { rest } = result;
    return (
      <AssignResult
        result={result}
        isSending={isSending}
        onContinue={rest && (() => void send(() => run(rest, changeIn(draft), { ...result })))}
        onClose={() => onClose(true)}
      />
    );
  }
  return (
    <FormDialog
      title={t.title(count)}
      submit={t.submit}
      errors={errors}
      isDirty={draft !== UNCHANGED}
      isSending={isSending}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      <p className="section-text">{t.intro}</p>
      {errors.form !== undefined && <Message kind="error" title={errors.form} />}
      <WorkFields draft={draft} errors={errors} onChange={(changes) => setDraft({ ...draft, ...changes })} />
      {done !== undefined && (
        <>
          <Progress label={t.progress} isRunning done={done} total={count} words={[t.running(done, count)]} />
          <Button onClick={() => (stopped.current = true)}>{t.stop}</Button>
        </>
      )}
    </FormDialog>
  );
}

interface WorkFieldsProps {
  readonly draft: Draft;
  readonly errors: Errors;
  readonly onChange: (changes: Partial<Draft>) => void;
}

function WorkFields({ draft, errors, onChange }: WorkFieldsProps) {
  const { work: t } = texts.detections;
  const options = <T extends string>(labels: Readonly<Record<T, string>>) =>
    (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
  return (
    <>
      <SelectField
        label={t.owner}
        value={draft.owner}
        options={options(t.owners)}
        onChange={(owner) => onChange({ owner })}
      />
      {draft.owner === 'person' && (
        <PersonPicker
          label={t.person}
          error={errors.ownerId}
          isRequired
          value={draft.person}
          onChange={(person) => onChange({ person })}
        />
      )}
      <SelectField label={t.due} value={draft.due} options={options(t.dues)} onChange={(due) => onChange({ due })} />
      {draft.due === 'day' && (
        <TextField
          label={t.day}
          error={errors.dueOn}
          isRequired
          type="date"
          max="9999-12-31"
          value={draft.day}
          onChange={(day) => onChange({ day })}
        />
      )}
      <SelectField
        label={t.state}
        value={draft.progress}
        options={options(t.states)}
        onChange={(progress) => onChange({ progress })}
      />
      <SelectField
        label={t.comment}
        value={draft.comment}
        options={options(t.comments)}
        onChange={(comment) => onChange({ comment })}
      />
      {draft.comment === 'text' && (
        <TextAreaField
          label={t.text}
          help={t.textHelp}
          error={errors.comment}
          isRequired
          value={draft.text}
          maxLength={MAX_COMMENT}
          onChange={(text) => onChange({ text })}
        />
      )}
    </>
  );
}

function errorsIn(draft: Draft): Errors {
  const { work: t } = texts.detections;
  return {
    ...(draft.owner === 'person' && draft.person === undefined ? { ownerId: t.noPerson } : {}),
    ...(draft.due === 'day' && draft.day === '' ? { dueOn: t.noDay } : {}),
    ...(draft.comment === 'text' && draft.text.trim() === '' ? { comment: t.noText } : {}),
    ...(Object.keys(changeIn(draft)).length === 0 && draft.owner !== 'person' ? { form: t.nothing } : {}),
  };
}

function changeIn({ owner, person, due, day, progress, comment, text }: Draft): WorkChange {
  return {
    ...(owner === 'page' ? { ownerId: 'none' } : {}),
    ...(owner === 'person' && person !== undefined ? { ownerId: person.accountId } : {}),
    ...(due === 'keep' ? {} : { dueOn: due === 'none' ? 'none' : day }),
    ...(progress === 'keep' ? {} : { isInProgress: progress === 'yes' }),
    ...(comment === 'keep' ? {} : { comment: comment === 'none' ? '' : text }),
  };
}

interface AssignResultProps {
  readonly result: Changed;
  readonly isSending: boolean;
  /** Undefined: nothing is left. */
  readonly onContinue: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The result of a change that did not reach all findings. */
function AssignResult({ result, isSending, onContinue, onClose }: AssignResultProps) {
  const { work: t } = texts.detections;
  const { changed, skipped, error } = result;
  return (
    <Dialog
      title={t.resultTitle}
      onClose={onClose}
      footer={
        <>
          {onContinue !== undefined && (
            <Button appearance="primary" isLoading={isSending} onClick={onContinue}>
              {t.continue}
            </Button>
          )}
          <Button appearance="subtle" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      {error !== undefined && <Failure title={t.failed(changed)} error={error} />}
      <p role="status">{t.changed(changed)}</p>
      {skipped > 0 && <p>{t.skipped(skipped)}</p>}
      {onContinue !== undefined && <p>{t.rest}</p>}
    </Dialog>
  );
}
