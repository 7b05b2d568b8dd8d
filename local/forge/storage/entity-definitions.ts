import * as z from 'zod';
import { limits } from './limits';

export type AttributeType = 'string' | 'integer' | 'float' | 'boolean' | 'any';

export interface CompositeIndex {
  readonly name: string;
  readonly partition?: readonly string[];
  readonly range: readonly string[];
}

/** An entity as the manifest declares it. A string in `indexes` is a simple index on the attribute of that name. */
export interface EntityDefinition {
  readonly name: string;
  readonly attributes: Readonly<Record<string, { readonly type: AttributeType }>>;
  readonly indexes: readonly (CompositeIndex | string)[];
}

/** The implicit index of every entity, whose range is the key. */
export const byKeyIndex = 'by-key';

export const entityNamePattern = /^(?![_.-])(?!.*\.{2})[a-z0-9:\-_.]*(?<![.])$/;

const attributeName = z
  .string()
  .max(limits.attributeNameCharacters)
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/);

const indexName = z
  .string()
  .min(limits.indexNameCharacters.min)
  .max(limits.indexNameCharacters.max)
  .regex(/^[A-Za-z0-9:\-_.]+$/)
  .refine((name) => name !== byKeyIndex, `The index name ${byKeyIndex} is reserved`);

const entityDefinition = z
  .strictObject({
    name: z.string().min(limits.entityNameCharacters.min).max(limits.entityNameCharacters.max).regex(entityNamePattern),
    attributes: z.record(
      attributeName,
      z.strictObject({ type: z.enum(['string', 'integer', 'float', 'boolean', 'any']) }),
    ),
    indexes: z
      .array(
        z.union([
          attributeName,
          z.strictObject({
            name: indexName,
            partition: z.array(attributeName).min(1).optional(),
            // The manifest's schema allows several; a query can only give conditions for one.
            range: z.array(attributeName).length(1),
          }),
        ]),
      )
      .min(1)
      .max(limits.indexes)
      .optional(),
  })
  .superRefine((entity, context) => {
    const count = Object.keys(entity.attributes).length;
    const refuse = (message: string) => context.addIssue({ code: 'custom', message: `${entity.name}: ${message}` });
    if (count === 0) refuse('an entity needs at least one attribute');
    if (count > limits.attributes) refuse(`more than ${limits.attributes} attributes`);

    const names = new Set<string>();
    for (const index of entity.indexes ?? []) {
      const name = typeof index === 'string' ? index : index.name;
      if (names.has(name)) refuse(`the index ${name} is declared twice`);
      names.add(name);
      const attributes = typeof index === 'string' ? [index] : [...(index.partition ?? []), ...index.range];
      if (new Set(attributes).size !== attributes.length) refuse(`the index ${name} names an attribute twice`);
      for (const attribute of attributes) {
        const type = entity.attributes[attribute]?.type;
        if (type === undefined) refuse(`the index ${name} names the unknown attribute ${attribute}`);
        if (type === 'any') refuse(`the index ${name} names ${attribute}, which has the type any`);
      }
    }
  });

const manifest = z.object({
  app: z.object({
    storage: z.object({ entities: z.array(entityDefinition).max(limits.entities).optional() }).optional(),
  }),
});

/**
 * Reads `app.storage.entities` of a parsed manifest, with the checks of `forge lint` and of a deployment.
 * @throws an Error that names every fault of the declaration.
 */
export function parseEntityDefinitions(parsedManifest: unknown): EntityDefinition[] {
  const parsed = manifest.safeParse(parsedManifest);
  if (!parsed.success) throw new Error(`The manifest's entities are not valid:\n${z.prettifyError(parsed.error)}`);

  const entities = parsed.data.app.storage?.entities ?? [];
  const names = new Set(entities.map((entity) => entity.name));
  if (names.size !== entities.length) throw new Error("The manifest's entities are not valid: two have the same name");

  return entities.map(({ name, attributes, indexes }) => ({
    name,
    attributes,
    indexes: (indexes ?? []).map((index) =>
      typeof index === 'string'
        ? index
        : { name: index.name, range: index.range, ...(index.partition ? { partition: index.partition } : {}) },
    ),
  }));
}
