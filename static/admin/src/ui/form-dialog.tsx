import { type ReactNode, useId } from 'react';
import { Dialog } from './dialog';
import { DialogButtons } from './dialog-buttons';
import { Form } from './form';

interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly cancel?: string;
  /** A new object for every attempt. */
  readonly errors: object;
  readonly isSending: boolean;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog. */
export function FormDialog({ title, errors, onSubmit, onClose, children, ...buttons }: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog title={title} onClose={onClose} footer={<DialogButtons form={formId} onCancel={onClose} {...buttons} />}>
      <Form id={formId} errors={errors} onSubmit={onSubmit}>
        {children}
      </Form>
    </Dialog>
  );
}
