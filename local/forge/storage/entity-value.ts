import * as z from 'zod';
import { isOfType, isScalar } from './attribute-value';
import type { Entity } from './catalog';
import { limits } from './limits';
import { Refusal } from './refusal';

export type Attributes = Readonly<Record<string, unknown>>;

const attributes = z.custom<Attributes>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** The attributes of a stored row; empty for a value that is not an object. */
export function readAttributes(storedText: string): Attributes {
  const parsed = attributes.safeParse(JSON.parse(storedText));
  return parsed.success ? parsed.data : {};
}

/** Own members only, because an inherited `constructor` is not an attribute. */
export function attributeOf(value: Attributes, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Refuses a value that does not fit its entity. */
export function checkEntityValue(entity: Entity, value: unknown): void {
  const parsed = attributes.safeParse(value);
  if (!parsed.success)
    throw new Refusal('INVALID_ENTITY_VALUE', `A value of ${entity.name} is an object of attributes`);

  for (const [name, member] of Object.entries(parsed.data)) {
    const type = entity.attributes.get(name);
    if (type === undefined) throw new Refusal('INVALID_ENTITY_ATTRIBUTE', `${entity.name} has no attribute "${name}"`);
    if (!isOfType(member, type)) {
      throw new Refusal('INCORRECT_PROPERTY_TYPE', `Data type for property "${name}" is defined as "${type}"`);
    }
  }
  for (const index of entity.indexes.values()) {
    if (index.range === undefined) continue;
    checkIndexedBytes(parsed.data, index.name, 'range', [index.range], limits.rangeBytes);
    checkIndexedBytes(parsed.data, index.name, 'partition', index.partition, limits.partitionBytes);
  }
}

function checkIndexedBytes(
  value: Attributes,
  index: string,
  part: 'range' | 'partition',
  names: readonly string[],
  maximum: number,
): void {
  let bytes = 0;
  for (const name of names) {
    const member = attributeOf(value, name);
    if (isScalar(member)) bytes += Buffer.byteLength(String(member));
  }
  if (bytes > maximum) {
    throw new Refusal('MAX_SIZE', `The ${part} of the index ${index} has ${bytes} bytes; the maximum is ${maximum}`);
  }
}
