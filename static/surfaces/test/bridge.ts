import { hostBridge, payloadOf } from '../../admin/test/bridge';

/** Calls of the bridge other than `invoke`, in order. */
export const bridgeCalls: { readonly command: string; readonly payload: unknown }[] = [];

/** Sends the operations of the frames to this resolver. Import it first, like the host of the bridge. */
export function connect(resolver: (operation: string, payload: unknown) => Promise<unknown>): void {
  bridgeCalls.length = 0;
  hostBridge(async (command, call) => {
    if (command === 'invoke') return resolver(call.functionKey, payloadOf(call));
    bridgeCalls.push({ command, payload: call });
    return true;
  });
}
