import { type ReactNode, useState } from 'react';
import type { OperationError, Outcome } from '../operations';
import { useSending } from '../use-sending';
import { ConfirmDialog } from './confirm-dialog';

interface CancelDialogProps<T> {
  readonly title: string;
  readonly submit: string;
  readonly texts: { readonly keep: string; readonly failed: string };
  readonly cancel: () => Promise<Outcome<T>>;
  /** Called before the dialog closes. */
  readonly onCanceled: (value: T) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before background work is canceled. */
export function CancelDialog<T>({ title, submit, texts, cancel, onCanceled, onClose, children }: CancelDialogProps<T>) {
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const run = async () => {
    const answer = await cancel();
    if (!answer.ok) return setFailure(answer.error);
    onCanceled(answer.value);
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      submit={submit}
      cancel={texts.keep}
      failure={{ title: texts.failed, error: failure }}
      isSending={isSending}
      onSubmit={() => void send(run)}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
