/** The addresses of the shell: Confluence's own addresses below /site. */

const KEY = '[A-Za-z0-9~]{1,255}';
const ID = '[0-9]{1,19}';

/** Confluence appends the title to the address of a page for readability; it is ignored. */
const SPACE = new RegExp(`^/site/spaces/(${KEY})(?:/(?:pages|(blog))/(edit-v2/)?(${ID})(?:/[^/]*)?)?/?$`);

/** A module that is a page itself. The app reads the rest of the path through the bridge. */
const PART = '[A-Za-z0-9-]+';
const OF_MODULE = `(?:spaces/(${KEY})/(settings/)?)?apps/(${PART})/(${PART})/(${PART})(?:/${PART})*/?`;
const MODULE = new RegExp(`^/site/${OF_MODULE}$`);

/** An address to return to. It cannot lead to another host, and has only one reading. */
const RETURN = new RegExp(
  `^/site/(?:admin(?:/[A-Za-z0-9-]+)*|spaces/${KEY}(?:/(?:pages|blog)/(?:edit-v2/)?${ID})?|${OF_MODULE}|rules(?:/[0-9]{1,9})?|chat)?$`,
);

export interface SpaceAddress {
  readonly spaceKey: string;
  /** A page or blog post. Undefined for the space itself. */
  readonly content: ContentAddress | undefined;
}

export interface ContentAddress {
  readonly id: string;
  readonly type: 'page' | 'blogpost';
  /** True for the address of the editor. */
  readonly isEditing: boolean;
}

export function readSpaceAddress(pathname: string): SpaceAddress | undefined {
  const [, spaceKey, blog, editing, id] = SPACE.exec(pathname) ?? [];
  if (spaceKey === undefined) return undefined;
  const type = blog === undefined ? 'page' : 'blogpost';
  return { spaceKey, content: id === undefined ? undefined : { id, type, isEditing: editing !== undefined } };
}

/** The address of a module that is a page itself. */
export interface ModuleAddress {
  /** Absent in the Apps menu. */
  readonly spaceKey?: string;
  readonly isSettings: boolean;
  readonly appId: string;
  readonly environmentId: string;
  readonly route: string;
}

export function readModuleAddress(pathname: string): ModuleAddress | undefined {
  const [, spaceKey, settings, appId, environmentId, route] = MODULE.exec(pathname) ?? [];
  if (appId === undefined || environmentId === undefined || route === undefined) return undefined;
  return {
    ...(spaceKey === undefined ? {} : { spaceKey }),
    isSettings: settings !== undefined,
    appId,
    environmentId,
    route,
  };
}

export function spaceAddress(key: string): string {
  return `/site/spaces/${key}`;
}

export function pageAddress(spaceKey: string, pageId: string): string {
  return `${spaceAddress(spaceKey)}/pages/${pageId}`;
}

export function contentAddress(spaceKey: string, { id, type, isEditing }: ContentAddress): string {
  return `${spaceAddress(spaceKey)}/${type === 'page' ? 'pages' : 'blog'}/${isEditing ? 'edit-v2/' : ''}${id}`;
}

/** The address that a form in the header returns to, which is the previous page if it belongs to the shell. */
export function returnAddress(back: string): string {
  return RETURN.test(back) ? back : '/site/';
}
