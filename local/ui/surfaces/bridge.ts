import * as z from 'zod';
import { failureForBridge } from '../../forge/surfaces';
import type { SurfaceModule } from '../../forge/manifest';
import { parseStorage } from '../../confluence/storage-format';
import type { LocalHost } from '../../host';
import { confluenceFor } from '../confluence-client';
import { readBlogPostFacts, readPageFacts } from '../page-facts';
import type { Visitor } from '../visitor';
import { readContentProperties } from './condition-facts';
import { extensionOf } from './frames';
import { type FrameIdentity, readFrameToken } from './frame-token';
import { macrosIn, withMacroConfig } from './macros';
import { readBylineText } from './shown-modules';

/** The bridge of frames. A frame is known by its token, and its place by the server. */

/**
 * The identification of a frame in an invocation, which is its token and the parts of its context that only the browser
 * has.
 */
export const frameClaims = z.object({
  token: z.string(),
  selectedText: z.string().optional(),
  modal: z.unknown().optional(),
});

/** Runs an operation of the resolver of the frame's module. */
export async function invokeSurface(
  host: LocalHost,
  visitor: Visitor,
  { token, ...claims }: z.infer<typeof frameClaims>,
  operation: string,
  payload: unknown,
): Promise<Response> {
  const identity = identify(visitor, token);
  const viewer = host.viewer(visitor.email);
  if (identity === undefined || viewer === undefined) return unknownFrame();
  const extension = extensionOf(host, identity, claims);
  if (extension === undefined) return refused(404, 'The page or space no longer exists.');
  const { moduleKey, localId } = identity;
  const call = { moduleKey, viewer, extension, operation, payload, ...(localId === undefined ? {} : { localId }) };
  try {
    const { result, requestId } = await host.invokeSurface(call);
    return Response.json(result ?? {}, { headers: { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' } });
  } catch (error) {
    return failureForBridge(error);
  }
}

/** The current text of a byline: `view.refresh()`, and the end of a dialog with `dynamicProperties`. */
export async function refreshByline(host: LocalHost, visitor: Visitor, body: unknown): Promise<Response> {
  const { data } = z.object({ token: z.string() }).safeParse(body);
  const identity = identify(visitor, data?.token);
  const client = confluenceFor(host, visitor);
  const module = identity && moduleOf(host, identity);
  const place = identity?.place;
  if (place?.contentId === undefined || client === undefined || module === undefined) {
    return unknownFrame();
  }
  const properties = await readContentProperties(host, client, place.contentId);
  return Response.json(await readBylineText(host, visitor, module, place, properties));
}

const settings = z.object({ token: z.string(), config: z.record(z.string(), z.unknown()) });

/** Stores the settings of a macro in a new version of the page, as the visitor. */
export async function changeMacro(host: LocalHost, visitor: Visitor, body: unknown): Promise<Response> {
  const { data } = settings.safeParse(body);
  if (data === undefined) return refused(400, 'view.submit() of a macro needs {config: {...}}.');
  const texts = z.record(z.string(), z.string()).safeParse(data.config);
  if (!texts.success) {
    const names = texts.error.issues.map(({ path }) => path.join('.')).join(', ');
    return refused(400, `The local host stores settings of macros as text. Not a text: ${names}.`);
  }
  const identity = identify(visitor, data.token);
  const client = confluenceFor(host, visitor);
  const contentId = identity?.place.contentId;
  if (identity?.macroIndex === undefined || contentId === undefined || client === undefined) return unknownFrame();
  const page = await readPageFacts(client, contentId);
  if (page === undefined) {
    return (await readBlogPostFacts(client, contentId)) === undefined
      ? refused(404, 'The page no longer exists.')
      : refused(501, 'The local Confluence does not change blog posts.');
  }
  const stored = parseStorage(page.storage);
  const keys = new Set(host.manifest.surfaces.flatMap(({ key, type }) => (type === 'macro' ? [key] : [])));
  const macro = macrosIn(stored, keys)[identity.macroIndex];
  if (!stored.ok || macro?.name !== identity.moduleKey) return refused(409, 'The page has changed. Load it again.');
  const { status, message } = await client.send('PUT', `/wiki/api/v2/pages/${page.id}`, {
    id: page.id,
    status: page.status,
    title: page.title,
    body: { representation: 'storage', value: withMacroConfig(stored.nodes, macro.element, texts.data) },
    version: { number: page.version.number + 1, message: `Settings of ${macro.name}` },
  });
  return status === 200 ? Response.json({}) : refused(status, message);
}

const submitted = z.object({ token: z.string(), inputs: z.record(z.string(), z.unknown()) });

/** Stores the inputs of an action in a rule. A rule that is on and becomes incomplete is turned off. */
export function changeRuleInputs({ automation }: LocalHost, visitor: Visitor, body: unknown): Response {
  const { data } = submitted.safeParse(body);
  if (data === undefined) return refused(400, 'view.submit() of an action needs an object with its inputs.');
  const place = identify(visitor, data.token)?.place;
  const rule = place !== undefined && 'ruleId' in place ? automation.rule(place.ruleId) : undefined;
  if (rule === undefined || place === undefined || !('ruleId' in place)) return unknownFrame();
  const { id, ...input } = rule;
  const steps = input.steps.map((step, index) => (index === place.step ? { ...step, inputs: data.inputs } : step));
  const saved = automation.save({ ...input, steps }, id);
  const kept = 'problems' in saved ? automation.save({ ...input, steps, isEnabled: false }, id) : saved;
  if ('rule' in kept) return Response.json({});
  return refused(400, kept.problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' '));
}

/** undefined if this server did not show the frame to this visitor. */
function identify({ email }: Visitor, token: string | undefined): FrameIdentity | undefined {
  const identity = token === undefined ? undefined : readFrameToken(token);
  return identity?.email === email ? identity : undefined;
}

function moduleOf({ manifest }: LocalHost, { moduleKey }: FrameIdentity): SurfaceModule | undefined {
  return manifest.surfaces.find(({ key }) => key === moduleKey);
}

function unknownFrame(): Response {
  return refused(
    403,
    'This frame was shown to another account, or before the local host started. Load the page again.',
  );
}

function refused(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
