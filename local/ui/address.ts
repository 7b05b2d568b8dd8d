/** The addresses of the shell: Confluence's own addresses below /site. */

const KEY = '[A-Za-z0-9~]{1,255}';
const ID = '[0-9]{1,19}';

/** Confluence appends the title to the address of a page for readability; it is ignored. */
const SPACE = new RegExp(`^/site/spaces/(${KEY})(?:/pages/(${ID})(?:/[^/]*)?)?/?$`);

/** An address to return to. It cannot lead to another host, and has only one reading. */
const RETURN = new RegExp(`^/site/(?:admin(?:/[A-Za-z0-9-]+)*|spaces/${KEY}(?:/pages/${ID})?)?$`);

export interface SpaceAddress {
  readonly spaceKey: string;
  readonly pageId: string | undefined;
}

export function readSpaceAddress(pathname: string): SpaceAddress | undefined {
  const [, spaceKey, pageId] = SPACE.exec(pathname) ?? [];
  return spaceKey === undefined ? undefined : { spaceKey, pageId };
}

export function spaceAddress(key: string): string {
  return `/site/spaces/${key}`;
}

export function pageAddress(spaceKey: string, pageId: string): string {
  return `${spaceAddress(spaceKey)}/pages/${pageId}`;
}

/** The address that a form in the header returns to: the previous page if it belongs to the shell. */
export function returnAddress(back: string): string {
  return RETURN.test(back) ? back : '/site/';
}
