import type { ReactNode } from 'react';
import { texts } from '../texts';
import { ConfirmChangeDialog } from '../configuration/confirm-change-dialog';
import type { ConfigurationChange } from '../configuration/use-configuration-change';

interface ArchiveFrameProps {
  readonly title: string;
  readonly change: ConfigurationChange;
  /** Another admin has already archived it. */
  readonly isArchived: boolean;
  /** The usage is loaded. */
  readonly isReady: boolean;
  readonly onArchive: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before a level or sub-level is archived. */
export function ArchiveFrame({ title, change, isArchived, isReady, onArchive, onClose, children }: ArchiveFrameProps) {
  const t = texts.levels;
  return (
    <ConfirmChangeDialog
      title={title}
      submit={t.archive}
      failed={t.archiving.failed}
      change={change}
      conflictBody={t.conflict.archive}
      doneAlreadyTitle={isArchived ? t.archiving.alreadyArchived : undefined}
      isReady={isReady}
      onSubmit={onArchive}
      onClose={onClose}
    >
      {children}
    </ConfirmChangeDialog>
  );
}
