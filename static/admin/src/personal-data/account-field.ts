import { fieldMessages } from '../field-messages';
import type { OperationError } from '../operations';

/** The errors of the field for a person. */

/** The refusals that are about the entered account. */
const ABOUT_ACCOUNT: ReadonlySet<string> = new Set(['PERSON_NOT_STORED', 'OWN_ACCOUNT', 'ERASURE_OPEN']);

/** @returns undefined if the error is not about the entered account */
export function accountError(error: OperationError): string | undefined {
  if (ABOUT_ACCOUNT.has(error.code)) return error.message;
  return fieldMessages(error).find(([field]) => field === 'accountId')?.[1];
}
