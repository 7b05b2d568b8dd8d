import { type ReactNode, useId } from 'react';
import { popupTexts } from './texts';

interface ChoiceButtonProps {
  readonly isCurrent: boolean;
  readonly isAllowed: boolean;
  /** The meaning of the choice, or why it cannot be chosen. */
  readonly note: string;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/**
 * A choice that takes effect at once. It is a button and not a radio button, because arrow keys select radio buttons. A choice
 * that is not allowed keeps the focus, so that screen readers read the reason.
 */
export function ChoiceButton({ isCurrent, isAllowed, note, onChoose, children }: ChoiceButtonProps) {
  const id = useId();
  return (
    <div className="choice">
      <button
        type="button"
        className="choice-button"
        aria-current={isCurrent ? 'true' : undefined}
        aria-disabled={isAllowed ? undefined : true}
        aria-describedby={note === '' ? undefined : id}
        onClick={() => {
          if (isAllowed) onChoose();
        }}
      >
        <span className="choice-mark" aria-hidden="true" />
        <span>
          {children}
          {isCurrent && <span className="visually-hidden"> {popupTexts.levels.current}</span>}
        </span>
      </button>
      {note !== '' && (
        <p id={id} className="note choice-note written">
          {note}
        </p>
      )}
    </div>
  );
}
