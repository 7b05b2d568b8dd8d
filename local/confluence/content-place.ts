import { webPath } from './content-json';
import type { Site } from './site';

/** Where a page or blog post is, for modules that are shown on it. */
export interface ContentPlace {
  readonly id: string;
  readonly type: 'page' | 'blogpost';
  readonly subtype: 'live' | null;
  readonly space: SpacePlace;
  /** Below /wiki. */
  readonly viewPath: string;
  readonly editPath: string;
}

/** A space, for modules that are pages of it. */
export interface SpacePlace {
  readonly id: string;
  readonly key: string;
}

/** undefined if the space does not exist. Does not check permissions. */
export function spacePlace(site: Site, key: string): SpacePlace | undefined {
  const space = site.spaces.byKey(key);
  return space === undefined ? undefined : { id: space.id, key: space.key };
}

/** undefined if the content does not exist. Does not check permissions. */
export function contentPlace(site: Site, id: string): ContentPlace | undefined {
  const content = site.contents.byId(id);
  const space = content === undefined ? undefined : site.spaces.byId(content.spaceId);
  if (content === undefined || space === undefined) return undefined;
  const { type } = content;
  return {
    id: content.id,
    type,
    subtype: content.isLive ? 'live' : null,
    space: { id: space.id, key: space.key },
    viewPath: webPath(space, content),
    editPath: `/spaces/${space.key}/${type === 'page' ? 'pages' : 'blog'}/edit-v2/${content.id}`,
  };
}
