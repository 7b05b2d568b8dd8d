import Button from '@atlaskit/button/new';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

interface MenuItem {
  readonly label: string;
  /** A value below the label, such as the ID to copy. */
  readonly note?: string;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** The accessible name of the button and the menu: "Actions for Publish rule". */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The text of the button. Default: three dots. */
  readonly text?: string;
}

/** A menu button (WAI-ARIA Authoring Practices): arrow keys, Home and End move, Escape and Tab leave. */
export function Menu({ label, items, text }: MenuProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The index of the focused item. undefined: the menu is closed. */
  const [focused, setFocused] = useState<number>();
  const isOpen = focused !== undefined;
  const last = items.length - 1;

  useEffect(() => {
    if (focused === undefined) return;
    root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]')[focused]?.focus();
  }, [focused]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || root.current?.contains(target) !== true) setFocused(undefined);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const leave = () => {
    setFocused(undefined);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Tab continues from the button.
    if (event.key === 'Tab' && isOpen) leave();
    const next = nextFocus(event.key, focused, last);
    if (next === 'stay') return;
    event.preventDefault();
    if (next === 'leave') leave();
    else setFocused(next);
  };

  return (
    <div className="menu" ref={root} onKeyDown={onKeyDown}>
      <Button
        ref={button}
        spacing={text === undefined ? 'compact' : 'default'}
        appearance={text === undefined ? 'subtle' : 'default'}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setFocused(isOpen ? undefined : 0)}
      >
        {text === undefined ? '•••' : `${text} ▾`}
      </Button>
      {isOpen && (
        <div className="menu-items" role="menu" id={id} aria-label={label}>
          {items.map(({ label: text, note, onSelect }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                // A dialog that opens now returns the focus to the button.
                leave();
                onSelect();
              }}
            >
              {text}
              {note !== undefined && <code className="menu-note">{note}</code>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function nextFocus(key: string, focused: number | undefined, last: number): number | 'leave' | 'stay' {
  switch (key) {
    case 'ArrowDown':
      return focused === undefined || focused === last ? 0 : focused + 1;
    case 'ArrowUp':
      return focused === undefined || focused === 0 ? last : focused - 1;
    case 'Home':
      return focused === undefined ? 'stay' : 0;
    case 'End':
      return focused === undefined ? 'stay' : last;
    case 'Escape':
      return focused === undefined ? 'stay' : 'leave';
    default:
      return 'stay';
  }
}
