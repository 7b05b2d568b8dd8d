import { router } from '@forge/bridge';
import type { MouseEvent, ReactNode } from 'react';
import type { Query } from '../address-part';
import { type PageName, useNavigation } from '../navigation';

interface AppLinkProps {
  readonly page: PageName;
  readonly query?: Query | undefined;
  /** Replaces the text for screen readers. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
  readonly isCurrent?: boolean;
  /** Is called in place of opening the page in this tab. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/**
 * A link to a page of the admin area. Its address is that of the page in Confluence, so it can be copied and opened in a
 * new tab. The frame cannot open tabs, so the site opens it. If the site does not say the address, it is a button.
 */
export function AppLink({ page, query, label, className, isCurrent = false, onOpen, children }: AppLinkProps) {
  const { goTo, hrefOf } = useNavigation();
  const href = hrefOf(page, query);
  const open = onOpen ?? (() => goTo(page, query));
  const shared = { className, 'aria-label': label, 'aria-current': isCurrent ? ('page' as const) : undefined };
  if (href === undefined) {
    return (
      <button type="button" role="link" {...shared} onClick={open}>
        {children}
      </button>
    );
  }
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    if (isForNewTab(event)) void router.open(href).catch(() => undefined);
    else open();
  };
  return (
    <a href={href} {...shared} onClick={onClick} onAuxClick={(event) => event.button === 1 && onClick(event)}>
      {children}
    </a>
  );
}

function isForNewTab({ ctrlKey, metaKey, shiftKey, button }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || button === 1;
}
