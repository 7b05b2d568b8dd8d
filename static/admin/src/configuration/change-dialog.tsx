import type { ReactNode } from 'react';
import { texts } from '../texts';
import { FormDialog } from '../ui/form-dialog';
import { ConflictMessage } from './conflict-message';
import { ChangeFailure } from './change-failure';
import type { ConfigurationChange } from './use-configuration-change';

export interface ChangeDialogProps {
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
 * A form for the configuration. It keeps unsaved changes if another admin saves first.
 */
export function ChangeDialog({ title, submit, form, children }: ChangeDialogProps) {
  const { change, errors, isDirty, onSubmit, onClose } = form;
  return (
    <FormDialog
      title={title}
      submit={submit}
      errors={errors}
      isDirty={isDirty}
      isSending={change.isSending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <ChangeMessages change={change} />
      {children}
    </FormDialog>
  );
}

/** The changes of another admin, and the failure of the last attempt. */
export function ChangeMessages({ change }: Pick<ChangeDialogProps['form'], 'change'>) {
  const { conflictingChanges, conflictTitle, failure } = change;
  const { conflict, failed } = texts.configuration;
  return (
    <>
      {conflictingChanges !== undefined && (
        <ConflictMessage
          title={conflictTitle}
          body={conflictingChanges.length === 0 ? conflict.nothing : conflict.form}
          changes={conflictingChanges}
        />
      )}
      {failure !== undefined && <ChangeFailure title={failed} error={failure} />}
    </>
  );
}
