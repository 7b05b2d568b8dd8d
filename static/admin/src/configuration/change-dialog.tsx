import { type ReactNode, useState } from 'react';
import { texts } from '../texts';
import { FormDialog } from '../ui/form-dialog';
import { LeaveDialog } from '../ui/leave-dialog';
import { ConflictMessage } from './conflict-message';
import { ChangeFailure } from './change-failure';
import type { ConfigurationChange } from './use-configuration-change';

interface ChangeDialogProps {
  readonly title: string;
  readonly submit: string;
  /** From `useDraft`. */
  readonly form: {
    readonly change: Pick<ConfigurationChange, 'conflictingChanges' | 'conflictTitle' | 'failure' | 'isSending'>;
    /** A new object for every attempt. */
    readonly errors: object;
    /** True if the form has unsaved changes. */
    readonly isDirty: boolean;
    readonly onSubmit: () => void;
    readonly onClose: () => void;
  };
  readonly children: ReactNode;
}

/**
 * A form for the configuration. It keeps unsaved changes if another admin saves first, and asks before it discards
 * them.
 */
export function ChangeDialog({ title, submit, form, children }: ChangeDialogProps) {
  const { change, errors, isDirty, onSubmit, onClose } = form;
  const { conflictingChanges, conflictTitle, failure, isSending } = change;
  const [isLeaving, setIsLeaving] = useState(false);
  const { discard, conflict, failed } = texts.configuration;
  if (isLeaving) return <LeaveDialog words={discard} onBack={() => setIsLeaving(false)} onLeave={onClose} />;

  const leave = () => {
    if (isDirty) setIsLeaving(true);
    else onClose();
  };
  return (
    <FormDialog title={title} submit={submit} errors={errors} isSending={isSending} onSubmit={onSubmit} onClose={leave}>
      {conflictingChanges !== undefined && (
        <ConflictMessage
          title={conflictTitle}
          body={conflictingChanges.length === 0 ? conflict.nothing : conflict.form}
          changes={conflictingChanges}
        />
      )}
      {failure !== undefined && <ChangeFailure title={failed} error={failure} />}
      {children}
    </FormDialog>
  );
}
