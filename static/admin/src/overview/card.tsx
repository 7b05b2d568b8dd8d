import type { ReactNode } from 'react';

interface CardProps {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A part of the overview. */
export function Card({ id, title, subtitle, actions, isWide = false, children }: CardProps) {
  return (
    <section className={isWide ? 'card card-wide' : 'card'} aria-labelledby={id}>
      <header className="card-header">
        <div>
          <h2 id={id}>{title}</h2>
          {subtitle !== undefined && <p className="note">{subtitle}</p>}
        </div>
        {actions !== undefined && <div className="card-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
