import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigation } from '../navigation';

interface SectionProps {
  /** The ID of the heading, which can take the focus. */
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  /** The actions of the section. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A card with its own heading. The member `section` of an address opens its page with the focus on this heading. */
export function Section({ id, title, intro, actions, children }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isWanted = useNavigation().query.section === id;
  useEffect(() => {
    if (isWanted) heading.current?.focus();
  }, [isWanted]);
  return (
    <section className="section" aria-labelledby={id}>
      <header className="section-header">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {actions}
      </header>
      {intro !== undefined && <p className="section-text subtle">{intro}</p>}
      {children}
    </section>
  );
}
