import type { ReactNode } from 'react';
import { texts } from '../texts';
import { CopyButton } from '../ui/copy-button';

/** The fields of a rule, each with its name, text and copy button. */
export function CopyLines({ children }: { readonly children: ReactNode }) {
  return <dl className="recipe-lines">{children}</dl>;
}

interface CopyLineProps {
  readonly name: string;
  readonly text: string;
  /** The copied text, if it differs from the visible text. undefined: there is nothing to copy. */
  readonly copied?: string | undefined;
  readonly hasCopy?: boolean;
  /** Shows two lines side by side. */
  readonly isHalf?: boolean;
  readonly children?: ReactNode;
}

export function CopyLine({ name, text, copied = text, hasCopy = true, isHalf = false, children }: CopyLineProps) {
  return (
    <div className={isHalf ? 'recipe-line recipe-line-half' : 'recipe-line'}>
      <dt>{name}</dt>
      <dd>
        <span className="recipe-value">
          <code>{text}</code>
          {/* Resets the button for a new text. */}
          {hasCopy && <CopyButton key={copied} label={texts.recipes.copyNamed(name)} text={copied} />}
        </span>
        {children}
      </dd>
    </div>
  );
}
