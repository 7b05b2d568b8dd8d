import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import { texts } from '../texts';
import { Form } from '../ui/form';
import { LeaveDialog } from '../ui/leave-dialog';
import { Section } from '../ui/section';
import { useLeaveQuestion } from '../ui/use-leave-question';
import { type ChangeDialogProps, ChangeMessages } from './change-dialog';

interface ChangeSectionProps {
  /** The ID of the heading. */
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  /** From `useDraft`. */
  readonly form: Omit<ChangeDialogProps['form'], 'onClose'> & { readonly onDiscard: () => void };
  readonly children: ReactNode;
}

/** A form for the configuration in plain view. Like a dialog, it keeps unsaved changes if another admin saves first. */
export function ChangeSection({ id, title, intro, form, children }: ChangeSectionProps) {
  const { change, errors, isDirty, onSubmit, onDiscard } = form;
  const { configuration } = texts;
  const question = useLeaveQuestion(isDirty);
  return (
    <Section id={id} title={title} {...(intro === undefined ? {} : { intro })}>
      <Form id={`${id}-form`} errors={errors} onSubmit={onSubmit}>
        <ChangeMessages change={change} />
        {children}
        <div className="form-actions">
          <Button type="submit" appearance="primary" isDisabled={!isDirty} isLoading={change.isSending}>
            {configuration.save}
          </Button>
          <Button appearance="subtle" isDisabled={!isDirty || change.isSending} onClick={onDiscard}>
            {configuration.discard.submit}
          </Button>
        </div>
      </Form>
      {question.isAsking && (
        <LeaveDialog words={configuration.discard} onBack={question.stay} onLeave={question.discard} />
      )}
    </Section>
  );
}
