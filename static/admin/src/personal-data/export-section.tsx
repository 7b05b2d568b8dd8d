import Button from '@atlaskit/button/new';
import { useId, useState } from 'react';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Form } from '../ui/form';
import { TextField } from '../ui/form-fields';
import { Message } from '../ui/message';
import { Section } from '../ui/section';
import { accountIdIn } from './account-field';
import { usePersonExport } from './use-person-export';

/** Exports the data of one person as a JSON file. */
export function ExportSection() {
  const { exported: t, account } = texts.personalData;
  const formId = useId();
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<{ readonly accountId?: string }>({});
  const { isRunning, count, failure, start, resume, saveAgain } = usePersonExport((accountId) =>
    setErrors({ accountId }),
  );
  const submit = () => {
    const accountId = accountIdIn(text);
    if (accountId === '') return setErrors({ accountId: account.missing });
    setErrors({});
    start(accountId);
  };
  return (
    <Section id="export-person" title={t.title} intro={t.intro}>
      <div className="section-text">
        <Form id={formId} errors={errors} onSubmit={submit}>
          <TextField
            label={account.label}
            help={account.help}
            error={errors.accountId}
            value={text}
            onChange={setText}
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
