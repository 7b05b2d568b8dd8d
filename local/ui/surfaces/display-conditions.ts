import * as z from 'zod';

/**
 * The display conditions of a module, as Confluence evaluates them: all conditions of one object must be true, values of
 * properties are compared as strings, and a missing property is false. They decide what is shown, and protect nothing.
 */

/** The facts of one page view that conditions depend on. */
export interface ConditionFacts {
  readonly isLoggedIn: boolean;
  readonly pagePermissions: Readonly<Record<PagePermission, boolean>>;
  /** undefined = the property does not exist, or the viewer cannot read it. */
  property(entity: PropertyEntity, key: string): unknown;
}

export type PagePermission = 'VIEW' | 'EDIT';
export type PropertyEntity = 'content' | 'app';

type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'isLoggedIn'; readonly expected: boolean }
  | { readonly kind: 'hasPagePermission'; readonly permission: PagePermission }
  /** Without `value`: the property exists. */
  | { readonly kind: 'property'; readonly property: EntityProperty; readonly value?: string };

const entityProperty = z.strictObject({
  entity: z.enum(['content', 'app']),
  propertyKey: z.string(),
  /** A path in the value: `a.b`. */
  objectName: z.string().optional(),
});
type EntityProperty = z.infer<typeof entityProperty>;
const equalTo = entityProperty.extend({ value: z.string() });

const object = z.record(z.string(), z.unknown());
const list = z.array(object);

export interface DisplayConditions {
  /** The properties of the app that the conditions read. */
  readonly appProperties: readonly string[];
  areMet(facts: ConditionFacts): boolean;
}

/** @param raw `displayConditions` of a module. @throws for a condition that is not modelled, with its name */
export function parseDisplayConditions(raw: unknown): DisplayConditions {
  const condition = parseAll(raw);
  return {
    appProperties: propertiesOf(condition).flatMap(({ entity, propertyKey }) =>
      entity === 'app' ? [propertyKey] : [],
    ),
    areMet: (facts) => isMet(condition, facts),
  };
}

/** An object with conditions as its members, or a list of such objects: all are true. */
function parseAll(raw: unknown): Condition {
  return { kind: 'all', of: parseEach(raw, 'displayConditions') };
}

function parseEach(raw: unknown, name: string): readonly Condition[] {
  if (Array.isArray(raw)) return valid(list, raw, name).map(parseAll);
  return Object.entries(valid(object, raw, name)).map(([key, value]) => parseOne(key, value));
}

function parseOne(name: string, raw: unknown): Condition {
  switch (name) {
    case 'and':
      return { kind: 'all', of: parseEach(raw, name) };
    case 'or':
      return { kind: 'any', of: parseEach(raw, name) };
    case 'not':
      return { kind: 'not', of: { kind: 'all', of: parseEach(raw, name) } };
    case 'isLoggedIn':
      return { kind: name, expected: valid(z.boolean(), raw, name) };
    case 'hasPagePermission':
      return { kind: name, permission: valid(z.enum(['VIEW', 'EDIT']), raw, name) };
    case 'entityPropertyExists':
      return { kind: 'property', property: valid(entityProperty, raw, name) };
    case 'entityPropertyEqualTo': {
      const { value, ...property } = valid(equalTo, raw, name);
      return { kind: 'property', property, value };
    }
    default:
      throw new Error(`The local host does not model the display condition ${name}.`);
  }
}

function valid<T>(schema: z.ZodType<T>, raw: unknown, name: string): T {
  const { data, error } = schema.safeParse(raw);
  if (error) {
    const problem = error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
    throw new Error(`The local host does not model this display condition ${name}: ${problem}`);
  }
  return data;
}

function propertiesOf(condition: Condition): readonly EntityProperty[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(propertiesOf);
    case 'not':
      return propertiesOf(condition.of);
    case 'property':
      return [condition.property];
    default:
      return [];
  }
}

function isMet(condition: Condition, facts: ConditionFacts): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((each) => isMet(each, facts));
    case 'any':
      return condition.of.some((each) => isMet(each, facts));
    case 'not':
      return !isMet(condition.of, facts);
    case 'isLoggedIn':
      return facts.isLoggedIn === condition.expected;
    case 'hasPagePermission':
      return facts.pagePermissions[condition.permission];
    case 'property': {
      const { property, value } = condition;
      const found = memberAt(facts.property(property.entity, property.propertyKey), property.objectName);
      return value === undefined ? found !== undefined : isScalar(found) && String(found) === value;
    }
  }
}

function memberAt(value: unknown, path: string | undefined): unknown {
  if (path === undefined) return value;
  return path.split('.').reduce<unknown>((at, name) => {
    const { data } = object.safeParse(at);
    return data !== undefined && Object.hasOwn(data, name) ? data[name] : undefined;
  }, value);
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
