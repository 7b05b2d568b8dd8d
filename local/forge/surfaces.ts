import type { PlatformSwitches } from './assumptions';
import type { ContentPlace, SpacePlace } from '../confluence';
import { licenseContext } from './license';
import type { Manifest, SurfaceModule } from './manifest';
import { type Installation, siteAri } from './runtime';

/**
 * The arguments that Forge passes to the functions of the modules on a page, in a space or in the Apps menu. These are
 * the context of a resolver, and the payloads of `dynamicProperties` and `adfExport`.
 */

/** The person in front of the page. */
export interface Viewer {
  /** undefined = not logged in. */
  readonly accountId: string | undefined;
  readonly accountType: 'licensed' | 'unlicensed' | 'anonymous';
}

/** Where a module is shown. The app must not trust it, because on a real site, the front end could forge it, too. */
export interface SurfaceExtension {
  readonly type: string;
  readonly content?: { readonly id: string; readonly type: string; readonly subtype: string | null };
  readonly space?: { readonly id: string; readonly key: string };
  /** The address of the browser. */
  readonly location?: string;
  /** Context menus. */
  readonly selectedText?: string;
  /** Macros. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly isEditing?: boolean;
  readonly references?: readonly unknown[];
  /** The context that a module passed to its modal. */
  readonly modal?: unknown;
  /** For the form of an action, the stored inputs, and the inputs that Automation refuses. */
  readonly data?: { readonly inputs: Readonly<Record<string, unknown>> };
  readonly errors?: { readonly invalidInputs: readonly string[] };
}

/** The call of a module on a page. */
export interface SurfaceCall {
  readonly moduleKey: string;
  readonly viewer: Viewer;
  readonly extension: SurfaceExtension;
  /** Default: en-US. */
  readonly locale?: string;
  /** The id of this place of the module; that of a macro is in the page's body. Default: one per module. */
  readonly localId?: string;
}

/** The place of a module, from which Confluence makes its context. */
export type SurfacePlace = OnContent | InSpace | InAppsMenu | InRule;

/** On a page or blog post. */
export interface OnContent {
  readonly contentId: string;
  readonly spaceKey?: undefined;
  readonly selectedText?: string;
  readonly config?: Readonly<Record<string, unknown>>;
  /** True in the editor. */
  readonly isEditing?: boolean;
  readonly modal?: unknown;
}

/** The page of a space in its sidebar, or a tab of its settings. */
export interface InSpace {
  readonly contentId?: undefined;
  readonly spaceKey: string;
}

/** A page that the Apps menu opens. It belongs to no space. */
export interface InAppsMenu {
  readonly contentId?: undefined;
  readonly spaceKey?: undefined;
}

/** The form of an action in a rule. */
export interface InRule {
  readonly contentId?: undefined;
  readonly spaceKey?: undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly invalidInputs: readonly string[];
}

export interface ResolverCall extends SurfaceCall {
  readonly operation: string;
  readonly payload: unknown;
}

export type FunctionCall = SurfaceCall &
  (
    | {
        readonly kind: 'dynamicProperties';
        /**
         * Forge documents one form of the payload, and an app in production reads another. Only the second has a locale.
         * Default: observed.
         */
        readonly form?: 'documented' | 'observed';
      }
    | { readonly kind: 'adfExport'; readonly exportType: 'pdf' | 'word' | 'other' }
  );

export function extensionAt(
  type: SurfaceModule['type'],
  baseUrl: string,
  { id, type: contentType, subtype, space, viewPath, editPath }: ContentPlace,
  { selectedText, config, isEditing = false, modal }: OnContent,
): SurfaceExtension {
  return {
    type,
    content: { id, type: contentType, subtype },
    space,
    location: `${baseUrl}${isEditing ? editPath : viewPath}`,
    ...(type === 'macro' ? { isEditing, references: [], ...(config === undefined ? {} : { config }) } : {}),
    ...(type === 'confluence:contextMenu' ? { selectedText: selectedText ?? '' } : {}),
    ...(modal === undefined ? {} : { modal }),
  };
}

/** The context of a page of a space, or of the Apps menu if there is no space. */
export function extensionBeside(
  { type, route = '' }: SurfaceModule,
  baseUrl: string,
  { appId, environmentId }: Installation,
  space: SpacePlace | undefined,
): SurfaceExtension {
  const page = `apps/${appId}/${environmentId}/${route}`;
  if (space === undefined) return { type, location: `${baseUrl}/${page}` };
  const folder = type === 'confluence:spaceSettings' ? 'settings/' : '';
  return { type, space, location: `${baseUrl}/spaces/${space.key}/${folder}${page}` };
}

/** The context of the form of an action in Automation's editor. */
export function extensionInRule(
  baseUrl: string,
  inputs: Readonly<Record<string, unknown>>,
  invalidInputs: readonly string[],
): SurfaceExtension {
  return { type: 'action', location: `${baseUrl}/rules`, data: { inputs }, errors: { invalidInputs } };
}

