interface ProgressProps {
  /** The accessible name. */
  readonly label: string;
  /** False: the work waits. A bar that moves would say that it does not. */
  readonly isRunning: boolean;
  /** Omitted, together with the total, if it is not known. */
  readonly done?: number | undefined;
  readonly total?: number | undefined;
  /** How much is done, and how much is left. Words that are not known are undefined. */
  readonly words: readonly (string | undefined)[];
}

const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** Shows open work with a bar, the per cent that is done, and words. */
export function Progress({ label, isRunning, done, total, words: [first, ...others] }: ProgressProps) {
  const part = done === undefined || total === undefined ? undefined : partOf(done, total);
  const notes = [part === undefined ? undefined : percentFormat.format(part), ...others].filter(
    (one) => one !== undefined,
  );
  return (
    <div className="work-progress">
      <span role="status">{first}</span>
      {(isRunning || part !== undefined) && (
        <progress className="progress" aria-label={label} {...(part === undefined ? {} : { value: part })} />
      )}
      {notes.length > 0 && <span className="note">{notes.join(' · ')}</span>}
    </div>
  );
}

/** Never the whole, because the work is still open, and its total may be an estimate. */
function partOf(done: number, total: number): number {
  return Math.min(0.99, Math.floor((100 * done) / Math.max(1, total)) / 100);
}
