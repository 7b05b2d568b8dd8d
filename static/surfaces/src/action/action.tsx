import { events, view } from '@forge/bridge';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLoad } from '../../../admin/src/use-load';
import { PURPOSE_NAMES } from '../../../../src/page-use/words';
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
      {action === 'check-use' && (
        <SelectField
          label={t.purpose}
          help=""
          choose={t.choosePurpose}
          choices={Object.entries(PURPOSE_NAMES).map(([value, name]) => ({ value, name }))}
          value={fields.purpose}
          problem={problemOf('purpose')}
          onChange={(purpose) => change({ purpose })}
        />
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
  const description = levels.find(({ levelId }) => levelId === fields.choice)?.description ?? '';
  return (
    <>
      <SelectField
        label={t.level}
        help={description}
        choose={t.chooseLevel}
        choices={[...levelChoices(levels), { value: SMART_VALUE, name: t.smartValue }]}
        value={fields.choice}
        problem={problemOf('choice')}
        onChange={(choice) => onChange({ choice })}
      />
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

interface SelectFieldProps extends TextFieldProps {
  /** The option without a value. */
  readonly choose: string;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
}

function SelectField({ label, help, choose, choices, value, problem, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} help={help} problem={problem}>
      <select
        id={id}
        className="input"
        value={choices.some((one) => one.value === value) ? value : ''}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-help`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="" disabled>
          {choose}
        </option>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </select>
    </Field>
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
