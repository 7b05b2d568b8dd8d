/** The effect of a key in the list. Pure. undefined: none. */

export type GridMove =
  | { readonly do: 'focus'; readonly row: number; readonly extends: boolean }
  | { readonly do: 'toggle' | 'open' | 'expand' | 'collapse' | 'all' | 'clear' | 'help' }
  | { readonly do: 'action'; readonly key: string };

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * @param row the focused row
 * @param isOnRow whether the row itself has the focus, and not an element inside it
 * @param actions the keys of the actions on the selected rows
 */
export function gridMove(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Pressed,
  { row, rows, isOnRow, actions }: { row: number; rows: number; isOnRow: boolean; actions: readonly string[] },
): GridMove | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { do: 'all' } : undefined;
  const to = (next: number, canExtend: boolean): GridMove => ({
    do: 'focus',
    row: Math.min(Math.max(next, 0), rows - 1),
    extends: canExtend && shiftKey,
  });
  switch (key) {
    case 'ArrowDown':
    case 'j':
    case 'J':
      return to(row + 1, true);
    case 'ArrowUp':
    case 'k':
    case 'K':
      return to(row - 1, true);
    case 'Home':
      return to(0, true);
    case 'End':
      return to(rows - 1, true);
    case 'x':
      return { do: 'toggle' };
    case 'o':
      return { do: 'open' };
    case 'Escape':
      return { do: 'clear' };
    case '?':
      return { do: 'help' };
    // A button or checkbox in the row handles these keys itself.
    case ' ':
      return isOnRow ? { do: 'toggle' } : undefined;
    case 'Enter':
      return isOnRow ? { do: 'open' } : undefined;
    case 'ArrowRight':
      return isOnRow ? { do: 'expand' } : undefined;
    case 'ArrowLeft':
      return isOnRow ? { do: 'collapse' } : undefined;
    default:
      return actions.includes(key) ? { do: 'action', key } : undefined;
  }
}
