import { type Storage, StorageUnavailableError } from '../../src/platform/storage';

/** A storage whose calls fail once, at a chosen call, before or after its effect. */
export interface Cut {
  readonly storage: Storage;
  /** The number of calls. */
  readonly calls: () => number;
}

/** @param at the call that fails, from 1; 0 = none */
export function cutOff(real: Storage, at: number, side: 'before' | 'after'): Cut {
  let calls = 0;
  const through = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls !== at) return call();
    if (side === 'after') await call();
    throw new StorageUnavailableError('cut off', side === 'after');
  };
  return {
    calls: () => calls,
    storage: {
      read: (...call) => through(() => real.read(...call)),
      readMany: (...call) => through(() => real.readMany(...call)),
      readWithExpiry: (...call) => through(() => real.readWithExpiry(...call)),
      commit: (...call) => through(() => real.commit(...call)),
      placehold: (...call) => through(() => real.placehold(...call)),
      list: (...call) => through(() => real.list(...call)),
      readValue: (...call) => through(() => real.readValue(...call)),
      writeValue: (...call) => through(() => real.writeValue(...call)),
      listValues: (...call) => through(() => real.listValues(...call)),
    },
  };
}
