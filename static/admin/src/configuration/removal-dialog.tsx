import { showSuccess } from '../ui/success-flag';
import type { ReactNode } from 'react';
import type { Outcome } from '../operations';
import { texts } from '../texts';
import { ChangeQuestion } from './change-question';
import type { OpenChange } from './use-change';

interface RemovalDialogProps<List extends { readonly rev: number }> {
  readonly title: string;
  readonly submit: string;
  /** Above the reason why it was not removed. */
  readonly failed: string;
  readonly change: OpenChange<List>;
  readonly send: (rev: number) => Promise<Outcome<List>>;
  /** What the site says once it is removed. */
  readonly done: { readonly id: string; readonly title: string; readonly description: string };
  /** What is said where somebody else has removed it meanwhile; undefined: it is there. */
  readonly goneTitle: string | undefined;
  /** Something keeps it from being removed, which is told in place of what its removal does. */
  readonly isKept?: boolean;
  readonly onClose: () => void;
  /** What its removal does. */
  readonly children: ReactNode;
}

/** Asks before something of the configuration is removed, on top of what the person has seen. */
export function RemovalDialog<List extends { readonly rev: number }>({
  title,
  submit,
  failed,
  change,
  send,
  done,
  goneTitle,
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
    <ChangeQuestion
      title={title}
      submit={submit}
      failed={failed}
      change={change}
      overtakenBody={texts.configuration.overtaken.removal}
      goneTitle={goneTitle}
      isPossible={!isKept}
      onSubmit={() => void change.once(remove)}
      onClose={onClose}
    >
      {children}
    </ChangeQuestion>
  );
}
