import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigation } from '../navigation';

interface PageHeaderProps {
  readonly title: string;
  readonly intro: string;
  /** The actions of the page. */
  readonly actions?: ReactNode;
}

/** The heading of a page. It gets the focus after navigation, so that screen readers announce the page. */
export function PageHeader({ title, intro, actions }: PageHeaderProps) {
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
        {actions}
      </header>
      <p className="page-intro">{intro}</p>
    </>
  );
}
