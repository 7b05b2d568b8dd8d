import type { ReactNode } from 'react';
import type { Query } from '../address-part';
import { type PageName, useNavigation } from '../navigation';
import { AppLink } from '../ui/app-link';

/** Opens a list. A list on this page is a dialog, which keeps the state of the page. */
export function useGoTo(): (page: PageName, query?: Query) => void {
  const { page: current, goTo, change } = useNavigation();
  return (page, query = {}) => {
    if (page === current) change(() => query, 'new');
    else goTo(page, query);
  };
}

interface GoToLinkProps {
  readonly page: PageName;
  readonly query?: Query | undefined;
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** A link to a list in the admin area. */
export function GoToLink({ page, query, label, children }: GoToLinkProps) {
  const open = useGoTo();
  return (
    <AppLink page={page} query={query} label={label} className="link" onOpen={() => open(page, query)}>
      {children}
    </AppLink>
  );
}
