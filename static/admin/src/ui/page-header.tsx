import { type ReactNode, useEffect, useRef } from 'react';
import { GuideLink } from '../help/guide-link';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { Disclosure } from './disclosure';
import { Fact } from './fact';

interface PageHeaderProps {
  readonly title: string;
  readonly intro: string;
  /** The actions of the page. */
  readonly actions?: ReactNode;
  /** The terms of the glossary that the page uses, explained below the intro. */
  readonly terms?: readonly (keyof typeof texts.glossary.terms)[];
}

/** The heading of a page. It gets the focus after navigation, so that screen readers announce the page. */
export function PageHeader({ title, intro, actions, terms }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hasNavigated } = useNavigation();
  useEffect(() => {
    if (hasNavigated) heading.current?.focus();
    // Runs once, on mount.
  }, []);
  return (
    <>
      <header className="page-header">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <div className="page-actions">
          {actions}
          <GuideLink />
        </div>
      </header>
      <p className="page-intro">{intro}</p>
      {terms !== undefined && (
        <Disclosure summary={texts.glossary.title}>
          <dl className="facts">
            {terms.map((term) => {
              const [label, meaning] = texts.glossary.terms[term];
              return (
                <Fact key={term} label={label}>
                  {meaning}
                </Fact>
              );
            })}
          </dl>
        </Disclosure>
      )}
    </>
  );
}
