import Button from '@atlaskit/button/new';
import { type ReactNode, useId, useState } from 'react';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Form } from '../ui/form';
import type { DraftErrors } from './level-draft';
import { Overtaken } from './overtaken';
import type { LevelChange } from './use-level-change';

interface ChangeDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly change: LevelChange;
  readonly errors: DraftErrors;
  /** Something was typed that is nowhere else. */
  readonly isDirty: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form about a level or a sub-level. What was typed is not lost to somebody else's change, nor to a hasty Escape. */
export function ChangeDialog({
  title,
  submit,
  change: { overtakenBy, failure, isSending },
  errors,
  isDirty,
  onSubmit,
  onClose,
  children,
}: ChangeDialogProps) {
  const formId = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const { discard, overtaken, form } = texts.levels;

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
            title={overtaken.title}
            body={overtakenBy.length === 0 ? overtaken.nothing : overtaken.form}
            changes={overtakenBy}
          />
        )}
        {failure !== undefined && <Failure title={form.failed} error={failure} />}
        {children}
      </Form>
    </Dialog>
  );
}
