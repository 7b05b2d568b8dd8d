import { view } from '@forge/bridge';
import { type FormEvent, useCallback, useId, useRef, useState } from 'react';
import { useSending } from '../../../admin/src/use-sending';
import { ask, type OperationError } from '../operations';
import { commonTexts } from '../common-texts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../../../admin/src/use-load';
import { type ConfigFields, configOf, type FieldName, fieldsOf, SOURCES } from './report-config';
import { configTexts as t } from './texts';

/** The configuration of the report macro. */
export function ConfigFrame() {
  const { load, reload } = useLoad(useCallback(readFields, []));
  if (load.state === 'loading') return <Skeleton rows={4} />;
  if (load.state === 'failed') return <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />;
  return <ConfigForm initial={load.value} />;
}

async function readFields() {
  try {
    const { extension } = await view.getContext();
    return { ok: true, value: fieldsOf(extension['config']) } as const;
  } catch {
    return { ok: false, error: { code: 'UNREACHABLE', message: commonTexts.unreachableHost } } as const;
  }
}

interface Problem {
  readonly field: FieldName;
  readonly message: string;
}

const FIELDS = { pageId: 'page', spaceKey: 'space', query: 'query' } as const;

export function ConfigForm({ initial }: { readonly initial: ConfigFields }) {
  const [fields, setFields] = useState(initial);
  const [problem, setProblem] = useState<Problem>();
  const [error, setError] = useState<OperationError>();
  const form = useRef<HTMLFormElement>(null);
  const { isSending, send } = useSending();
  const change = (changed: Partial<ConfigFields>) => {
    setFields({ ...fields, ...changed });
    setProblem(undefined);
  };
  const reject = (wrong: Problem) => {
    setProblem(wrong);
    form.current?.querySelector<HTMLElement>(`[name="${wrong.field}"]`)?.focus();
  };
  const save = () =>
    send(async () => {
      setError(undefined);
      const config = configOf(fields);
      if ('field' in config) return reject(config);
      const answer = await ask('checkReport', { config });
      if (!answer.ok) return setError(answer.error);
      if (answer.value.outcome === 'wrong')
        return reject({ field: FIELDS[answer.value.field], message: answer.value.message });
      try {
        await view.submit({ config });
      } catch {
        setError({ code: 'UNREACHABLE', message: commonTexts.unreachableHost });
      }
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const field = { fields, problem, onChange: change };
  return (
    <form ref={form} className="config" noValidate onSubmit={onSubmit}>
      <h1 className="visually-hidden">{t.title}</h1>
      <fieldset>
        <legend>{t.source}</legend>
        {SOURCES.map((source) => (
          <label key={source} className="choice">
            <input
              type="radio"
              name="source"
              value={source}
              checked={fields.source === source}
              onChange={() => change({ source })}
            />
            {t.sources[source]}
          </label>
        ))}
      </fieldset>
      {fields.source === 'below' && <TextField name="page" label={t.page} help={t.pageHelp} {...field} />}
      {fields.source === 'space' && <TextField name="space" label={t.space} help={t.spaceHelp} {...field} />}
      {fields.source === 'query' && <TextField name="query" label={t.query} help={t.queryHelp} {...field} />}
      <p className="note">{t.note}</p>
      {error !== undefined && <Failure title={t.saveFailed} error={error} onRetry={() => void save()} />}
      <div className="buttons">
        <Button type="submit" appearance="primary" isBusy={isSending}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  readonly name: FieldName;
  readonly label: string;
  readonly help: string;
  readonly fields: ConfigFields;
  readonly problem: Problem | undefined;
  readonly onChange: (changed: Partial<ConfigFields>) => void;
}

function TextField({ name, label, help, fields, problem, onChange }: TextFieldProps) {
  const id = useId();
  const isWrong = problem?.field === name;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="input"
        type="text"
        autoComplete="off"
        maxLength={2_000}
        value={fields[name]}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={`${id}-help`}
        onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
      />
      <p id={`${id}-help`} className={isWrong ? 'field-error' : 'field-help'} role={isWrong ? 'alert' : undefined}>
        {isWrong ? problem.message : help}
      </p>
    </div>
  );
}
