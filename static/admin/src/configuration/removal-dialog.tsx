import Button from '@atlaskit/button/new';
import { showFlag } from '@forge/bridge';
import type { ReactNode } from 'react';
import type { Outcome } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Overtaken } from './overtaken';
import { Refused } from './refused';
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
  /** What somebody else has changed. Default: the levels or the settings. */
  readonly overtakenTitle?: string;
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
  overtakenTitle,
  goneTitle,
  isKept = false,
  onClose,
  children,
}: RemovalDialogProps<List>) {
  const { overtaken } = texts.configuration;
  const { overtakenBy, failure, isSending } = change;
  const canRemove = goneTitle === undefined && !isKept;
  const remove = async () => {
    const sent = await change.send(send);
    if (sent.outcome === 'refused') change.setFailure(sent.error);
    if (sent.outcome !== 'done') return;
    showFlag({ ...done, type: 'success', isAutoDismiss: true });
    onClose();
  };
  return (
    <Dialog
      size={overtakenBy === undefined ? 'small' : 'large'}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button appearance="subtle" onClick={onClose}>
            {canRemove ? texts.cancel : texts.close}
          </Button>
          {canRemove && (
            <Button appearance="warning" isLoading={isSending} onClick={() => void change.once(remove)}>
              {submit}
            </Button>
          )}
        </>
      }
    >
      {overtakenBy !== undefined && (
        <Overtaken
          title={goneTitle ?? overtakenTitle ?? overtaken.title}
          body={overtakenBy.length === 0 ? overtaken.nothing : overtaken.removal}
          changes={overtakenBy}
        />
      )}
      {failure !== undefined && <Refused title={failed} error={failure} />}
      {goneTitle === undefined && children}
    </Dialog>
  );
}
