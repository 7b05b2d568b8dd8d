import { type ReactNode, useEffect, useRef } from 'react';

interface MessageProps {
  readonly kind: 'error' | 'warning' | 'information';
  readonly title: string;
  readonly children?: ReactNode;
}

const MARKS = { error: '!', warning: '!', information: 'i' } as const;

/** Atlassian's section message in a fraction of its weight: the package brings 121 KB. Errors are read out at once. */
export function Message({ kind, title, children }: MessageProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // Whoever scrolled down in a dialog, to the button that did not work, would not see why.
    const { current } = section;
    if (kind === 'error' && current?.closest('dialog')) current.scrollIntoView({ block: 'nearest' });
  }, [kind]);
  return (
    <section
      ref={section}
      className={`message message-${kind}`}
      role={kind === 'error' ? 'alert' : undefined}
      aria-label={title}
    >
      <span className="message-mark" aria-hidden="true">
        {MARKS[kind]}
      </span>
      <div>
        <p className="message-title">{title}</p>
        {children}
      </div>
    </section>
  );
}
