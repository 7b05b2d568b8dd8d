import type { ReactNode } from 'react';

interface SectionProps {
  /** The ID of the heading, which can take the focus. */
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  /** The actions of the section. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with its own heading. */
export function Section({ id, title, intro, actions, children }: SectionProps) {
  return (
    <section className="section" aria-labelledby={id}>
      <header className="section-header">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {actions}
      </header>
      {intro !== undefined && <p className="section-text subtle">{intro}</p>}
      {children}
    </section>
  );
}
