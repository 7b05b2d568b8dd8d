import type { OperationError } from './operations';

/** The messages of a resolver error by input name. The inputs of an edit are in `changes`. */
export function fieldMessages({ fields = [] }: OperationError): readonly (readonly [name: string, message: string])[] {
  return fields.map(({ field, message }) => [field.replace(/^changes[.]/, '').split('.')[0] ?? '', sentence(message)]);
}

/** The messages of the resolver start after the field name: "must not be empty". */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
