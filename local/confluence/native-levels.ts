import * as z from 'zod';
import { editableContent, visibleContent } from './content-lookup';
import { noContent, type Call, type Endpoint, type ScopeAlternatives } from './endpoint';
import { badRequest, contentNotFound, Refusal, spaceNotFound } from './refusal';
import type { Content, NativeLevel, Space } from './rows';
import { visibleSpace } from './spaces';

/**
 * Atlassian's own classification. A page without a level of its own has the default of its space. Confluence sends no event for a
 * change. Drafts share the level of their page.
 */

const wantedLevel = z.object({ id: z.string(), status: z.enum(['current', 'draft', 'archived']).optional() });
const reset = z.object({ status: z.enum(['current', 'draft', 'archived']).optional() });

export function nativeLevelJson({ position, ...level }: NativeLevel): object {
  return { ...level, order: position };
}

/** @throws the 404 of a site without the plan, or of a space where the feature is off */
function requireFeature({ assumptions, site }: Call, spaceId: string): void {
  if (assumptions.has('native-levels')) return;
  const [oldest] = site.spaces.all().sort((a, b) => Number(a.id) - Number(b.id));
  if (assumptions.has('native-levels-in-some-spaces') && oldest?.id === spaceId) return;
  throw new Refusal(404, 'Feature is disabled');
}

function list({ assumptions, site }: Call): Response {
  const hasPlan = assumptions.has('native-levels') || assumptions.has('native-levels-in-some-spaces');
  return Response.json(hasPlan ? site.nativeLevels.all().map(nativeLevelJson) : []);
}

/** Only published levels can be set. */
function settable(call: Call, id: string): NativeLevel {
  const level = call.site.nativeLevels.byId(id);
  if (level?.status !== 'PUBLISHED') throw badRequest('The classification level does not exist or is not published');
  return level;
}

function ofContent(type: Content['type'], base: string, scopes: ScopeAlternatives): readonly Endpoint[] {
  const read = (call: Call): Response => {
    const status = call.oneOf('status', ['current', 'draft', 'archived']);
    const content =
      status === 'draft' ? editableContent(call, call.id(), [type]) : visibleContent(call, call.id(), [type]);
    requireFeature(call, content.spaceId);
    const { nativeLevels } = call.site;
    const level = nativeLevels.ownOf(content.id) ?? nativeLevels.defaultOf(content.spaceId);
    if (level === undefined) throw contentNotFound();
    return Response.json(nativeLevelJson(level));
  };

  const change = async (call: Call): Promise<Response> => {
    const { id } = await call.json(wantedLevel);
    const content = editableContent(call, call.id(), [type]);
    requireFeature(call, content.spaceId);
    call.site.nativeLevels.setOwn(content.id, settable(call, id).id);
    return noContent();
  };

  const clear = async (call: Call): Promise<Response> => {
    await call.json(reset);
    const content = editableContent(call, call.id(), [type]);
    requireFeature(call, content.spaceId);
    call.site.nativeLevels.setOwn(content.id, undefined);
    return noContent();
  };

  const write = [['write:page:confluence']];
  return [
    { method: 'GET', path: base, scopes, handle: read },
    { method: 'PUT', path: base, scopes: write, handle: change },
    { method: 'POST', path: `${base}/reset`, scopes: write, handle: clear },
  ];
}

function administeredSpace(call: Call): Space {
  const space = visibleSpace(call, call.id());
  if (!call.access.inSpace(space.id).has('administer space')) throw spaceNotFound();
  return space;
}

function readDefault(call: Call): Response {
  const space = visibleSpace(call, call.id());
  requireFeature(call, space.id);
  const level = call.site.nativeLevels.defaultOf(space.id);
  if (level === undefined) throw spaceNotFound();
  return Response.json(nativeLevelJson(level));
}

async function changeDefault(call: Call): Promise<Response> {
  const { id } = await call.json(wantedLevel);
  const space = administeredSpace(call);
  requireFeature(call, space.id);
  const level = settable(call, id);
  call.site.atomically(() => {
    call.site.nativeLevels.setDefault(space, level.id);
  });
  return noContent();
}

function clearDefault(call: Call): Response {
  const space = administeredSpace(call);
  requireFeature(call, space.id);
  call.site.nativeLevels.setDefault(space, undefined);
  return noContent();
}

const DEFAULT = '/wiki/api/v2/spaces/:id/classification-level/default';
const READ_PAGE = [['read:page:confluence', 'write:page:confluence']];
const WRITE_SPACE = [['read:space:confluence', 'write:space:confluence']];

export const nativeLevelEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/wiki/api/v2/classification-levels',
    scopes: [['read:configuration:confluence']],
    handle: list,
  },
  ...ofContent('page', '/wiki/api/v2/pages/:id/classification-level', READ_PAGE),
  ...ofContent('blogpost', '/wiki/api/v2/blogposts/:id/classification-level', READ_PAGE),
  { method: 'GET', path: DEFAULT, scopes: [['read:space:confluence']], handle: readDefault },
  { method: 'PUT', path: DEFAULT, scopes: WRITE_SPACE, handle: changeDefault },
  { method: 'DELETE', path: DEFAULT, scopes: WRITE_SPACE, handle: clearDefault },
];
