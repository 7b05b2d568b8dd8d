import type { ReactNode } from 'react';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogButtons } from '../ui/dialog-buttons';
import { Overtaken } from './overtaken';
import { Refused } from './refused';
import type { ConfigurationChange } from './use-configuration-change';

interface ChangeQuestionProps {
  readonly title: string;
  readonly submit: string;
  /** The title of the message if it fails. */
  readonly failed: string;
  readonly change: Pick<ConfigurationChange, 'overtakenBy' | 'conflictTitle' | 'failure' | 'isSending'>;
  /** The next step after another admin's change. */
  readonly overtakenBody: string;
  /** The title if there is nothing left to do. undefined: the question applies. */
  readonly goneTitle: string | undefined;
  /** Whether the action is possible, and whether its effects are loaded. */
  readonly isPossible?: boolean;
  readonly isReady?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before a part of the configuration is archived or removed. */
export function ChangeQuestion({
  title,
  submit,
  failed,
  change: { overtakenBy, conflictTitle, failure, isSending },
  overtakenBody,
  goneTitle,
  isPossible = true,
  isReady = true,
  onSubmit,
  onClose,
  children,
}: ChangeQuestionProps) {
  const { overtaken } = texts.configuration;
  const canSubmit = goneTitle === undefined && isPossible;
  return (
    <Dialog
      size={overtakenBy === undefined ? 'small' : 'large'}
      title={title}
      onClose={onClose}
      footer={
        <DialogButtons
          cancel={canSubmit ? texts.cancel : texts.close}
          submit={canSubmit ? submit : undefined}
          appearance="warning"
          isSending={isSending}
          isDisabled={!isReady}
          onSubmit={onSubmit}
          onCancel={onClose}
        />
      }
    >
      {overtakenBy !== undefined && (
        <Overtaken
          title={goneTitle ?? conflictTitle}
          body={overtakenBy.length === 0 ? overtaken.nothing : overtakenBody}
          changes={overtakenBy}
        />
      )}
      {failure !== undefined && <Refused title={failed} error={failure} />}
      {goneTitle === undefined && children}
    </Dialog>
  );
}
