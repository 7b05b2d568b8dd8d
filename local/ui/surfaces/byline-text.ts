import * as z from 'zod';
import type { SurfaceModule } from '../../forge/manifest';

/** The text and the icon of a byline. */
export interface BylineText {
  readonly title: string;
  readonly tooltip: string;
  /** A `data:` URL of an image, or an address of this server. */
  readonly icon: string;
}

/** Members that are not texts are ignored, because everyone who can edit the page can write the property. */
const given = z.object({
  title: z.string().optional().catch(undefined),
  tooltip: z.string().optional().catch(undefined),
  icon: z.string().startsWith('data:image/').optional().catch(undefined),
});

/** @param value the content property or the result of `dynamicProperties`; a missing member keeps the manifest's value */
export function bylineText(module: SurfaceModule, value: unknown): BylineText {
  const { title, tooltip, icon } = given.safeParse(value).data ?? {};
  return {
    title: title ?? module.title,
    tooltip: tooltip ?? module.tooltip ?? '',
    icon: icon ?? resourceAddress(module.icon),
  };
}

/** `resource:icons;level.svg` → the address of the file. Without an icon, an empty image. */
function resourceAddress(icon = ''): string {
  const [, key, path] = /^resource:([^;]+);(.+)$/.exec(icon) ?? [];
  return key === undefined || path === undefined ? 'data:,' : `/site/resource/${key}/${path}`;
}
