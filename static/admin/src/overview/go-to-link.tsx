import type { ReactNode } from 'react';
import type { Query } from '../address-part';
import { type PageName, useNavigation } from '../navigation';

interface GoToLinkProps {
  readonly page: PageName;
  readonly query?: Query;
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link to a list in the admin area. */
export function GoToLink({ page, query, label, children }: GoToLinkProps) {
  const { goTo } = useNavigation();
  return (
    <button type="button" role="link" className="link" aria-label={label} onClick={() => goTo(page, query)}>
      {children}
    </button>
  );
}
