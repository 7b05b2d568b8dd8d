import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import type { OperationError } from '../operations';
import { texts } from '../texts';
import { Dialog } from './dialog';
import { Failure } from './failure';

interface ConfirmDialogProps {
  readonly title: string;
  readonly submit: string;
  /** The label of the cancel button. */
  readonly keep?: string;
  /** The title of the message if the action fails. */
  readonly failed: string;
  readonly failure: OperationError | undefined;
  readonly isSending: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation. */
export function ConfirmDialog({
  title,
  submit,
  keep = texts.cancel,
  failed,
  failure,
  isSending,
  onSubmit,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button appearance="subtle" onClick={onClose}>
            {keep}
          </Button>
          <Button appearance="warning" isLoading={isSending} onClick={onSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      {failure !== undefined && <Failure title={failed} error={failure} />}
      {children}
    </Dialog>
  );
}
