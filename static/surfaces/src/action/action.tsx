import { events, view } from '@forge/bridge';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLoad } from '../../../admin/src/use-load';
import { commonTexts } from '../common-texts';
import { ask, type OperationError, type Outcome } from '../operations';
import { Failure } from '../ui/failure';
import { Skeleton } from '../ui/skeleton';
import {
  type ActionFields,
  type ActionName,
  type FieldName,
  fieldsOf,
  inputsOf,
  type Levels,
  levelChoices,
  problemsOf,
  readStoredAction,
  SMART_VALUE,
  type StoredAction,
} from './action-inputs';
import { actionTexts as t } from './texts';

/** Automation asks the form to show what is wrong. */
const VALIDATE = 'AUTOMATION_ACTION_VALIDATE_RULE_EVENT';

/** The form of an action in a rule. Automation stores what the form submits; there is no save button. */
export function ActionFrame() {
  const { load, reload } = useLoad(useCallback(readForm, []));
  if (load.state === 'loading') return <Skeleton rows={3} />;
  if (load.state === 'failed') return <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />;
  const { action, stored, levels } = load.value;
  return <ActionForm action={action} stored={stored} levels={levels} />;
}

interface FormProps {
  readonly action: ActionName;
  readonly stored: StoredAction;
  readonly levels: Levels;
}

async function readForm(): Promise<Outcome<FormProps>> {
  const failed = (message: string): Outcome<FormProps> => ({ ok: false, error: { code: 'UNREACHABLE', message } });
  try {
    const stored = readStoredAction(await view.getContext());
    const { action } = stored;
    if (action === undefined) return failed(t.unknown);
    if (action !== 'set-level') return { ok: true, value: { action, stored, levels: [] } };
    const answer = await ask('openAction', {});
    return answer.ok ? { ok: true, value: { action, stored, levels: answer.value.levels } } : answer;
  } catch {
    return failed(commonTexts.unreachableHost);
  }
}

export function ActionForm({ action, stored, levels }: FormProps) {
  const [fields, setFields] = useState(() => fieldsOf(stored, levels));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isValidating, setValidating] = useState(false);
  const [error, setError] = useState<OperationError>();
  const submit = useCallback(
    (next: ActionFields) => {
      view.submit(inputsOf(action, next)).then(
        () => setError(undefined),
        () => setError({ code: 'UNREACHABLE', message: commonTexts.unreachableHost }),
      );
    },
    [action],
  );
  // The form of a new rule shows values that the rule must have, too.
  const isNew = useRef(!stored.hasInputs);
  useEffect(() => {
    if (isNew.current) submit(fields);
    isNew.current = false;
  }, [fields, submit]);
  useEffect(() => {
    const subscription = events.on(VALIDATE, (payload: unknown) => {
      const isOn = typeof payload === 'object' && payload !== null && 'isValidating' in payload && payload.isValidating;
      setValidating(isOn === true);
    });
    return () => {
      void subscription.then(({ unsubscribe }) => unsubscribe()).catch(() => undefined);
    };
  }, []);

  const change = (changed: Partial<ActionFields>) => {
    const next = { ...fields, ...changed };
    setFields(next);
    setTouched(new Set([...touched, ...Object.keys(changed)]));
    submit(next);
  };
  const problems = problemsOf(action, fields, levels);
  const problemOf = (name: FieldName): string | undefined => {
    const isChanged = touched.has(name);
    if (problems[name] !== undefined && (isValidating || isChanged || stored.hasInputs)) return problems[name];
    const input = name === 'choice' || name === 'smartLevel' ? 'level' : name;
    return stored.rejected.includes(input) && !isChanged ? t.rejected : undefined;
  };
  return (
    <main className="action">
      <h1>{t.titles[action]}</h1>
      <TextField
        label={t.page}
        help={t.pageHelp}
        value={fields.pageId}
        problem={problemOf('pageId')}
        onChange={(pageId) => change({ pageId })}
      />
      {action === 'set-level' && (
        <LevelFields fields={fields} levels={levels} problemOf={problemOf} onChange={change} />
      )}
      <p className="note">{t.notes[action]}</p>
      {error !== undefined && <Failure title={t.saveFailed} error={error} onRetry={() => submit(fields)} />}
    </main>
  );
}

interface LevelFieldsProps {
  readonly fields: ActionFields;
  readonly levels: Levels;
  readonly problemOf: (name: FieldName) => string | undefined;
  readonly onChange: (changed: Partial<ActionFields>) => void;
}

function LevelFields({ fields, levels, problemOf, onChange }: LevelFieldsProps) {
  const id = useId();
  const choices = levelChoices(levels);
  const isListed = fields.choice === SMART_VALUE || choices.some(({ value }) => value === fields.choice);
  const description = levels.find(({ levelId }) => levelId === fields.choice)?.description ?? '';
  return (
    <>
      <Field id={id} label={t.level} help={description} problem={problemOf('choice')}>
        <select
          id={id}
          className="input"
          value={isListed ? fields.choice : ''}
          aria-invalid={problemOf('choice') === undefined ? undefined : true}
          aria-describedby={`${id}-help`}
          onChange={({ currentTarget: { value } }) => onChange({ choice: value })}
        >
          <option value="" disabled>
            {t.chooseLevel}
          </option>
          {choices.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value={SMART_VALUE}>{t.smartValue}</option>
        </select>
      </Field>
      {fields.choice === SMART_VALUE && (
        <TextField
          label={t.smartLevel}
          help={t.smartLevelHelp}
          value={fields.smartLevel}
          problem={problemOf('smartLevel')}
          onChange={(smartLevel) => onChange({ smartLevel })}
        />
      )}
      <div className="field">
        <div className="checkbox">
          <input
            id={`${id}-raise`}
            type="checkbox"
            checked={fields.onlyRaise}
            aria-describedby={`${id}-raise-help`}
            onChange={({ currentTarget: { checked } }) => onChange({ onlyRaise: checked })}
          />
          <label htmlFor={`${id}-raise`}>{t.onlyRaise}</label>
        </div>
        <p id={`${id}-raise-help`} className="field-help">
          {t.onlyRaiseHelp}
        </p>
      </div>
      <TextField
        label={t.reason}
        help={t.reasonHelp}
        value={fields.reason}
        problem={problemOf('reason')}
        onChange={(reason) => onChange({ reason })}
      />
    </>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function TextField({ label, help, value, problem, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} help={help} problem={problem}>
      <input
        id={id}
        className="input"
        type="text"
        autoComplete="off"
        maxLength={500}
        value={value}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-help`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly problem: string | undefined;
  readonly children: ReactNode;
}

function Field({ id, label, help, problem, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      <p
        id={`${id}-help`}
        className={problem === undefined ? 'field-help' : 'field-error'}
        role={problem === undefined ? undefined : 'alert'}
      >
        {problem ?? help}
      </p>
    </div>
  );
}
