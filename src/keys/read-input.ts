import type * as z from 'zod';
import { maskKeys } from './key-format';

/** A wrong field of an input. `message` continues after its name. */
export interface WrongField {
  readonly field: string;
  readonly message: string;
}

/** Thrown inside an operation of a resolver to end it with INVALID_INPUT. Its message names the fields. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';

  constructor(readonly fields: readonly WrongField[]) {
    super(fields.map(({ field, message }) => `${field} ${message}`.trim()).join('; '));
  }
}

export function invalidInput(fields: readonly WrongField[]): InvalidInput {
  return new InvalidInput(fields);
}

/**
 * @param unknown the message for members that the schema does not know
 * @throws InvalidInput
 */
export function readInput<T>(schema: z.ZodType<T>, payload: unknown, unknown?: string): T {
  const parsed = schema.safeParse(payload, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new InvalidInput(wrongFields(parsed.error, unknown));
}

/**
 * The wrong fields of an input of a resolver operation. They contain no value of the input.
 * @param error of a parse with `reportInput`
 */
export function wrongFields(error: z.ZodError, unknown = 'is not supported'): readonly WrongField[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((name) => ({ field: maskKeys(name), message: unknown }));
    }
    const isMissing = issue.input === undefined;
    return [{ field: issue.path.join('.'), message: isMissing ? 'is missing' : issue.message }];
  });
}
