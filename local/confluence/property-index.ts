import type { CqlProperty } from './cql';

/** A content property that search indexes, as the manifest of an app declares it. */
export interface IndexedProperty {
  readonly propertyKey: string;
  readonly values: readonly {
    readonly path: string;
    readonly type: string;
    readonly searchAlias?: string | undefined;
  }[];
}

/**
 * The values of content properties that search finds. They are those in the database, except that a change is found
 * only after the lag. The memory of pending changes ends with the process, and so does the lag.
 */
export class PropertyIndex {
  /** The values before each pending change, oldest first. */
  private readonly pending = new Map<string, { readonly value: string | undefined; readonly untilMs: number }[]>();

  constructor(
    private readonly nowMs: () => number,
    private readonly lagMs: number,
  ) {}

  /** Call it before each change of a property. @param value the JSON text until now; undefined = there was none */
  beforeChange(contentId: string, key: string, value: string | undefined): void {
    if (this.lagMs === 0) return;
    const name = nameOf(contentId, key);
    this.pending.set(name, [...this.waiting(name), { value, untilMs: this.nowMs() + this.lagMs }]);
  }

  /** @param current the JSON text in the database */
  indexed(contentId: string, key: string, current: string | undefined): string | undefined {
    const [oldest] = this.waiting(nameOf(contentId, key));
    return oldest === undefined ? current : oldest.value;
  }

  private waiting(name: string) {
    const now = this.nowMs();
    return (this.pending.get(name) ?? []).filter(({ untilMs }) => untilMs > now);
  }
}

function nameOf(contentId: string, key: string): string {
  return `${contentId} ${key}`;
}

/**
 * The searchable values by their names in queries: `content.property[key].path`, and the alias.
 * @throws if a value has a type that is not modeled
 */
export function searchableProperties(properties: readonly IndexedProperty[]): ReadonlyMap<string, CqlProperty> {
  return new Map(
    properties.flatMap(({ propertyKey: key, values }) =>
      values.flatMap(({ path, type, searchAlias }): [string, CqlProperty][] => {
        if (type !== 'string' && type !== 'number' && type !== 'date')
          throw new Error(`the local Confluence does not index values of the type ${type}, as of ${key}.${path}`);
        const property = { key, path, type } as const;
        return [
          [`content.property[${key}].${path}`, property],
          ...(searchAlias === undefined ? [] : [[searchAlias, property] satisfies [string, CqlProperty]]),
        ];
      }),
    ),
  );
}

/** The value at a path such as `a.b`, if it has the type that is indexed. Others are not in the index. */
export function valueAt(json: string | undefined, { path, type }: CqlProperty): string | number | undefined {
  if (json === undefined) return undefined;
  let value: unknown = JSON.parse(json);
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Object.entries(value).find(([key]) => key === name)?.[1];
  }
  if (type === 'number') return typeof value === 'number' ? value : undefined;
  return typeof value === 'string' ? value : undefined;
}
