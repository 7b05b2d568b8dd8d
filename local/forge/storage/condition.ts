import { isOfType, isScalar, type Scalar } from './attribute-value';
import type { Entity } from './catalog';
import type { AttributeType } from './entity-definitions';
import { attributeOf, type Attributes } from './entity-value';
import { limits } from './limits';
import { Refusal } from './refusal';
import type { RawCondition, RawFilters, RawRange } from './requests';
import {
  beginningWith,
  endingAt,
  endingBefore,
  intersection,
  sortPosition,
  startingAfter,
  startingAt,
  type Stretch,
} from './sort-position';

/** The filters of a query, or the conditions of one operation of a transaction. */
export interface Filters {
  matches(value: Attributes): boolean;
  /** True if they hold for a row that does not exist. */
  matchNoRow(notExistsHolds: boolean): boolean;
}

interface Condition {
  readonly attribute: string;
  readonly isNotExists: boolean;
  readonly holds: (member: unknown) => boolean;
}

type Compare = 'EQUAL_TO' | 'NOT_EQUAL_TO';
type Order = 'GREATER_THAN' | 'GREATER_THAN_EQUAL_TO' | 'LESS_THAN' | 'LESS_THAN_EQUAL_TO';
type Text = 'BEGINS_WITH' | 'CONTAINS' | 'NOT_CONTAINS';
type ConditionName = Compare | Order | Text | 'BETWEEN' | 'EXISTS' | 'NOT_EXISTS';

const names: ReadonlySet<string> = new Set<ConditionName>([
  'BEGINS_WITH',
  'BETWEEN',
  'CONTAINS',
  'EQUAL_TO',
  'EXISTS',
  'GREATER_THAN',
  'GREATER_THAN_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_EQUAL_TO',
  'NOT_CONTAINS',
  'NOT_EQUAL_TO',
  'NOT_EXISTS',
]);

function isConditionName(name: string): name is ConditionName {
  return names.has(name);
}

/** @throws Refusal for a filter that Forge would not take. */
export function parseFilters(entity: Entity, raw: RawFilters): Filters {
  if (raw.and && raw.or) {
    throw new Refusal('INVALID_FILTER_OPERATORS_COMBINATION', '"and" and "or" cannot be present at the same level');
  }
  const list = raw.and ?? raw.or ?? [];
  if (list.length === 0) throw new Refusal('EMPTY_FILTER_OPERATOR', '"and" and "or" cannot be empty');
  if (list.length > limits.queryConditions) {
    throw new Refusal('INVALID_FILTER_CONDITION', `More than ${limits.queryConditions} conditions`);
  }
  const conditions = list.map((condition) => parseCondition(entity, condition));
  const combine = (test: (condition: Condition) => boolean) =>
    raw.and ? conditions.every(test) : conditions.some(test);
  return {
    matches: (value) => combine((condition) => condition.holds(attributeOf(value, condition.attribute))),
    matchNoRow: (notExistsHolds) => combine((condition) => condition.isNotExists && notExistsHolds),
  };
}

function parseCondition(entity: Entity, raw: RawCondition): Condition {
  const type = entity.attributes.get(raw.property);
  if (type === undefined) {
    throw new Refusal('INVALID_ENTITY_ATTRIBUTE', `${entity.name} has no attribute "${raw.property}"`);
  }
  if (type === 'any') {
    throw new Refusal(
      'UNPROCESSABLE_ENTITY',
      `The attribute "${raw.property}" has the type any and cannot be filtered`,
    );
  }
  return {
    attribute: raw.property,
    isNotExists: raw.condition === 'NOT_EXISTS',
    holds: parseTest(type, raw),
  };
}

/**
 * As in the underlying store (DynamoDB): a missing attribute is not equal to any value and contains nothing. So
 * NOT_EQUAL_TO and NOT_CONTAINS hold for it; every other comparison with it fails.
 */
