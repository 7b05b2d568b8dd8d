import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly body: string;
  readonly children?: ReactNode;
}

/** In place of a list with nothing in it: why, and what to do. */
export function EmptyState({ title, body, children }: EmptyStateProps) {
  return (
    <div className="centered">
      <h2>{title}</h2>
      <p>{body}</p>
      {children}
    </div>
  );
}
