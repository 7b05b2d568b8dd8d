import type { OperationError } from '../operations';
import type { DraftErrors } from './key-draft';

/** Which field of the form an error of the resolver is about. */
const FIELDS: Readonly<Record<string, keyof DraftErrors>> = {
  name: 'name',
  expiresOn: 'expiresOn',
  classificationScope: 'scopes',
  detectionScope: 'scopes',
  levelLimit: 'levels',
  spaceLimit: 'spaces',
};

export function fieldErrorsOf(error: OperationError): DraftErrors {
  const entries = (error.fields ?? []).flatMap(({ field, message }) => {
    const name = FIELDS[field.split('.')[0] ?? ''];
    return name === undefined ? [] : [[name, sentence(message)] as const];
  });
  return Object.fromEntries(entries);
}

/** The resolver's messages continue the name of the field: "must not be empty". */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
