import type { Site } from '../../../test/support/site';

/**
 * The host of the real @forge/bridge in a test without a browser: `invoke` reaches the resolver of a site. Import it first,
 * because @forge/bridge requires its global when it is loaded.
 */

let connected: { readonly site: Site; readonly email: string } | undefined;

/** Sends the operations of the admin area to this site as this user. */
export function connect(site: Site, email = 'admin@example.com'): void {
  connected = { site, email };
}

interface Call {
  readonly functionKey: string;
  readonly payload?: unknown;
}

async function callBridge(command: string, { functionKey, payload = {} }: Call): Promise<unknown> {
  if (command !== 'invoke' || connected === undefined) throw new Error(`${command} of a test without a site`);
  // As JSON: undefined members are omitted.
  return connected.site.admin(functionKey, JSON.parse(JSON.stringify(payload)), connected.email);
}

Object.assign(globalThis, { __bridge: { callBridge } });
