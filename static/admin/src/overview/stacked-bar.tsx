import type { Part } from './numbers';

interface StackedBarProps {
  readonly parts: readonly Part[];
  /** The numbers in words, for screen readers. */
  readonly label: string;
  readonly isLarge?: boolean;
}

/** The least width of a part in per cent, so that a small number stays visible. */
const LEAST = 1.5;

/** A bar whose parts have the widths of their shares. The part without a color is the empty end of the bar. */
export function StackedBar({ parts, label, isLarge = false }: StackedBarProps) {
  const shown = parts.filter(({ count }) => count > 0);
  const all = shown.reduce((sum, { count }) => sum + count, 0);
  const widths = shown.map(({ count }) => Math.max(LEAST, (count / all) * 100));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const scaled = widths.map((width) => (width / whole) * 100);
  const starts = scaled.map((_width, index) => scaled.slice(0, index).reduce((sum, width) => sum + width, 0));
  return (
    <svg
      className={isLarge ? 'stacked-bar stacked-bar-large' : 'stacked-bar'}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {shown.map(({ key, color }, index) => (
        <rect key={key} className={color} x={starts[index]} width={scaled[index]} y="0" height="1" />
      ))}
      {/* Gaps between the parts. */}
      {starts.slice(1).map((start, index) => (
        <line key={shown[index]?.key} className="chart-gap" x1={start} x2={start} y1="0" y2="1" />
      ))}
    </svg>
  );
}

/** The color of a part, next to its name. */
export function PartSwatch({ color }: Pick<Part, 'color'>) {
  return (
    <svg className="chart-swatch" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect className={color} width="1" height="1" />
    </svg>
  );
}
