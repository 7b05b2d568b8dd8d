import type { StorageElement } from '../../confluence/storage-format';
import { isOnPage, type PageSurfaceType, type SurfaceModule } from '../../forge/manifest';
import { admits as admitsType } from '../../forge/surfaces';
import type { LocalHost } from '../../host';
import type { ConfluenceClient } from '../confluence-client';
import type { Visitor } from '../visitor';
import { type BylineText, bylineText } from './byline-text';
import { readConditionFacts, readContentProperties } from './condition-facts';
import type { ShownContent } from './content';
import { parseDisplayConditions } from './display-conditions';
import { describeFrame, extensionOf, type FrameDescription } from './frames';
import type { FramePlace } from './frame-token';
import { macrosIn } from './macros';

/** The modules of the app that a visitor sees on a page or blog post. */
export interface ShownModules {
  readonly bylines: readonly { readonly frame: FrameDescription; readonly text: BylineText }[];
  /** Confluence shows one at a time. */
  readonly banner: FrameDescription | undefined;
  readonly actions: readonly FrameDescription[];
  readonly selection: readonly FrameDescription[];
  /** The macros of the app in the body, in their order. A macro that the visitor cannot see has no frame. */
  readonly macros: readonly ShownMacro[];
}

export interface ShownMacro {
  readonly element: StorageElement;
  readonly layout: 'inline' | 'block';
  readonly frame: FrameDescription | undefined;
  /** In place of the editor, if the macro has settings. */
  readonly config?: FrameDescription | undefined;
}

/** @throws for a display condition that is not modeled */
export async function readShownModules(
  host: LocalHost,
  client: ConfluenceClient,
  visitor: Visitor,
  content: ShownContent,
): Promise<ShownModules> {
  const admitted = host.manifest.surfaces
    .filter(({ type }) => isOnPage(type))
    .filter((module) => admits(host, module, visitor));
  const conditional = admitted.flatMap((module) =>
    module.type === 'macro' ? [] : [{ module, isShown: parseDisplayConditions(module.displayConditions) }],
  );
  const contentProperties = await readContentProperties(host, client, content.id);
  const { spaceId, canEdit } = content;
  const facts = await readConditionFacts(host, client, visitor, {
    spaceId,
    content: { canEdit, properties: contentProperties },
  });
  const shown = conditional.flatMap(({ module, isShown }) => (isShown(facts) ? [module] : []));
  const place = { contentId: content.id, isEditing: content.isEditing };
  const ofType = (type: PageSurfaceType) =>
    shown.flatMap((module) => {
      const frame = module.type === type ? describeFrame(host, visitor, module, { place }) : undefined;
      return frame === undefined ? [] : [{ module, frame }];
    });
  const framesOf = (type: PageSurfaceType) => ofType(type).map(({ frame }) => frame);
  const bylines = ofType('confluence:contentBylineItem').map(async ({ module, frame }) => ({
    frame,
    text: await readBylineText(host, visitor, module, place, contentProperties),
  }));
  return {
    bylines: await Promise.all(bylines),
    banner: framesOf('confluence:pageBanner')[0],
    // Both menus belong to the view of a page, and not to its editor.
    actions: content.isEditing ? [] : framesOf('confluence:contentAction'),
    selection: content.isEditing ? [] : framesOf('confluence:contextMenu'),
    macros: shownMacros(host, visitor, content),
  };
}

/** Confluence shows a module to people without a license or a login only if the manifest says so. */
export function admits(host: LocalHost, module: SurfaceModule, { email }: Visitor): boolean {
  const accountType = host.viewer(email)?.accountType;
  return accountType !== undefined && admitsType(module, accountType, host.assumptions);
}

/** The text of a byline, from the content property or from the function that the manifest names. */
export async function readBylineText(
  host: LocalHost,
  visitor: Visitor,
  module: SurfaceModule,
  place: Extract<FramePlace, { readonly contentId: string }>,
  contentProperties: ReadonlyMap<string, unknown>,
): Promise<BylineText> {
  const { key, contentPropertyKey, dynamicProperties } = module;
  if (dynamicProperties === undefined) {
    return bylineText(module, contentPropertyKey === undefined ? undefined : contentProperties.get(contentPropertyKey));
  }
  const viewer = host.viewer(visitor.email);
  const extension = extensionOf(host, { moduleKey: key, place });
  if (viewer === undefined || extension === undefined) return bylineText(module, undefined);
  try {
    const call = { moduleKey: key, viewer, extension, kind: 'dynamicProperties' } as const;
    return bylineText(module, (await host.invokeSurfaceFunction(call)).result);
  } catch (error) {
    // Confluence shows the byline of the manifest.
    console.error(`The function of ${key} failed:`, error);
    return bylineText(module, undefined);
  }
}

function shownMacros(host: LocalHost, visitor: Visitor, content: ShownContent): readonly ShownMacro[] {
  const modules = host.manifest.surfaces.filter(({ type }) => type === 'macro');
  const keys = new Set(modules.map(({ key }) => key));
  return macrosIn(content.body, keys).flatMap(({ name, localId, config, element }, macroIndex) => {
    const module = modules.find(({ key }) => key === name);
    if (module === undefined) return [];
    const { layout = 'block' } = module;
    if (!admits(host, module, visitor)) return [{ element, layout, frame: undefined }];
    const identity = { place: { contentId: content.id, isEditing: content.isEditing, config }, localId, macroIndex };
    const describe = (resource?: string) => describeFrame(host, visitor, module, identity, resource);
    const hasConfig = content.isEditing && module.config !== undefined;
    return [
      { element, layout, frame: describe(), ...(hasConfig ? { config: describe(module.config?.resource) } : {}) },
    ];
  });
}
