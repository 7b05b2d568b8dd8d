import { showSuccess } from '../ui/success-flag';
import type { ReactNode } from 'react';
import type { Outcome } from '../operations';
import { texts } from '../texts';
import { ConfirmChangeDialog } from './confirm-change-dialog';
import type { OpenChange } from './use-change';

interface RemovalDialogProps<List extends { readonly rev: number }> {
  readonly title: string;
  readonly submit: string;
  /** The title of the message if the removal fails. */
  readonly failed: string;
  readonly change: OpenChange<List>;
  readonly send: (rev: number) => Promise<Outcome<List>>;
  /** The confirmation after the removal. */
  readonly done: { readonly id: string; readonly title: string; readonly description: string };
  /** The title if another admin has already removed it. undefined: it exists. */
  readonly alreadyRemovedTitle: string | undefined;
  /** It cannot be removed. The children explain why. */
  readonly isKept?: boolean;
  readonly onClose: () => void;
  /** The effects of the removal. */
  readonly children: ReactNode;
}

/** Asks before a part of the configuration is removed. */
export function RemovalDialog<List extends { readonly rev: number }>({
  title,
  submit,
  failed,
  change,
  send,
  done,
  alreadyRemovedTitle,
  isKept = false,
  onClose,
  children,
}: RemovalDialogProps<List>) {
  const remove = async () => {
    const sent = await change.send(send);
    if (sent.outcome === 'refused') change.setFailure(sent.error);
    if (sent.outcome !== 'done') return;
    showSuccess(done);
    onClose();
  };
  return (
    <ConfirmChangeDialog
      title={title}
      submit={submit}
      failed={failed}
      change={change}
      conflictBody={texts.configuration.conflict.removal}
      doneAlreadyTitle={alreadyRemovedTitle}
      isPossible={!isKept}
      onSubmit={() => void change.runOnce(remove)}
      onClose={onClose}
    >
      {children}
    </ConfirmChangeDialog>
  );
}
