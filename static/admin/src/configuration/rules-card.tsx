import Button from '@atlaskit/button/new';
import { type ReactNode, Suspense, useState } from 'react';
import type { OperationError, Outcome } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { Section } from '../ui/section';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';

/** A card whose dialog is open. */
export interface Editing {
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

type Shown<T> = (view: T, onChanged: (view: T) => void) => ReactNode;

interface RulesCardProps<T> extends Omit<Editing, 'onClose'> {
  readonly id: string;
  readonly words: { readonly title: string; readonly intro: string; readonly edit: string };
  readonly failed: string;
  /** The same function in every rendering. */
  readonly read: () => Promise<Outcome<T>>;
  readonly children: Shown<T>;
  /** Its code is loaded when it opens. */
  readonly dialog: Shown<T>;
}

/** A card with the rules of the site for one subject, and the dialog that changes them. */
export function RulesCard<T>({ id, words, failed, read, isEditing, onEdit, children, dialog }: RulesCardProps<T>) {
  const { load, reload, setValue } = useLoad(read);
  return (
    <Section
      id={id}
      title={words.title}
      intro={words.intro}
      actions={
        <Button aria-label={words.edit} isDisabled={load.state !== 'ready'} onClick={onEdit}>
          {texts.settings.edit}
        </Button>
      }
    >
      <Loaded load={load} failed={failed} onRetry={reload} rows={3}>
        {(view) => (
          <>
            {children(view, setValue)}
            {isEditing && <Suspense fallback={null}>{dialog(view, setValue)}</Suspense>}
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface ProposedRulesProps<T> {
  readonly isProposed: boolean;
  readonly words: { readonly proposed: string; readonly propose: string };
  /** Sets the proposed rules. */
  readonly propose: () => Promise<Outcome<T>>;
  readonly onChanged: (view: T) => void;
  readonly children: ReactNode;
}

/** Rules of which the app proposes some, with the button that sets these. */
export function ProposedRules<T>({ isProposed, words, propose, onChanged, children }: ProposedRulesProps<T>) {
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const set = () =>
    send(async () => {
      const answer = await propose();
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) onChanged(answer.value);
    });
  return (
    <>
      {error !== undefined && <Failure title={texts.configuration.failed} error={error} />}
      {children}
      {isProposed ? (
        <p className="note">{words.proposed}</p>
      ) : (
        <Button appearance="subtle" spacing="compact" isDisabled={isSending} onClick={() => void set()}>
          {words.propose}
        </Button>
      )}
    </>
  );
}
