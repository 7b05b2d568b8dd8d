import { createHash } from 'node:crypto';
import type { PlatformSwitches } from '../assumptions';

/** With `lost-events`, one of ten Confluence events never reaches the app. Each trigger of the app loses other ones. */

const ONE_OF = 10;

export interface LostEvents {
  /** True if the next event is lost. */
  takeNext(): boolean;
}

/** @param seed chooses one of each ten events */
export function createLostEvents(switches: PlatformSwitches, seed: number): LostEvents {
  let count = 0;
  return {
    takeNext: () => {
      if (!switches.has('lost-events')) return false;
      const [chosen = 0] = createHash('sha256')
        .update(`${seed} ${Math.floor(count / ONE_OF)}`)
        .digest();
      const isLost = chosen % ONE_OF === count % ONE_OF;
      count += 1;
      return isLost;
    },
  };
}
