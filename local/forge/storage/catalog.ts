import { byKeyIndex, entityNamePattern, type AttributeType, type EntityDefinition } from './entity-definitions';
import { limits } from './limits';
import { Refusal } from './refusal';

/** One way to list a collection: a fixed partition, ordered by the range attribute. */
export interface ListIndex {
  readonly name: string;
  readonly partition: readonly string[];
  /** The attribute that orders the rows; the key if there is none. */
  readonly range?: string;
}

export interface Entity {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, AttributeType>;
  readonly indexes: ReadonlyMap<string, ListIndex>;
}

export const byKey: ListIndex = { name: byKeyIndex, partition: [] };

/**
 * The names of collections. Entity names cannot contain a slash, so no entity can take the name of another collection.
 */
export const kvsCollection = 'kvs';
export const secretCollection = 'secret';
const entityPrefix = 'entity/';
export const entityCollection = (name: string): string => `${entityPrefix}${name}`;
export const entityOfCollection = (collection: string): string | undefined =>
  collection.startsWith(entityPrefix) ? collection.slice(entityPrefix.length) : undefined;

export interface Catalog {
  /** @throws Refusal if the manifest does not declare the entity. */
  entity(name: string): Entity;
  indexesOf(collection: string): readonly ListIndex[];
}

export function createCatalog(definitions: readonly EntityDefinition[]): Catalog {
  const entities = new Map(definitions.map((definition) => [definition.name, toEntity(definition)]));
  return {
    entity(name) {
      const entity = entities.get(name);
      if (entity) return entity;
      if (name.length < limits.entityNameCharacters.min) {
        throw new Refusal('ENTITY_TYPE_TOO_SHORT', `The entity name "${name}" is too short`);
      }
      if (name.length > limits.entityNameCharacters.max) {
        throw new Refusal('ENTITY_TYPE_TOO_LARGE', 'The entity name has more than 60 characters');
      }
      if (!entityNamePattern.test(name)) {
        throw new Refusal('INVALID_ENTITY_TYPE', `The entity name does not match ${entityNamePattern}`);
      }
      throw new Refusal('SCHEMA_NOT_FOUND', `The schema provided does not exist: ${name}`);
    },
    indexesOf(collection) {
      const name = entityOfCollection(collection);
      const entity = name === undefined ? undefined : entities.get(name);
      return entity ? [...entity.indexes.values()] : [byKey];
    },
  };
}

function toEntity(definition: EntityDefinition): Entity {
  const indexes = new Map([[byKey.name, byKey]]);
  for (const index of definition.indexes) {
    if (typeof index === 'string') {
      indexes.set(index, { name: index, partition: [], range: index });
      continue;
    }
    const [range] = index.range;
    if (range === undefined || index.range.length > 1) {
      throw new Error(`${definition.name}: the index ${index.name} needs exactly one range attribute`);
    }
    indexes.set(index.name, { name: index.name, partition: index.partition ?? [], range });
  }
  const attributes = Object.entries(definition.attributes).map(([name, { type }]) => [name, type] as const);
  return { name: definition.name, attributes: new Map(attributes), indexes };
}
