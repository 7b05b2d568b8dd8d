import type * as z from 'zod';
import { maskKeys } from './key-format';

/** A wrong field of an input. `message` continues after its name. */
export interface WrongField {
  readonly field: string;
  readonly message: string;
}

/**
 * The wrong fields of an input of a resolver operation. They contain no value of the input.
 * @param error of a parse with `reportInput`
 * @param unknown the message for members that the schema does not know
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
