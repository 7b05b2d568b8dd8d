import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Overtaken } from './overtaken';
import { Refused } from './refused';
import type { ConfigurationChange } from './use-configuration-change';

interface RemovalDialogProps {
  readonly title: string;
  readonly submit: string;
  /** Above the reason why it was not removed. */
  readonly failed: string;
  readonly change: Pick<ConfigurationChange, 'overtakenBy' | 'failure' | 'isSending'>;
  /** What somebody else has changed. Default: the levels or the settings. */
  readonly overtakenTitle?: string;
  /** What is said where somebody else has removed it meanwhile; undefined: it is there. */
  readonly goneTitle: string | undefined;
  /** Something keeps it from being removed, which is told in place of what its removal does. */
  readonly isKept?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** What its removal does. */
  readonly children: ReactNode;
}

/** Asks before something of the configuration is removed, on top of what the person has seen. */
export function RemovalDialog({
  title,
  submit,
  failed,
  change: { overtakenBy, failure, isSending },
  overtakenTitle,
  goneTitle,
  isKept = false,
  onSubmit,
  onClose,
  children,
}: RemovalDialogProps) {
  const { overtaken } = texts.configuration;
  const canRemove = goneTitle === undefined && !isKept;
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
            <Button appearance="warning" isLoading={isSending} onClick={onSubmit}>
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
