import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** Somebody wants to leave: Escape, or a button of the caller. */
  readonly onClose: () => void;
  readonly footer: ReactNode;
  readonly children: ReactNode;
  readonly size?: 'small' | 'large';
}

/** The browser's own modal dialog: it keeps the focus inside, and the rest of the page out of reach. */
export function Dialog({ title, onClose, footer, children, size = 'large' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
    return () => {
      // By itself the focus would be lost with the element.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A second Escape would close it whatever the page says, and with it a key that nobody has copied.
      event.preventDefault();
      onClose();
    };
    // Not of the dialog: the focus is nowhere while its button sends.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onClose]);

  return (
    <dialog
      ref={ref}
      className={`dialog dialog-${size}`}
      aria-labelledby={titleId}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
      }}
    >
      <div className="dialog-box">
        <header className="dialog-header">
          <h2 id={titleId}>{title}</h2>
        </header>
        <div className="dialog-body">{children}</div>
        <footer className="dialog-footer">{footer}</footer>
      </div>
    </dialog>
  );
}
