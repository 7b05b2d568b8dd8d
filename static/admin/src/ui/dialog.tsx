import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** The user presses Escape or a button of the caller. */
  readonly onClose: () => void;
  readonly footer: ReactNode;
  readonly children: ReactNode;
  readonly size?: 'small' | 'large';
}

/** The browser's modal dialog. It keeps the focus inside and makes the rest of the page inert. */
export function Dialog({ title, onClose, footer, children, size = 'large' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
    return () => {
      // Otherwise the browser loses the focus with the dialog.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Otherwise a second Escape closes the dialog, and a key that was not copied is lost.
      event.preventDefault();
      onClose();
    };
    // Listens on the document, because if the pressed button is disabled, no element of the dialog has the focus.
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
