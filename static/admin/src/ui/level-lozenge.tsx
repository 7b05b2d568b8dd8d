import type { ReactNode } from 'react';
import './level-lozenge.css';
import type { Level } from '../../../../src/classification/model';

/** The name of a level in its color. */
export function LevelLozenge({ name, color }: Pick<Level, 'name' | 'color'>) {
  return <span className={`level-lozenge ${colorClass(color)}`}>{name}</span>;
}

interface LevelBandProps extends Pick<Level, 'color'> {
  /** The name of the region. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A region in the color of a level. */
export function LevelBand({ color, label, children }: LevelBandProps) {
  return (
    <section className={`level-band ${colorClass(color)}`} aria-label={label}>
      {children}
    </section>
  );
}

/** A color without a name. */
export function Swatch({ color }: Pick<Level, 'color'>) {
  return <span className={`level-swatch ${colorClass(color)}`} aria-hidden="true" />;
}

function colorClass(color: Level['color']): string {
  return `level-color-${color.toLowerCase().replace('_', '-')}`;
}
