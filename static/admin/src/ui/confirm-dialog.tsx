import type { ReactNode } from 'react';
import type { OperationError } from '../operations';
import { Dialog } from './dialog';
import { DialogButtons, type DialogButtonsProps } from './dialog-buttons';
import { Failure } from './failure';

interface ConfirmDialogProps extends Omit<DialogButtonsProps, 'form' | 'onSubmit' | 'onCancel'> {
  readonly title: string;
  readonly size?: 'small' | 'large';
  /** Why the action failed. */
  readonly failure?: { readonly title: string; readonly error: OperationError | undefined };
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation. */
export function ConfirmDialog({
  title,
  size = 'small',
  failure,
  appearance = 'warning',
  onClose,
  children,
  ...buttons
}: ConfirmDialogProps) {
  return (
    <Dialog
      size={size}
      title={title}
      onClose={onClose}
      footer={<DialogButtons appearance={appearance} onCancel={onClose} {...buttons} />}
    >
      {failure?.error !== undefined && <Failure title={failure.title} error={failure.error} />}
      {children}
    </Dialog>
  );
}
