import { fieldMessages } from '../field-messages';
import type { OperationError } from '../operations';

/** The field for an account ID, and its errors. */

/** The account ID in the address of a profile: `https://example.atlassian.net/wiki/people/712020:…`. */
const IN_ADDRESS = /\/people\/([A-Za-z0-9:_%-]+)/;

/** @returns the text itself if it is no address. '' for an empty text */
export function accountIdIn(text: string): string {
  const trimmed = text.trim();
  return (IN_ADDRESS.exec(trimmed)?.[1] ?? trimmed).replaceAll(/%3A/gi, ':');
}

/** The refusals that are about the entered account. */
const ABOUT_ACCOUNT: ReadonlySet<string> = new Set(['PERSON_NOT_STORED', 'OWN_ACCOUNT', 'ERASURE_OPEN']);

/** @returns undefined if the error is not about the entered account */
export function accountError(error: OperationError): string | undefined {
  if (ABOUT_ACCOUNT.has(error.code)) return error.message;
  return fieldMessages(error).find(([field]) => field === 'accountId')?.[1];
}
