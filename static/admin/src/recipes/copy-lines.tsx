import type { ReactNode } from 'react';
import { texts } from '../texts';
import { CopyButton } from '../ui/copy-button';

/** What stands in the fields of a rule: the name of each, its text, and a button that takes it along. */
export function CopyLines({ children }: { readonly children: ReactNode }) {
  return <dl className="recipe-lines">{children}</dl>;
}

interface CopyLineProps {
  readonly name: string;
  readonly text: string;
  /** Where it is not what is seen: a secret. undefined = there is nothing to take along. */
  readonly copied?: string | undefined;
  readonly hasCopy?: boolean;
  /** Where two stand side by side. */
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
          {/* A new text has not been copied yet, whatever the button said of the one before. */}
          {hasCopy && <CopyButton key={copied} label={texts.recipes.copyNamed(name)} text={copied} />}
        </span>
        {children}
      </dd>
    </div>
  );
}
