import { useEffect, useState } from 'react';

/**
 * The open dialog of a page. When it closes, the focus returns to its opener. If the opener no longer exists, such as a
 * removed row, the focus goes to the element for that dialog.
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
