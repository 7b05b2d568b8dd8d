export { parseEntityDefinitions, type EntityDefinition } from './entity-definitions';
export { createStorage, type ForgeStorage, type StorageCall, type StorageOptions } from './forge-storage';
