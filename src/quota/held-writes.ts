import type { Storage } from '../platform/storage';

/** A storage that reads immediately, and writes only after `until` succeeds. @param until started by the first write */
export function holdWrites(storage: Storage, until: () => Promise<unknown>): Storage {
  return {
    ...storage,
    commit: async (...parts) => {
      await until();
      return storage.commit(...parts);
    },
    placehold: async (...parts) => {
      await until();
      return storage.placehold(...parts);
    },
    writeValue: async (...parts) => {
      await until();
      return storage.writeValue(...parts);
    },
  };
}
