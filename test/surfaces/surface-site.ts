import type { OpenPage, SetLevelResult, SurfaceOperations, SurfaceResult } from '../../src/surfaces/contract';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { settle } from '../support/levels';
import type { Site, SurfaceRequest } from '../support/site';

/** Operations of the frames with typed results. */

/** All modules have the same resolver. */
function moduleAt({ pageId, spaceKey }: SurfaceRequest): string {
  if (pageId !== undefined) return 'level-byline';
  return spaceKey !== undefined ? 'space-classification' : 'home';
}

/** @param at `as`: the email address of the viewer; default: the editor */
export function call<Name extends keyof SurfaceOperations>(
  site: Site,
  operation: Name,
  payload: unknown,
  at: SurfaceRequest,
): Promise<SurfaceResult<SurfaceOperations[Name]['result']>> {
  return site.surface(moduleAt(at), operation, payload, { as: 'editor@example.com', ...at });
}

/** @throws if the operation is refused */
export async function done<Name extends keyof SurfaceOperations>(
  site: Site,
  operation: Name,
  payload: unknown,
  at: SurfaceRequest,
): Promise<SurfaceOperations[Name]['result']> {
  const result = await call(site, operation, payload, at);
  if (!result.ok) throw new Error(`${operation} was refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** The popup of a person who sees the page. @throws otherwise */
export async function popup(site: Site, pageId: string, as = 'editor@example.com'): Promise<OpenPage> {
  const view = await done(site, 'openPopup', {}, { pageId, as });
  if (view.state !== 'page') throw new Error(`the popup shows ${view.state}`);
  return view;
}

interface Wanted {
  readonly pageId: string;
  readonly level: object | 'none';
  readonly reason?: string;
  /** Default: the current one. */
  readonly revision?: number | 'absent';
  readonly as?: string;
}

export async function setLevel(site: Site, { pageId, as, ...wanted }: Wanted): Promise<SetLevelResult> {
  const revision = wanted.revision ?? (await popup(site, pageId, as)).revision;
  return done(site, 'setLevel', { ...wanted, revision }, { pageId, ...(as === undefined ? {} : { as }) });
}

/** Stores the settings for pages, bypassing the admin area. */
export function settleSurfaces(site: Site, surfaces: object, others: object = {}): Promise<void> {
  return settle(site, { ...others, surfaces: { ...NO_SURFACE_SETTINGS, ...surfaces } });
}
