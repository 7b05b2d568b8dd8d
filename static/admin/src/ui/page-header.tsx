import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigation } from '../navigation';

interface PageHeaderProps {
  readonly title: string;
  readonly intro: string;
  /** What can be done on the whole page. */
  readonly actions?: ReactNode;
}

/** The heading of a page. Who came here from another page hears where they are: the focus goes to it. */
export function PageHeader({ title, intro, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hasNavigated } = useNavigation();
  useEffect(() => {
    if (hasNavigated) heading.current?.focus();
    // Only when the page appears.
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
