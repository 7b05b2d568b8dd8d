import Button from '@atlaskit/button/new';
import { type ReactNode, useId, useState } from 'react';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Form } from '../ui/form';
import { Overtaken } from '../configuration/overtaken';
import { Refused } from './refused';
import type { ConfigurationChange } from '../configuration/use-configuration-change';

interface ChangeDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly change: Pick<ConfigurationChange, 'overtakenBy' | 'failure' | 'isSending'>;
  /** What somebody else has changed. Default: the levels or the settings. */
  readonly overtakenTitle?: string;
  /** A new object at every attempt. */
  readonly errors: object;
  /** Something was typed that is nowhere else. */
  readonly isDirty: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form about levels or settings. What was typed is not lost to somebody else's change, nor to a hasty Escape. */
export function ChangeDialog({
  title,
  submit,
  change: { overtakenBy, failure, isSending },
  overtakenTitle,
  errors,
  isDirty,
  onSubmit,
  onClose,
  children,
}: ChangeDialogProps) {
  const formId = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const { discard, overtaken, failed } = texts.configuration;

  if (isLeaving) {
    return (
      <Dialog
        key="leaving"
        size="small"
        title={discard.title}
        onClose={() => setIsLeaving(false)}
        footer={
          <>
            <Button appearance="primary" onClick={() => setIsLeaving(false)}>
              {discard.back}
            </Button>
            <Button appearance="warning" onClick={onClose}>
              {discard.submit}
            </Button>
          </>
        }
      >
        <p>{discard.body}</p>
      </Dialog>
    );
  }

  const leave = () => {
    if (isDirty) setIsLeaving(true);
    else onClose();
  };
  return (
    <Dialog
      key="form"
      title={title}
      onClose={leave}
      footer={
        <>
          <Button appearance="subtle" onClick={leave}>
            {texts.cancel}
          </Button>
          <Button appearance="primary" type="submit" form={formId} isLoading={isSending}>
            {submit}
          </Button>
        </>
      }
    >
      <Form id={formId} errors={errors} onSubmit={onSubmit}>
        {overtakenBy !== undefined && (
          <Overtaken
            title={overtakenTitle ?? overtaken.title}
            body={overtakenBy.length === 0 ? overtaken.nothing : overtaken.form}
            changes={overtakenBy}
          />
        )}
        {failure !== undefined && <Refused title={failed} error={failure} />}
        {children}
      </Form>
    </Dialog>
  );
}
