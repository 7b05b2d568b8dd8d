import type { Intercept, PlatformCall } from '../../local/forge/platform-calls';

/** Holds a call of the app to the platform at a chosen moment, so that a test can do something else in between. */

export type Side = 'before' | 'after';

export interface Hold {
  /** Resolves when the call is held: before it is made, or after its effect and before its answer. */
  readonly reached: Promise<PlatformCall>;
  release(): void;
}

export interface Gate {
  /** To be given to openSite. */
  readonly intercept: Intercept;
  /** Holds the call in this place: 0 = the first from now on, of those that count. */
  hold(place: number, side: Side): Hold;
}

/** @param counts which calls are counted, and can be held; the others pass */
export function createGate(counts: (call: PlatformCall) => boolean = () => true): Gate {
  let armed:
    { left: number; readonly side: Side; reach(call: PlatformCall): void; readonly open: Promise<void> } | undefined;
  return {
    intercept: async (call, proceed) => {
      const held = armed;
      if (held === undefined || !counts(call)) return proceed();
      held.left -= 1;
      if (held.left >= 0) return proceed();
      armed = undefined;
      if (held.side === 'before') {
        held.reach(call);
        await held.open;
        return proceed();
      }
      const response = await proceed();
      held.reach(call);
      await held.open;
      return response;
    },
    hold: (place, side) => {
      const reached = deferred<PlatformCall>();
      const open = deferred<undefined>();
      armed = { left: place, side, reach: reached.resolve, open: open.promise };
      return { reached: reached.promise, release: () => open.resolve(undefined) };
    },
  };
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
