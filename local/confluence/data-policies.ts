import type { PlatformSwitches } from '../forge/assumptions';
import type { Call, Endpoint } from './endpoint';
import { v2List } from './paging';
import { Refusal } from './refusal';
import type { Site } from './site';

/**
 * Data security policies. With them, an organization can close spaces to apps. The app then finds nothing there,
 * whether it calls as itself or for a person. These endpoints are exempt.
 */

/** The keys of the spaces that the switch `closed-spaces` closes. */
const CLOSED_KEYS = ['HR'];
const LIMITS = { usual: 25, most: 250 };

export function closedSpaceIds(site: Site, switches: PlatformSwitches): readonly string[] {
  return switches.has('closed-spaces') ? CLOSED_KEYS.flatMap((key) => site.spaces.byKey(key)?.id ?? []) : [];
}

/** How long the app misses a space that is new, or all of them after its installation, with `app-joins-late`. */
const JOINING_MS = 30_000;

/** The spaces that the app itself does not see yet. */
export function unjoinedSpaceIds(
  site: Site,
  switches: PlatformSwitches,
  now: Date,
  installedAt: Date | undefined,
): readonly string[] {
  if (!switches.has('app-joins-late')) return [];
  const since = now.getTime() - JOINING_MS;
  const isJoining = installedAt !== undefined && installedAt.getTime() > since;
  return site.spaces.all().flatMap(({ id, createdAt }) => (isJoining || Date.parse(createdAt) > since ? [id] : []));
}

function requireApp(call: Call): void {
  if (!call.isApp) throw new Refusal(401, 'Only apps can make this request');
}

function metadata(call: Call): Response {
  requireApp(call);
  return Response.json({ anyContentBlocked: closedSpaceIds(call.site, call.assumptions).length > 0 });
}

function listSpaces(call: Call): Response {
  requireApp(call);
  const closed = closedSpaceIds(call.site, call.assumptions);
  const ids = call.ids('ids');
  const spaces = call.site.spaces
    .all()
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .filter((space) => closed.includes(space.id) || call.access.seesSpace(space))
    .sort((one, other) => Number(one.id) - Number(other.id));
  const json = ({ id, key, name }: (typeof spaces)[number]) => ({
    id,
    key,
    name,
    dataPolicy: { anyContentBlocked: closed.includes(id) },
  });
  return v2List(call, spaces, ({ id }) => id, json, LIMITS);
}

const SCOPES = [['read:configuration:confluence']];

export const dataPolicyEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/wiki/api/v2/data-policies/metadata', scopes: SCOPES, handle: metadata },
  { method: 'GET', path: '/wiki/api/v2/data-policies/spaces', scopes: SCOPES, handle: listSpaces },
];
