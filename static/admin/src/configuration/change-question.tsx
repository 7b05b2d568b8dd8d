import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Overtaken } from './overtaken';
import { Refused } from './refused';
import type { ConfigurationChange } from './use-configuration-change';

interface ChangeQuestionProps {
  readonly title: string;
  readonly submit: string;
  /** Above the reason why it was not done. */
  readonly failed: string;
  readonly change: Pick<ConfigurationChange, 'overtakenBy' | 'conflictTitle' | 'failure' | 'isSending'>;
  /** What that means for the question. */
  readonly overtakenBody: string;
  /** What is said where there is nothing left to ask; undefined: there is. */
  readonly goneTitle: string | undefined;
  /** Whether it can be done at all, and what has to be known first is known. */
  readonly isPossible?: boolean;
  readonly isReady?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something of the configuration is taken away, on top of what the person has seen. */
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
        <>
          <Button appearance="subtle" onClick={onClose}>
            {canSubmit ? texts.cancel : texts.close}
          </Button>
          {canSubmit && (
            <Button appearance="warning" isDisabled={!isReady} isLoading={isSending} onClick={onSubmit}>
              {submit}
            </Button>
          )}
        </>
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
