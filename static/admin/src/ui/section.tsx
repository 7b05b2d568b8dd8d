import type { ReactNode } from 'react';

interface SectionProps {
  /** Of its heading, to which the focus can go. */
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  /** What can be done with all of it. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page under a heading of its own. */
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
