interface MoveButtonProps {
  readonly id: string;
  readonly direction: 'up' | 'down';
  /** "Move Secret up" */
  readonly label: string;
  /** Already first or last. The button remains and keeps the focus. */
  readonly isAtEnd: boolean;
  readonly onMove: () => void;
}

const PATHS = { up: 'M8 13V3M3.5 7.5 8 3l4.5 4.5', down: 'M8 3v10m4.5-4.5L8 13 3.5 8.5' } as const;

/** Moves an entry up or down by one position. */
export function MoveButton({ id, direction, label, isAtEnd, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      id={id}
      className="icon-button"
      aria-label={label}
      aria-disabled={isAtEnd}
      title={label}
      onClick={() => {
        if (!isAtEnd) onMove();
      }}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={PATHS[direction]} fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </button>
  );
}
