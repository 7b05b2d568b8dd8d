import type { SurfaceModule, SurfaceType } from '../../forge/manifest';
import type { LocalHost } from '../../host';
import type { ModuleAddress } from '../address';
import type { ConfluenceClient } from '../confluence-client';
import type { Visitor } from '../visitor';
import { readConditionFacts } from './condition-facts';
import { parseDisplayConditions } from './display-conditions';
import { addressOf, describeFrame, extensionOf, type FrameDescription } from './frames';
import { admits } from './shown-modules';

/**
 * The modules of the app that are pages themselves, in the sidebar and the settings of a space, and in the Apps menu.
 */

/** A link to such a module. */
export interface ModuleLink {
  readonly title: string;
  readonly address: string;
}

export interface SpaceModules {
  /** In the sidebar. */
  readonly pages: readonly ModuleLink[];
  /** The tabs of the space settings. Confluence shows the settings to administrators of the space only. */
  readonly settings: readonly ModuleLink[];
}

interface SpaceOfVisit {
  readonly id: string;
  readonly key: string;
}

export async function readSpaceModules(
  host: LocalHost,
  client: ConfluenceClient,
  visitor: Visitor,
  space: SpaceOfVisit,
): Promise<SpaceModules> {
  const facts = await readConditionFacts(host, client, visitor, { spaceId: space.id });
  const links = (type: SurfaceType) =>
    host.manifest.surfaces
      .filter((module) => module.type === type && admits(host, module, visitor))
      .filter((module) => parseDisplayConditions(module.displayConditions)(facts))
      .flatMap((module) => linkTo(host, module, { spaceKey: space.key }));
  return {
    pages: links('confluence:spacePage'),
    settings: facts.isSpaceAdmin ? links('confluence:spaceSettings') : [],
  };
}

/** The pages of the app in the Apps menu, for this visitor. */
export async function readAppsMenu(
  host: LocalHost,
  client: ConfluenceClient,
  visitor: Visitor,
): Promise<readonly ModuleLink[]> {
  const facts = await readConditionFacts(host, client, visitor, {});
  return host.manifest.surfaces
    .filter((module) => module.type === 'confluence:globalPage' && admits(host, module, visitor))
    .filter((module) => parseDisplayConditions(module.displayConditions)(facts))
    .flatMap((module) => linkTo(host, module, {}));
}

/** The frame of the module at an address, if one of the links that the visitor sees leads to it. */
export function moduleFrame(
  host: LocalHost,
  visitor: Visitor,
  address: ModuleAddress,
  links: readonly ModuleLink[],
): FrameDescription | undefined {
  const { spaceKey, isSettings, appId, environmentId, route } = address;
  const { installation, manifest } = host;
  if (appId !== installation.appId || environmentId !== installation.environmentId) return undefined;
  const ofSpace = isSettings ? 'confluence:spaceSettings' : 'confluence:spacePage';
  const type: SurfaceType = spaceKey === undefined ? 'confluence:globalPage' : ofSpace;
  const module = manifest.surfaces.find((each) => each.type === type && each.route === route);
  const frame = module && describeFrame(host, visitor, module, { place: spaceKey === undefined ? {} : { spaceKey } });
  return links.some((link) => link.address === frame?.address) ? frame : undefined;
}

/** All modules of a type that need no place. */
export function readModuleLinks(host: LocalHost, type: SurfaceType): readonly ModuleLink[] {
  return host.manifest.surfaces.filter((module) => module.type === type).flatMap((module) => linkTo(host, module, {}));
}

function linkTo(
  host: LocalHost,
  module: SurfaceModule,
  place: { readonly spaceKey: string } | Readonly<Record<string, never>>,
): readonly ModuleLink[] {
  const extension = extensionOf(host, { moduleKey: module.key, place });
  return extension === undefined ? [] : [{ title: module.title, address: addressOf(extension) }];
}
