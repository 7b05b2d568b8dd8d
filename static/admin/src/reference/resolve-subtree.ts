import { mapValues } from './map-values';

/** Returns the value at `path` of the document with all references resolved, as Swagger UI requests it. */
export interface ResolvedSubtree {
  readonly spec: unknown;
  readonly errors: readonly never[];
}

/**
 * Replaces Swagger UI's resolver, which converts the whole document for each part and so needs two seconds for every
 * operation that opens. All references are within the document. A circular reference is kept as it is.
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
  // Swagger UI shows a schema by its title.
  const [, kind, name] = path;
  return { ...(kind === 'schemas' ? { title: name } : {}), ...(target as object), ...resolved };
}

function at(document: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
    document,
  );
}
