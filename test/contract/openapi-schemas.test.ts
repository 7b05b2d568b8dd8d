import document from '../../dist/openapi.json';

/** Rules for every schema of the OpenAPI document. Client generators depend on them. */

interface Place {
  readonly path: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Their values are data, not schemas. */
const DATA = ['example', 'examples', 'default', 'const', 'enum', 'required'];

function placesIn(value: unknown, path: string): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesIn(item, `${path}/${index}`));
  if (typeof value !== 'object' || value === null) return [];
  const schema = value as Readonly<Record<string, unknown>>;
  const inside = Object.entries(schema)
    .filter(([name]) => path.endsWith('/properties') || !DATA.includes(name))
    .flatMap(([name, item]) => placesIn(item, `${path}/${name}`));
  return path.endsWith('/properties') ? inside : [{ path, schema }, ...inside];
}

const places = placesIn(document, '#');
const pathsOf = (isWrong: (schema: Place['schema'], path: string) => boolean) =>
  places.filter(({ schema, path }) => isWrong(schema, path)).map(({ path }) => path);

it('the OpenAPI document has schemas of every kind that the rules cover', () => {
  expect(places.filter(({ schema }) => 'const' in schema).length).toBeGreaterThan(300);
  expect(places.filter(({ schema }) => 'enum' in schema).length).toBeGreaterThan(300);
  expect(places.filter(({ schema }) => '$ref' in schema).length).toBeGreaterThan(300);
});

it('the OpenAPI document gives every const and every enum its type', () => {
  expect(pathsOf((schema) => ('const' in schema || 'enum' in schema) && typeof schema.type !== 'string')).toEqual([]);
});

it('the OpenAPI document has no keyword next to a $ref', () => {
  expect(pathsOf((schema) => '$ref' in schema && Object.keys(schema).length > 1)).toEqual([]);
});

it('the OpenAPI document has a default for every limit', () => {
  const limits = places.filter(({ schema }) => schema.name === 'limit' && schema.in === 'query');
  expect(limits.length).toBeGreaterThan(5);
  expect(limits.filter(({ schema }) => (schema.schema as Place['schema']).default !== 25)).toEqual([]);
});

it('the OpenAPI document describes the defaults of bodies in words, because generators require members with the keyword', () => {
  expect(places.filter(({ path, schema }) => path.startsWith('#/components/schemas/') && 'default' in schema)).toEqual(
    [],
  );
  const described = (name: keyof typeof document.components.schemas, member: string) =>
    (document.components.schemas[name] as { properties: Record<string, { description: string }> }).properties[member];
  expect(described('CreateJob', 'action')?.description).toMatch(/ Omitted = `set`\.$/);
  expect(described('SetPageLevelItem', 'action')?.description).toMatch(/ Omitted = `set`\.$/);
});

/**
 * The first parts of a path that share a tag with others. Pages have levels, jobs and suggestions, detection has a
 * configuration, and reports of leaked keys are about keys.
 */
it('the OpenAPI document tags every operation by its resource', () => {
  const tags = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item as Record<string, { readonly tags: readonly string[] }>).map((operation) => ({
      resource: path.split('/')[2],
      tag: operation.tags[0],
    })),
  );
  const resourcesOf = (tag: string | undefined) => [
    ...new Set(tags.filter((one) => one.tag === tag).map(({ resource }) => resource)),
  ];
  expect(resourcesOf('Redactions')).toEqual(['redaction']);
  expect(resourcesOf('Exclusions')).toEqual(['exclusion']);
  const shared = [
    'detection',
    'detector',
    'job',
    'key',
    'leak-report',
    'page-level',
    'suggestion',
    'page-exposure',
    'page-review',
    'review-campaign',
    'space-exposure',
    'page-use',
  ];
  const mixed = [...new Set(tags.map(({ tag }) => tag))].filter((tag) => resourcesOf(tag).length > 1);
  expect(mixed.flatMap(resourcesOf).filter((resource) => !shared.includes(resource ?? ''))).toEqual([]);
});

interface Type {
  readonly type?: string;
}

/** A member without a type can be anything. */
const isFree = (member: object) => !['type', 'anyOf', 'allOf', 'oneOf', '$ref'].some((keyword) => keyword in member);

it('the OpenAPI document accepts null in a request exactly for optional members', () => {
  const bodies = Object.values(document.paths)
    .flatMap((item) => Object.values(item as Record<string, { readonly requestBody?: object }>))
    .flatMap(({ requestBody }) => (requestBody === undefined ? [] : [JSON.stringify(requestBody)]));
  const names = new Set<string>();
  const collect = (text: string) => {
    for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/([\w-]+)/g)) {
      if (names.has(name)) continue;
      names.add(name);
      collect(JSON.stringify(document.components.schemas[name as keyof typeof document.components.schemas]));
    }
  };
  bodies.forEach(collect);
  const ofBodies = places.filter(({ path }) => names.has(/^#\/components\/schemas\/([\w-]+)/.exec(path)?.[1] ?? ''));
  const members = ofBodies.flatMap(({ path, schema }) => {
    const { properties = {}, required = [] } = schema as {
      readonly properties?: Readonly<Record<string, { readonly type?: string; readonly anyOf?: readonly Type[] }>>;
      readonly required?: readonly string[];
    };
    return Object.entries(properties).map(([name, member]) => ({
      place: `${path}/${name}`,
      canBeLeftOut: !required.includes(name),
      canBeNull: member.anyOf?.some(({ type }) => type === 'null') ?? isFree(member),
    }));
  });
  expect(members.length).toBeGreaterThan(50);
  expect(members.filter(({ canBeLeftOut, canBeNull }) => canBeLeftOut !== canBeNull)).toEqual([]);
});