/** The account id that Forge gives every viewer without a login. */
const ANONYMOUS = 'unidentified';

/** The platform does not show this module to this viewer, or the manifest has no such module. */
export class SurfaceRefusal extends Error {
  constructor(
    readonly status: 403 | 404,
    message: string,
  ) {
    super(message);
  }
}

/** An app that is not shared is for people with a license only. */
export function admits(module: SurfaceModule, accountType: Viewer['accountType'], switches: PlatformSwitches): boolean {
  if (accountType === 'licensed') return true;
  return !switches.has('not-shared') && module.unlicensedAccess.includes(accountType);
}

/** @throws SurfaceRefusal */
export function surfaceModule(
  { surfaces }: Manifest,
  { moduleKey, viewer }: SurfaceCall,
  switches: PlatformSwitches,
): SurfaceModule {
  const module = surfaces.find(({ key }) => key === moduleKey);
  if (module === undefined) throw new SurfaceRefusal(404, `manifest.yml has no module ${moduleKey} with a frame`);
  if (!admits(module, viewer.accountType, switches))
    throw new SurfaceRefusal(403, `the module ${moduleKey} is not for ${viewer.accountType} viewers`);
  return module;
}

/** @throws SurfaceRefusal if the module has no such function */
export function functionOf(module: SurfaceModule, kind: FunctionCall['kind']): string {
  const key = module[kind]?.function;
  if (key === undefined) throw new SurfaceRefusal(404, `the module ${module.key} has no ${kind}`);
  return key;
}

function principalOf({ accountId }: Viewer): { readonly accountId: string } {
  return { accountId: accountId ?? ANONYMOUS };
}

/** The context of a resolver. Resolvers find it in their request. */
export function surfaceContext(installation: Installation, siteUrl: string, call: SurfaceCall): object {
  const { moduleKey, viewer, extension, locale = 'en-US' } = call;
  return {
    ...principalOf(viewer),
    accountType: viewer.accountType,
    cloudId: installation.cloudId,
    environmentId: installation.environmentId,
    environmentType: 'DEVELOPMENT',
    localId: localIdOf(installation, call),
    locale,
    moduleKey,
    siteUrl,
    timezone: 'UTC',
    extension,
  };
}

/** The first argument of a function that is not a resolver. */
export function functionPayload(
  installation: Installation,
  siteUrl: string,
  call: FunctionCall,
  switches: PlatformSwitches,
): object {
  const { extension } = call;
  const { cloudId } = installation;
  const context = surfaceContext(installation, siteUrl, call);
  if (call.kind === 'dynamicProperties') {
    // An undocumented form.
    if (switches.has('unknown-byline-arguments')) return { version: 2, data: { page: extension.content?.id } };
    const { type, content, space } = extension;
    return call.form === 'documented'
      ? { cloudId, localId: localIdOf(installation, call), extension: { type, content, space } }
      : { context };
  }
  const { exportType } = call;
  const { config = {}, content, space } = extension;
  const of = { cloudId, siteUrl, localId: localIdOf(installation, call), ...principalOf(call.viewer) };
  // Exports to Word and to PDF were observed to differ. Page history is documented, in the form of Atlassian's tutorial.
  switch (exportType) {
    case 'pdf':
      return { exportType, context, extensionPayload: { config } };
    case 'word':
      return { exportType, context: { ...of, contentId: content?.id, spaceKey: space?.key, config } };
    case 'other':
      return { exportType, context: { ...of, content, spaceKey: space?.key }, extensionPayload: { config } };
  }
}

/** The second argument of every function. */
export function backendContext(installation: Installation, viewer: Viewer, switches: PlatformSwitches): object {
  return {
    ...licenseContext(switches),
    installContext: siteAri(installation),
    installation: {
      ari: `ari:cloud:ecosystem::installation/${installation.installationId}`,
      contexts: [siteAri(installation)],
    },
    principal: principalOf(viewer),
  };
}

function localIdOf({ appId, environmentId }: Installation, { localId, moduleKey }: SurfaceCall): string {
  return localId ?? `ari:cloud:ecosystem::extension/${appId}/${environmentId}/static/${moduleKey}`;
}

/** The platform asks the person for consent if a resolver ends with this error (`@forge/api`, NeedsAuthenticationError). */
export function needsConsent(error: unknown): boolean {
  return error instanceof Error && error.name === 'NEEDS_AUTHENTICATION_ERR';
}

/** The response of the local host for an invocation that failed. */
export function failureResponse(error: unknown): Response {
  const status = error instanceof SurfaceRefusal ? error.status : needsConsent(error) ? 401 : 424;
  return Response.json({ message: error instanceof Error ? error.message : 'The function failed.' }, { status });
}

/** The same for the bridge. As on a real site, missing consent is no error of HTTP, which browsers would log. */
export function failureForBridge(error: unknown): Response {
  if (!needsConsent(error)) return failureResponse(error);
  return Response.json({ message: (error as Error).message }, { headers: { 'X-Consent-Needed': 'true' } });
}
