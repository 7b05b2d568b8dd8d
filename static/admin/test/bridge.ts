import type { Site } from '../../../test/support/site';

/**
 * The host of the real @forge/bridge in a test without a browser. Import it first, because @forge/bridge requires its global
 * when it is loaded. There is one for all Custom UIs, because test files share the modules they load.
 */

export interface Call {
  readonly functionKey: string;
  readonly payload?: unknown;
}

type CallBridge = (command: string, call: Call) => Promise<unknown>;

let host: CallBridge = (command) => Promise.reject(new Error(`${command} of a test without a host`));

/** Sends the commands of the bridge to this function. */
export function hostBridge(callBridge: CallBridge): void {
  host = callBridge;
}

/** The payload of a call as the platform passes it on: JSON, so undefined members are omitted. */
export function payloadOf({ payload = {} }: Call): unknown {
  return JSON.parse(JSON.stringify(payload));
}

/** Sends the operations of the admin area to this site as this user. */
export function connect(site: Site, email = 'admin@example.com'): void {
  hostBridge(async (command, call) => {
    if (command !== 'invoke') throw new Error(`${command} of a test without a browser`);
    return site.admin(call.functionKey, payloadOf(call), email);
  });
}

Object.assign(globalThis, { __bridge: { callBridge: (command: string, call: Call) => host(command, call) } });
