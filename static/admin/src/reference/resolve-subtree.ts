import { mapValues } from './map-values';

/** What stands at `path` of the document, every reference in it replaced by what it names. What Swagger UI asks for. */
export interface ResolvedSubtree {
  readonly spec: unknown;
  readonly errors: readonly never[];
}

/**
 * In place of Swagger UI's own, which reads the whole document into its own objects each time that a part of it is asked
 * for: two seconds for each operation that is opened. References of our document are all to parts of itself. One that
 * leads back to where it stands is left as it is.
 */
export async function resolveSubtree(document: object, path: readonly string[]): Promise<ResolvedSubtree> {
  return { spec: withoutReferences(document, at(document, path), []), errors: [] };
}

function withoutReferences(document: object, value: unknown, from: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(document, item, from));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as Readonly<Record<string, unknown>>;
  const resolved = mapValues(own, (item) => withoutReferences(document, item, from));
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return $ref === undefined ? resolved : { $ref, ...resolved };
  if (from.includes($ref)) return value;
  const path = $ref.slice(2).split('/');
  const target = withoutReferences(document, at(document, path), [...from, $ref]);
  // A schema is shown by its title.
  const [, kind, name] = path;
  return { ...(kind === 'schemas' ? { title: name } : {}), ...(target as object), ...resolved };
}

function at(document: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
    document,
  );
}
