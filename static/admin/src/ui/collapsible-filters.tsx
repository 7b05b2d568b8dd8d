import Button from '@atlaskit/button/new';
import { type ReactNode, useId, useState } from 'react';
import { texts } from '../texts';

interface CollapsibleFiltersProps {
  /** The accessible name of the filters. */
  readonly label?: string;
  /** The number of active filters. */
  readonly count: number;
  /** True if a field is invalid, because the user must then see it. */
  readonly hasErrors: boolean;
  readonly children: ReactNode;
}

/** Filters that a button shows and hides on phones. Wider screens always show them. */
export function CollapsibleFilters({ label, count, hasErrors, children }: CollapsibleFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const isShown = isOpen || hasErrors;
  return (
    <search aria-label={label}>
      <div className="filters-toggle">
        <Button aria-expanded={isShown} aria-controls={id} onClick={() => setIsOpen(!isShown)}>
          {texts.filters(count)}
        </Button>
      </div>
      <div id={id} className={isShown ? undefined : 'filters-closed'}>
        {children}
      </div>
    </search>
  );
}
