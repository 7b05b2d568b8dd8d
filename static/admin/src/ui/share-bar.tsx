import './share-bar.css';

export interface Share {
  readonly name: string;
  readonly label: string;
  readonly count: number;
  /** The count as it is shown. */
  readonly shown: string;
  readonly tone: 'success' | 'warning' | 'danger' | 'neutral';
}

interface ShareBarProps {
  readonly label: string;
  readonly shares: readonly Share[];
  /** False: the counts are too low, so the bar would be wrong. Only the legend is shown. */
  readonly isExact: boolean;
}

const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** The shares of a whole as a bar, with a legend that has the numbers. */
export function ShareBar({ label, shares, isExact }: ShareBarProps) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const startOf = (index: number) => shares.slice(0, index).reduce((sum, { count }) => sum + count, 0);
  const isDrawn = isExact && total > 0;
  return (
    <div className="share-bar">
      {isDrawn && (
        // The legend has the same numbers.
        <svg viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
          {shares.map(({ name, count, tone }, index) => (
            <rect key={name} className={`share-${tone}`} x={startOf(index)} y="0" width={count} height="1" />
          ))}
        </svg>
      )}
      <ul aria-label={label}>
        {shares.map(({ name, label: words, count, shown, tone }) => (
          <li key={name}>
            <span className={`share-mark share-${tone}`} aria-hidden="true" />
            {words}: <strong>{shown}</strong>
            {isDrawn && <span className="note"> {percentFormat.format(count / total)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
