import * as z from 'zod';
import { unauthenticated } from './confluence';
import { isInSpace, isOnPage } from './forge/manifest';
import { failureResponse, type SurfaceCall } from './forge/surfaces';
import type { InvocationResult, LocalHost } from './host';

/**
 * The modules on a page, in a space and in the Apps menu over HTTP, without a browser:
 * `POST /local/surfaces/{moduleKey}/{operation}` for an operation of the resolver, with `?page={id}` or `?space={key}` for
 * modules that are on a page or in a space, and
 * `POST /local/surface-functions/{moduleKey}/{dynamicProperties | adfExport}?page={id}` for the other functions.
 */

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const jsonObject = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON object' });
    return z.NEVER;
  }
});

/** Strict, because a misspelled parameter would have no effect. */
const query = z.strictObject({
  page: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the id of a page or blog post')
    .optional(),
  space: z.string().optional(),
  locale: z.string().optional(),
  localId: z.string().optional(),
  selectedText: z.string().optional(),
  config: jsonObject.optional(),
  editor: flag.optional(),
  exportType: z.enum(['pdf', 'word', 'other']).default('pdf'),
  form: z.enum(['documented', 'observed']).default('observed'),
});

/** @returns undefined if nothing exists at this address */
export async function answerSurfaces(host: LocalHost, request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/local/surfaces' && request.method === 'GET') return Response.json({ modules: modulesOf(host) });
  const [, kind, moduleKey, name] =
    /^\/local\/(surfaces|surface-functions)\/([a-z0-9-]+)\/([A-Za-z]+)$/.exec(pathname) ?? [];
  if (kind === undefined || moduleKey === undefined || name === undefined) return undefined;
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
  const viewer = viewerOf(host, request);
  if (viewer === undefined) return unauthenticated(pathname);
  const parsed = query.safeParse(Object.fromEntries(searchParams));
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ path, message }));
    return Response.json({ errors }, { status: 400 });
  }
  const { page, space, locale, localId, selectedText, config, editor, exportType, form } = parsed.data;
  const onContent = {
    ...(selectedText === undefined ? {} : { selectedText }),
    ...(config === undefined ? {} : { config }),
    ...(editor === undefined ? {} : { isEditing: editor }),
  };
  const place = page !== undefined ? { contentId: page, ...onContent } : space !== undefined ? { spaceKey: space } : {};
  const extension = host.surfaceExtension(moduleKey, place);
  if (extension === undefined) {
    const missing = missingPlace(host, moduleKey, parsed.data);
    if (missing !== undefined) return refused(400, missing);
    return refused(
      404,
      `There is no module ${moduleKey}, or no ${page === undefined ? `space ${space ?? ''}` : `page or blog post ${page}`}.`,
    );
  }
  const call: SurfaceCall = {
    moduleKey,
    viewer,
    extension,
    ...(locale === undefined ? {} : { locale }),
    ...(localId === undefined ? {} : { localId }),
  };
  if (kind === 'surfaces') {
    const payload: unknown = await request.json().catch(() => undefined);
    return answered(() => host.invokeSurface({ ...call, operation: name, payload }));
  }
  switch (name) {
    case 'dynamicProperties':
      return answered(() => host.invokeSurfaceFunction({ ...call, kind: name, form }));
    case 'adfExport':
      return answered(() => host.invokeSurfaceFunction({ ...call, kind: name, exportType }));
    default:
      return refused(404, 'The functions are dynamicProperties and adfExport.');
  }
}

function missingPlace(
  { manifest }: LocalHost,
  moduleKey: string,
  { page, space }: z.infer<typeof query>,
): string | undefined {
  const type = manifest.surfaces.find(({ key }) => key === moduleKey)?.type;
  if (type === undefined) return undefined;
  if (isOnPage(type) && page === undefined) return `The module ${moduleKey} is on pages. Add ?page={id}.`;
  if (isInSpace(type) && space === undefined) return `The module ${moduleKey} is in spaces. Add ?space={key}.`;
  return undefined;
}

/** The account of the Basic credentials; without credentials, an anonymous viewer. Undefined for wrong credentials. */
function viewerOf(host: LocalHost, request: Request): SurfaceCall['viewer'] | undefined {
  const authorization = request.headers.get('authorization');
  if (authorization === null) return host.viewer(undefined);
  const caller = host.confluence.authenticate(authorization);
  return caller?.kind === 'user' ? host.viewerWithId(caller.accountId) : undefined;
}

async function answered(invoke: () => Promise<InvocationResult>): Promise<Response> {
  try {
    const { result, requestId } = await invoke();
    return Response.json(result ?? null, { headers: { 'X-Request-Id': requestId } });
  } catch (error) {
    return failureResponse(error);
  }
}

function refused(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

function modulesOf({ manifest }: LocalHost): object[] {
  return manifest.surfaces.map(
    ({ key, type, title, unlicensedAccess, displayConditions, dynamicProperties, adfExport }) => ({
      key,
      type,
      title,
      unlicensedAccess,
      displayConditions,
      functions: [
        ...(dynamicProperties === undefined ? [] : ['dynamicProperties']),
        ...(adfExport === undefined ? [] : ['adfExport']),
      ],
    }),
  );
}
