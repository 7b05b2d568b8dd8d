import type { ReactNode } from 'react';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogButtons } from '../ui/dialog-buttons';
import { ConflictMessage } from './conflict-message';
import { ChangeFailure } from './change-failure';
import type { ConfigurationChange } from './use-configuration-change';

interface ConfirmChangeDialogProps {
  readonly title: string;
  readonly submit: string;
  /** The title of the message if the change fails. */
  readonly failed: string;
  readonly change: Pick<ConfigurationChange, 'conflictingChanges' | 'conflictTitle' | 'failure' | 'isSending'>;
  /** The next step after another admin's change. */
  readonly conflictBody: string;
  /** The title if another admin made the same change. undefined: the change is still possible. */
  readonly doneAlreadyTitle: string | undefined;
  /** The state of the action. It is possible or not, and its effects are loaded or not. */
  readonly isPossible?: boolean;
  readonly isReady?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before a part of the configuration is archived or removed. */
export function ConfirmChangeDialog({
  title,
  submit,
  failed,
  change: { conflictingChanges, conflictTitle, failure, isSending },
  conflictBody,
  doneAlreadyTitle,
  isPossible = true,
  isReady = true,
  onSubmit,
  onClose,
  children,
}: ConfirmChangeDialogProps) {
  const { conflict } = texts.configuration;
  const canSubmit = doneAlreadyTitle === undefined && isPossible;
  return (
    <Dialog
      size={conflictingChanges === undefined ? 'small' : 'large'}
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
      {conflictingChanges !== undefined && (
        <ConflictMessage
          title={doneAlreadyTitle ?? conflictTitle}
          body={conflictingChanges.length === 0 ? conflict.nothing : conflictBody}
          changes={conflictingChanges}
        />
      )}
      {failure !== undefined && <ChangeFailure title={failed} error={failure} />}
      {doneAlreadyTitle === undefined && children}
    </Dialog>
  );
}
