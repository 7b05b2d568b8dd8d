import type { ReactNode } from 'react';

interface DisclosureProps {
  /** Of the line that opens and closes it. */
  readonly id?: string;
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** More of something, for those who ask. */
export function Disclosure({ id, summary, children }: DisclosureProps) {
  return (
    <details className="disclosure">
      <summary id={id}>{summary}</summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
