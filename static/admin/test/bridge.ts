import type { Site } from '../../../test/support/site';

/**
 * Lets code of the admin area call the real resolver of an in-process site through the real @forge/bridge. Import this
 * first: @forge/bridge requires its global when it is loaded.
 */

let site: Site | undefined;

interface Invocation {
  readonly functionKey: string;
  readonly payload?: unknown;
}

async function callBridge(_command: 'invoke', { functionKey, payload }: Invocation): Promise<unknown> {
  if (site === undefined) throw new Error('the test is not connected to a site');
  return site.admin(functionKey, payload ?? {});
}

Object.assign(globalThis, { __bridge: { callBridge } });

/** The next calls go to this site, as its first admin. */
export function connect(to: Site): void {
  site = to;
}
