import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly body: string;
  readonly children?: ReactNode;
}

/** Replaces an empty list with the reason and the next step. */
export function EmptyState({ title, body, children }: EmptyStateProps) {
  return (
    <div className="centered">
      <h2>{title}</h2>
      <p>{body}</p>
      {children}
    </div>
  );
}
