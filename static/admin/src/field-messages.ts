import type { OperationError } from './operations';

/** What an error of the resolver says of each input, by the name of the input. The edits of something come as `changes`. */
export function fieldMessages({ fields = [] }: OperationError): readonly (readonly [name: string, message: string])[] {
  return fields.map(({ field, message }) => [field.replace(/^changes[.]/, '').split('.')[0] ?? '', sentence(message)]);
}

/** The resolver's messages continue the name of the field: "must not be empty". */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
