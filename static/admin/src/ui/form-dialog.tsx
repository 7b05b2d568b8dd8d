import { type ReactNode, useId } from 'react';
import { Dialog } from './dialog';
import { texts } from '../texts';
import { DialogButtons } from './dialog-buttons';
import { Form } from './form';
import { LeaveDialog } from './leave-dialog';
import { useLeaveQuestion } from './use-leave-question';

interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly cancel?: string;
  /** A new object for every attempt. */
  readonly errors: object;
  /** True if the form has input that is not saved. */
  readonly isDirty: boolean;
  readonly isSending: boolean;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog. It asks before it discards input. */
export function FormDialog({ title, errors, isDirty, onSubmit, onClose, children, ...buttons }: FormDialogProps) {
  const formId = useId();
  const { isAsking, leave, stay } = useLeaveQuestion(isDirty, onClose);
  if (isAsking) return <LeaveDialog words={texts.configuration.discard} onBack={stay} onLeave={onClose} />;
  return (
    <Dialog title={title} onClose={leave} footer={<DialogButtons form={formId} onCancel={leave} {...buttons} />}>
      <Form id={formId} errors={errors} onSubmit={onSubmit}>
        {children}
      </Form>
    </Dialog>
  );
}
