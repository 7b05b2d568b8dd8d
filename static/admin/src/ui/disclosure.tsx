import type { ReactNode } from 'react';

interface DisclosureProps {
  /** The label of the toggle. */
  readonly id?: string;
  readonly summary: ReactNode;
  /** True if it is open initially. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Content that the user can show and hide. */
export function Disclosure({ id, summary, isOpen = false, children }: DisclosureProps) {
  return (
    <details className="disclosure" open={isOpen}>
      <summary id={id}>{summary}</summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
