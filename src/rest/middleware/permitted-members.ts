import * as z from 'zod';

/** The members that a schema permits at a path of a value. */

type Schema = z.core.$ZodType;
type AnyObject = z.ZodObject<z.core.$ZodShape>;

/** @returns each name once, in the order of the schema; empty if the schema takes no object at the path */
export function permittedMembers(schema: Schema, value: unknown, path: readonly PropertyKey[]): readonly string[] {
  const [part, ...rest] = path;
  if (part === undefined) return [...new Set(objectsOf(schema, value).flatMap(({ shape }) => Object.keys(shape)))];
  const inner = memberOf(value, part);
  const found = innerSchemas(schema, value, part).flatMap((one) => permittedMembers(one, inner, rest));
  return [...new Set(found)];
}

/** @returns the paths of all members that are null and that the schema does not permit */
export function unknownNullMembers(schema: Schema, value: unknown): readonly (readonly string[])[] {
  const found: string[][] = [];
  const walk = (inner: unknown, path: readonly string[]) => {
    if (typeof inner !== 'object' || inner === null) return;
    const names = Array.isArray(inner) ? [] : permittedMembers(schema, value, path);
    for (const [name, member] of Object.entries(inner)) {
      if (member === null && names.length > 0 && !names.includes(name)) found.push([...path, name]);
      walk(member, [...path, name]);
    }
  };
  walk(value, []);
  return found;
}

export function memberOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === String(name))?.[1]
    : undefined;
}

function innerSchemas(schema: Schema, value: unknown, part: PropertyKey): readonly Schema[] {
  if (Array.isArray(value)) return itemsOf(schema);
  return objectsOf(schema, value).flatMap(({ shape }) => shape[String(part)] ?? []);
}

function itemsOf(schema: Schema): readonly Schema[] {
  const inner = insideOf(schema);
  if (inner !== undefined) return inner.flatMap(itemsOf);
  return schema instanceof z.ZodArray ? [schema.element] : [];
}

/** The object schemas that can apply to the value. With a discriminator, only the one that the value selects. */
function objectsOf(schema: Schema, value: unknown): readonly AnyObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  const objects = (insideOf(schema) ?? []).flatMap((inner) => objectsOf(inner, value));
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return objects;
  const { discriminator } = schema.def;
  return objects.filter(
    ({ shape }) => z.safeParse(shape[discriminator] ?? z.never(), memberOf(value, discriminator)).success,
  );
}

/** The schemas that a schema wraps or combines; undefined for any other schema. */
function insideOf(schema: Schema): readonly Schema[] | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [schema.unwrap()];
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return [schema.unwrap()];
  if (schema instanceof z.ZodPipe) return [schema.in instanceof z.ZodTransform ? schema.out : schema.in];
  if (schema instanceof z.ZodUnion) return schema.options;
  return undefined;
}
