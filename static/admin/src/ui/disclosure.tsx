import type { ReactNode } from 'react';

interface DisclosureProps {
  /** Of the line that opens and closes it. */
  readonly id?: string;
  readonly summary: ReactNode;
  /** At first. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** More of something, for those who ask. */
export function Disclosure({ id, summary, isOpen = false, children }: DisclosureProps) {
  return (
    <details className="disclosure" open={isOpen}>
      <summary id={id}>{summary}</summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
