import type { Intercept, PlatformCall } from '../../local/forge/platform-calls';

/** Holds a call of the app to the platform at a chosen point, so that a test can act in between. */

export type Side = 'before' | 'after';

export interface Hold {
  /** Resolves when the call is held before it is made, or after its effect and before its response. */
  readonly reached: Promise<PlatformCall>;
  release(): void;
}

export interface Gate {
  /** Pass this to openSite. */
  readonly intercept: Intercept;
  /** Holds the call with this index: 0 = the next counted call. */
  hold(place: number, side: Side): Hold;
}

/** @param counts selects the calls that are counted and can be held; the others are never held */
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
