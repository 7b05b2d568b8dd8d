import { useEffect, useMemo, useState } from 'react';
import type { Query, QueryChanges } from './address-part';
import { useNavigation } from './navigation';

const NOWHERE = {};

/**
 * The open dialog of a page. It is in the address (ADR 53), so it survives a reload, and Back closes it. When it
 * closes, the focus returns to its opener. If the opener no longer exists, such as a removed row, the focus goes to the
 * element for that dialog.
 * @param read the dialog and the IDs of its subject, never a secret, in an address. undefined: none, or one that does
 * not exist. Must be constant.
 */
export function useOpenDialog<Open extends QueryChanges & { readonly dialog: string }>(
  read: (query: Query) => Open | undefined,
  focusIds: Readonly<Record<string, string>> = NOWHERE,
) {
  const { query, change } = useNavigation();
  const open = useMemo(() => read(query), [read, query]);
  const [shown, setShown] = useState(open);
  const [closed, setClosed] = useState<Open>();
  // Also closed by Back.
  if (shown !== open) {
    setShown(open);
    if (open === undefined) setClosed(shown);
  }

  useEffect(() => {
    if (closed !== undefined && document.activeElement === document.body) {
      document.getElementById(focusIds[closed.dialog] ?? '')?.focus();
    }
  }, [closed, focusIds]);

  return {
    open,
    show: (next: Open) => change(() => ({ ...without(open), ...next }), 'new'),
    close: () => change(() => without(open), 'same'),
  };
}

/** Removes the members of a dialog from the address. */
function without(open: object = {}): Readonly<Record<string, undefined>> {
  return Object.fromEntries(Object.keys(open).map((name) => [name, undefined]));
}
