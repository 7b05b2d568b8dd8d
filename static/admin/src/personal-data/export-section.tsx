import Button from '@atlaskit/button/new';
import { useId, useState } from 'react';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Form } from '../ui/form';
import { Message } from '../ui/message';
import { type Person, PersonPicker } from '../ui/person-picker';
import { Section } from '../ui/section';
import { usePersonExport } from './use-person-export';

/** Exports the data of one person as a JSON file. */
export function ExportSection() {
  const { exported: t, account } = texts.personalData;
  const formId = useId();
  const [person, setPerson] = useState<Person>();
  const [errors, setErrors] = useState<{ readonly accountId?: string }>({});
  const { isRunning, count, failure, start, resume, saveAgain } = usePersonExport((accountId) =>
    setErrors({ accountId }),
  );
  const submit = () => {
    if (person === undefined) return setErrors({ accountId: account.missing });
    setErrors({});
    start(person.accountId);
  };
  return (
    <Section id="export-person" title={t.title} intro={t.intro}>
      <div className="section-text">
        <Form id={formId} errors={errors} onSubmit={submit}>
          <PersonPicker
            label={account.label}
            help={account.help}
            error={errors.accountId}
            acceptsUnknown
            value={person}
            onChange={setPerson}
          />
          <Button type="submit" isLoading={isRunning}>
            {t.submit}
          </Button>
        </Form>
        <p className="note" role="status">
          {isRunning && count !== undefined && t.running(count)}
        </p>
        {!isRunning && count !== undefined && failure !== undefined && (
          <Failure title={count === 0 ? t.failed : t.failedAfter(count)} error={failure} onRetry={resume} />
        )}
        {!isRunning && count !== undefined && failure === undefined && (
          <Message kind="information" title={t.done(count)}>
            <Button onClick={saveAgain}>{t.again}</Button>
          </Message>
        )}
      </div>
    </Section>
  );
}
