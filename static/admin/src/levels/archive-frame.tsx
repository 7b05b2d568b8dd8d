import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Overtaken } from '../configuration/overtaken';
import { Refused } from '../configuration/refused';
import type { ConfigurationChange } from '../configuration/use-configuration-change';

interface ArchiveFrameProps {
  readonly title: string;
  readonly change: ConfigurationChange;
  /** Somebody else has archived it meanwhile. */
  readonly isArchived: boolean;
  /** What has to be known first is known. */
  readonly isReady: boolean;
  readonly onArchive: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The question before a level or a sub-level is archived. */
export function ArchiveFrame({ title, change, isArchived, isReady, onArchive, onClose, children }: ArchiveFrameProps) {
  const t = texts.levels;
  const { overtakenBy, failure, isSending } = change;
  return (
    <Dialog
      size={overtakenBy === undefined ? 'small' : 'large'}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button appearance="subtle" onClick={onClose}>
            {isArchived ? texts.close : texts.cancel}
          </Button>
          {!isArchived && (
            <Button appearance="warning" isDisabled={!isReady} isLoading={isSending} onClick={onArchive}>
              {t.archive}
            </Button>
          )}
        </>
      }
    >
      {overtakenBy !== undefined && (
        <Overtaken
          title={isArchived ? t.archiving.isArchived : texts.configuration.overtaken.title}
          body={overtakenBy.length === 0 ? texts.configuration.overtaken.nothing : t.overtaken.archive}
          changes={overtakenBy}
        />
      )}
      {failure !== undefined && <Refused title={t.archiving.failed} error={failure} />}
      {!isArchived && children}
    </Dialog>
  );
}
