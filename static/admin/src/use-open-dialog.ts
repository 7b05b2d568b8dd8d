import { useEffect, useState } from 'react';

/**
 * Which of a page's dialogs is open. When it closes, the focus goes back to what opened it, which may be gone by now, like
 * the row of something that was removed: then to the element that is named for that dialog.
 */
export function useOpenDialog<Open extends { readonly dialog: string }>(
  focusIds: Readonly<Record<Open['dialog'], string>>,
) {
  const [open, setOpen] = useState<Open>();
  const [closed, setClosed] = useState<Open>();

  useEffect(() => {
    const dialog: Open['dialog'] | undefined = closed?.dialog;
    if (dialog !== undefined && document.activeElement === document.body) {
      document.getElementById(focusIds[dialog])?.focus();
    }
  }, [closed, focusIds]);

  return {
    open,
    show: setOpen,
    close: () => {
      setOpen(undefined);
      setClosed(open);
    },
  };
}
