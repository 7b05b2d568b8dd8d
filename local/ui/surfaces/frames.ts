import { missingInputs } from '../../automation/check-rule';
import { isOnPage, type Manifest, type SurfaceModule } from '../../forge/manifest';
import type { SurfaceExtension, Viewer } from '../../forge/surfaces';
import type { LocalHost } from '../../host';
import type { Visitor } from '../visitor';
import { type FrameIdentity, signFrame } from './frame-token';

/** The description of a frame, from which page-shell.js creates it. */
export interface FrameDescription {
  readonly key: string;
  readonly title: string;
  /** Identifies the frame to the bridge. */
  readonly token: string;
  /** The result of `view.getContext()`. */
  readonly context: object;
  /** The resource that the frame shows, a member of `resources`. */
  readonly resource: string;
  /** The addresses of the app's resources, by key. */
  readonly resources: Readonly<Record<string, string>>;
  readonly viewportContainer: 'popup' | 'modal';
  readonly viewportSize: string;
  readonly contentPropertyKey?: string;
  /** True for a byline with `dynamicProperties`. */
  readonly isDynamic: boolean;
  /** The address of a module that is a page itself. The rest of the address belongs to the app. */
  readonly address?: string;
}

/** @returns undefined if the page or space no longer exists */
export function describeFrame(
  host: LocalHost,
  visitor: Visitor,
  module: SurfaceModule,
  identity: Omit<FrameIdentity, 'email' | 'moduleKey'>,
  resource = module.resource,
): FrameDescription | undefined {
  const extension = extensionOf(host, { ...identity, moduleKey: module.key });
  const viewer = host.viewer(visitor.email);
  if (extension === undefined || viewer === undefined) return undefined;
  const { key, title, viewportContainer = 'popup', viewportSize = 'medium', contentPropertyKey } = module;
  return {
    key,
    // A banner has no title in the manifest, and every frame needs one.
    title: title === '' ? key : title,
    token: signFrame({ ...identity, moduleKey: key, ...(visitor.email === undefined ? {} : { email: visitor.email }) }),
    context: frontEndContext(host, visitor, { moduleKey: key, localId: identity.localId ?? `${key}-local`, extension }),
    resource,
    resources: addressesOf(host.manifest, resource),
    viewportContainer,
    viewportSize,
    ...(contentPropertyKey === undefined ? {} : { contentPropertyKey }),
    isDynamic: module.dynamicProperties !== undefined,
    ...(isOnPage(module.type) || module.type === 'action' ? {} : { address: addressOf(extension) }),
  };
}

/** The context that Confluence gives a frame. undefined if the page or space no longer exists. */
export function extensionOf(
  host: LocalHost,
  { moduleKey, place }: Pick<FrameIdentity, 'moduleKey' | 'place'>,
  { selectedText, modal }: { readonly selectedText?: string | undefined; readonly modal?: unknown } = {},
): SurfaceExtension | undefined {
  const ofModal = modal === undefined ? {} : { modal };
  if ('ruleId' in place) {
    const step = host.automation.rule(place.ruleId)?.steps[place.step];
    const action = step?.type === 'action' ? host.automation.actions.get(step.action) : undefined;
    if (step?.type !== 'action' || action?.key !== moduleKey) return undefined;
    const invalidInputs = missingInputs(step, action).map(({ path }) => String(path[1]));
    return host.surfaceExtension(moduleKey, { inputs: step.inputs, invalidInputs });
  }
  if (place.contentId === undefined) {
    const extension = host.surfaceExtension(moduleKey, place);
    return extension && { ...extension, ...ofModal };
  }
  const { contentId, isEditing, config } = place;
  return host.surfaceExtension(moduleKey, {
    contentId,
    isEditing,
    ...(config === undefined ? {} : { config }),
    ...(selectedText === undefined ? {} : { selectedText }),
    ...ofModal,
  });
}

/** The address in this shell of a module that is a page itself. It is the address in Confluence, below /site. */
export function addressOf({ location = '' }: SurfaceExtension): string {
  return new URL(location).pathname.replace('/wiki', '/site');
}

/** The account id of viewers without a login. */
const UNIDENTIFIED = 'unidentified';

/**
 * The response of `view.getContext()`. The app must not trust it, because on a real site, the front end could forge it,
 * too.
 */
export function frontEndContext(
  { installation, ...host }: LocalHost,
  visitor: Visitor,
  of: { readonly moduleKey: string; readonly localId: string; readonly extension: object },
): object {
  const { accountId }: Partial<Viewer> = host.viewer(visitor.email) ?? {};
  return {
    accountId: visitor.email === undefined ? UNIDENTIFIED : accountId,
    cloudId: installation.cloudId,
    environmentId: installation.environmentId,
    environmentType: 'DEVELOPMENT',
    extension: of.extension,
    localId: of.localId,
    locale: 'en-US',
    moduleKey: of.moduleKey,
    timezone: 'UTC',
    theme: { colorMode: visitor.colorMode },
  };
}

/** The addresses of all resources. A frame is known by its token, so the address does not name the module. */
function addressesOf({ resources }: Manifest, shown: string): Readonly<Record<string, string>> {
  if (!resources.some(({ key }) => key === shown)) throw new Error(`manifest.yml has no resource ${shown}`);
  return Object.fromEntries(resources.map(({ key }) => [key, `/site/frame/${key}/`]));
}
