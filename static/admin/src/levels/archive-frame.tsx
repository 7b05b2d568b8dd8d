import type { ReactNode } from 'react';
import { texts } from '../texts';
import { ChangeQuestion } from '../configuration/change-question';
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

/** The question before a level or a sub-level is archived. */
export function ArchiveFrame({ title, change, isArchived, isReady, onArchive, onClose, children }: ArchiveFrameProps) {
  const t = texts.levels;
  return (
    <ChangeQuestion
      title={title}
      submit={t.archive}
      failed={t.archiving.failed}
      change={change}
      overtakenBody={t.overtaken.archive}
      goneTitle={isArchived ? t.archiving.isArchived : undefined}
      isReady={isReady}
      onSubmit={onArchive}
      onClose={onClose}
    >
      {children}
    </ChangeQuestion>
  );
}
