import type { ReactNode } from 'react';

interface MessageProps {
  readonly kind: 'error' | 'warning' | 'information';
  readonly title: string;
  readonly children?: ReactNode;
}

/** A section message. Screen readers announce errors and warnings immediately. */
export function Message({ kind, title, children }: MessageProps) {
  return (
    <section
      className={`message message-${kind}`}
      role={kind === 'information' ? undefined : 'alert'}
      aria-label={title}
    >
      <p className="message-title">{title}</p>
      {children}
    </section>
  );
}
