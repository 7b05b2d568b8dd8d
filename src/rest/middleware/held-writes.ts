import type { Storage } from '../../platform/storage';

/** A storage that reads at once, and writes nothing before something else has ended well. @param until begins it, the first time */
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