function parseTest(type: AttributeType, { condition, values }: RawRange): (member: unknown) => boolean {
  if (!isConditionName(condition)) throw new Refusal('INVALID_FILTER_CONDITION', `Unknown condition ${condition}`);
  switch (condition) {
    case 'EXISTS':
    case 'NOT_EXISTS':
      if (values.length !== 1 || values[0] !== true) {
        throw new Refusal('INVALID_FILTER_VALUES', `${condition} takes the one value true`);
      }
      return (member) => (member !== undefined) === (condition === 'EXISTS');
    case 'EQUAL_TO': {
      const value = oneValue(type, condition, values);
      return (member) => member === value;
    }
    case 'NOT_EQUAL_TO': {
      const value = oneValue(type, condition, values);
      return (member) => member !== value;
    }
    case 'CONTAINS': {
      const value = oneText(type, condition, values);
      return (member) => typeof member === 'string' && member.includes(value);
    }
    case 'NOT_CONTAINS': {
      const value = oneText(type, condition, values);
      return (member) => typeof member !== 'string' || !member.includes(value);
    }
    case 'BEGINS_WITH':
    case 'BETWEEN':
    case 'GREATER_THAN':
    case 'GREATER_THAN_EQUAL_TO':
    case 'LESS_THAN':
    case 'LESS_THAN_EQUAL_TO': {
      const stretch = parseRange(type, { condition, values });
      return (member) => isScalar(member) && isWithin(sortPosition(member), stretch);
    }
  }
}

function isWithin(position: string, stretch: Stretch): boolean {
  return position >= stretch.from && position < stretch.to;
}

/** The range of an index that a condition on its range attribute selects. */
export function parseRange(type: AttributeType, { condition, values }: RawRange): Stretch {
  if (!isConditionName(condition)) throw new Refusal('INVALID_FILTER_CONDITION', `Unknown condition ${condition}`);
  switch (condition) {
    case 'BEGINS_WITH':
      return beginningWith(sortPosition(oneText(type, condition, values)));
    case 'EQUAL_TO': {
      const position = sortPosition(oneValue(type, condition, values));
      return intersection(startingAt(position), endingAt(position));
    }
    case 'GREATER_THAN':
      return startingAfter(orderedPosition(type, condition, values));
    case 'GREATER_THAN_EQUAL_TO':
      return startingAt(orderedPosition(type, condition, values));
    case 'LESS_THAN':
      return endingBefore(orderedPosition(type, condition, values));
    case 'LESS_THAN_EQUAL_TO':
      return endingAt(orderedPosition(type, condition, values));
    case 'BETWEEN': {
      if (values.length < 2) throw new Refusal('INSUFFICIENT_FILTER_VALUES', 'BETWEEN needs two values');
      if (values.length > 2) throw new Refusal('INVALID_FILTER_VALUES', 'BETWEEN takes two values');
      const from = orderedPosition(type, condition, values.slice(0, 1));
      const to = orderedPosition(type, condition, values.slice(1));
      if (from > to)
        throw new Refusal('INVALID_FILTER_VALUES', 'The first value of BETWEEN is greater than the second');
      return intersection(startingAt(from), endingAt(to));
    }
    case 'CONTAINS':
    case 'NOT_CONTAINS':
    case 'NOT_EQUAL_TO':
    case 'EXISTS':
    case 'NOT_EXISTS':
      throw new Refusal('INVALID_FILTER_CONDITION', `${condition} can be a filter, not a condition on the range`);
  }
}

function orderedPosition(type: AttributeType, condition: ConditionName, values: readonly unknown[]): string {
  if (type === 'boolean') throw new Refusal('INVALID_FILTER_CONDITION', `${condition} has no meaning for a boolean`);
  return sortPosition(oneValue(type, condition, values));
}

function oneText(type: AttributeType, condition: ConditionName, values: readonly unknown[]): string {
  const value = oneValue(type, condition, values);
  if (typeof value !== 'string') {
    throw new Refusal('INVALID_FILTER_CONDITION', `${condition} needs an attribute of the type string`);
  }
  return value;
}

/** A value in a comparison has the attribute's type, as strictly as a stored value. */
function oneValue(type: AttributeType, condition: ConditionName, values: readonly unknown[]): Scalar {
  const [value] = values;
  if (values.length === 0) throw new Refusal('INSUFFICIENT_FILTER_VALUES', `${condition} needs a value`);
  if (values.length > 1) throw new Refusal('INVALID_FILTER_VALUES', `${condition} takes one value`);
  return scalarOfType(type, value);
}

export function scalarOfType(type: AttributeType, value: unknown): Scalar {
  if (!isScalar(value) || !isOfType(value, type)) {
    throw new Refusal('INVALID_FILTER_VALUES', `The value to compare with must be of the type ${type}`);
  }
  return value;
}
