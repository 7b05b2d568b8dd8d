import * as z from 'zod';

/**
 * The display conditions of a module, as Confluence evaluates them. All conditions of one object must be true, values
 * of properties are compared as strings, and a missing property is false. Conditions decide what is shown, and protect
 * nothing.
 */

/** The facts of one view that conditions depend on. */
export interface ConditionFacts {
  readonly isLoggedIn: boolean;
  /** True if the viewer administers the space. */
  readonly isSpaceAdmin: boolean;
  readonly pagePermissions: Readonly<Record<PagePermission, boolean>>;
  /** undefined = the property does not exist, or the viewer cannot read it. */
  property(entity: PropertyEntity, key: string): unknown;
}

export type PagePermission = 'VIEW' | 'EDIT';
export type PropertyEntity = 'content' | 'app';

type Condition = (facts: ConditionFacts) => boolean;

const entityProperty = z.strictObject({
  entity: z.enum(['content', 'app']),
  propertyKey: z.string(),
  /** A path in the value: `a.b`. */
  objectName: z.string().optional(),
});
const equalTo = entityProperty.extend({ value: z.string() });

const object = z.record(z.string(), z.unknown());
const list = z.array(object);

/**
 * @param raw `displayConditions` of a module, which is an object with conditions as its members, or a list of such
 * objects
 * @returns whether all conditions are met. @throws for a condition that is not modeled, with its name
 */
export function parseDisplayConditions(raw: unknown): Condition {
  return all(parseEach(raw, 'displayConditions'));
}

function all(conditions: readonly Condition[]): Condition {
  return (facts) => conditions.every((isMet) => isMet(facts));
}

function parseEach(raw: unknown, name: string): readonly Condition[] {
  if (Array.isArray(raw)) return valid(list, raw, name).map(parseDisplayConditions);
  return Object.entries(valid(object, raw, name)).map(([key, value]) => parseOne(key, value));
}

function parseOne(name: string, raw: unknown): Condition {
  switch (name) {
    case 'and':
      return all(parseEach(raw, name));
    case 'or': {
      const conditions = parseEach(raw, name);
      return (facts) => conditions.some((isMet) => isMet(facts));
    }
    case 'not': {
      const isMet = all(parseEach(raw, name));
      return (facts) => !isMet(facts);
    }
    case 'isLoggedIn': {
      const expected = valid(z.boolean(), raw, name);
      return ({ isLoggedIn }) => isLoggedIn === expected;
    }
    case 'isSpaceAdmin': {
      const expected = valid(z.boolean(), raw, name);
      return ({ isSpaceAdmin }) => isSpaceAdmin === expected;
    }
    case 'hasPagePermission': {
      const permission = valid(z.enum(['VIEW', 'EDIT']), raw, name);
      return ({ pagePermissions }) => pagePermissions[permission];
    }
    case 'entityPropertyExists': {
      const property = valid(entityProperty, raw, name);
      return (facts) => valueOf(property, facts) !== undefined;
    }
    case 'entityPropertyEqualTo': {
      const { value, ...property } = valid(equalTo, raw, name);
      return (facts) => {
        const found = valueOf(property, facts);
        return isScalar(found) && String(found) === value;
      };
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

function valueOf({ entity, propertyKey, objectName }: z.infer<typeof entityProperty>, facts: ConditionFacts): unknown {
  const path = objectName?.split('.') ?? [];
  return path.reduce<unknown>(
    (at, name) => {
      const { data } = object.safeParse(at);
      return data !== undefined && Object.hasOwn(data, name) ? data[name] : undefined;
    },
    facts.property(entity, propertyKey),
  );
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
