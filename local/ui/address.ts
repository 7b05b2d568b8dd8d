/** The addresses of the shell, which are those of Confluence below /site. */

const KEY = '[A-Za-z0-9~]{1,255}';
const ID = '[0-9]{1,19}';

/** Confluence appends the title to the address of a page, for people; it is read no further. */
const SPACE = new RegExp(`^/site/spaces/(${KEY})(?:/pages/(${ID})(?:/[^/]*)?)?/?$`);

/** Whatever somebody may want to come back to: nothing in it can lead to another host, or be read in two ways. */
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

/** Where a form in the header leads after it did its work: back, if that is a page of the shell. */
export function returnAddress(back: string): string {
  return RETURN.test(back) ? back : '/site/';
}
