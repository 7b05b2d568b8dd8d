import type { AttributeType } from './entity-definitions';

export type Scalar = string | number | boolean;

/** The values of a typed attribute. Only `any` can hold others, and it is never indexed or compared. */
export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
/** The numbers of the underlying store: 38 digits, from 1e-130 to just below 1e126. A double never has more than 17. */
const floatMagnitude = { min: 1e-130, below: 1e126 };

/** Types are strict, so nothing is converted. */
export function isOfType(value: unknown, type: AttributeType): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string' && value.trim() !== '';
    case 'integer':
      return Number.isInteger(value) && typeof value === 'number' && value >= int32.min && value <= int32.max;
    case 'float': {
      if (typeof value !== 'number') return false;
      const magnitude = Math.abs(value);
      return magnitude === 0 || (magnitude >= floatMagnitude.min && magnitude < floatMagnitude.below);
    }
    case 'boolean':
      return typeof value === 'boolean';
    case 'any':
      // "null is not storable" does not say whether this includes untyped attributes; the app leaves attributes out
      // instead.
      return value !== null && value !== undefined;
  }
}
