/**
 * The host of the real @forge/bridge in a test without a browser. Import it first, because @forge/bridge requires its
 * global when it is loaded.
 */

type Answer = (operation: string, payload: unknown) => Promise<unknown>;

let answer: Answer = () => Promise.reject(new Error('A test without a resolver'));

/** Calls of the bridge other than `invoke`, in order. */
export const bridgeCalls: { readonly command: string; readonly payload: unknown }[] = [];

/** Sends the operations of the frames to this resolver. */
export function connect(resolver: Answer): void {
  answer = resolver;
  bridgeCalls.length = 0;
}

interface Invocation {
  readonly functionKey: string;
  readonly payload?: unknown;
}

async function callBridge(command: string, payload: Invocation): Promise<unknown> {
  // As JSON: undefined members are omitted.
  if (command === 'invoke') return answer(payload.functionKey, JSON.parse(JSON.stringify(payload.payload ?? {})));
  bridgeCalls.push({ command, payload });
  return true;
}

Object.assign(globalThis, { __bridge: { callBridge } });
