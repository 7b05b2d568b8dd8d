import { fieldMessages } from '../field-messages';
import type { OperationError } from '../operations';
import type { DraftErrors } from './key-draft';

/** The errors of the resolver by form field. */
const FIELDS: Readonly<Record<string, keyof DraftErrors>> = {
  name: 'name',
  expiresOn: 'expiresOn',
  classificationScope: 'scopes',
  detectionScope: 'scopes',
  levelLimit: 'levels',
  spaceLimit: 'spaces',
};

export function fieldErrorsOf(error: OperationError): DraftErrors {
  const entries = fieldMessages(error).flatMap(([input, message]) => {
    const field = FIELDS[input];
    return field === undefined ? [] : [[field, message] as const];
  });
  return Object.fromEntries(entries);
}
