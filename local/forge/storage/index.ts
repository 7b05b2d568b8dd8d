export { parseEntityDefinitions, type EntityDefinition } from './entity-definitions';
export { createStorage, type ForgeStorage, type StorageOptions } from './forge-storage';
