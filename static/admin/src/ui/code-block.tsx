import { CopyButton } from './copy-button';

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  readonly copyLabel: string;
  /** The copied text, if it differs from the visible text. */
  readonly copied?: string;
}

/** Several lines to copy. Focusable, because it may scroll. */
export function CodeBlock({ label, text, copyLabel, copied = text }: CodeBlockProps) {
  return (
    <div className="code-block">
      <pre tabIndex={0} aria-label={label} role="region">
        <code>{text}</code>
      </pre>
      <CopyButton label={copyLabel} text={copied} />
    </div>
  );
}
