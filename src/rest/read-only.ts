import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { withoutNulls } from './middleware/strict-json';
import { Problem } from './problem';

/**
 * Members that responses contain and requests cannot change. A client can read a resource, edit it and send all of it
 * back. These members are ignored if they have their present value (docs/adr/0036).
 */
export const readOnly = z.unknown().optional().meta({
  readOnly: true,
  description: 'Read-only. Ignored if it has the value that GET returns; any other value is an error.',
});

type Others<Body, Settable> = Readonly<Record<Exclude<keyof Body, keyof Settable>, typeof readOnly>>;

/**
 * The schema of an edit: the members that it sets, and every other member of the response as a read-only one. A member that the
 * response does not have does not compile.
 */
export function editOf<Body extends z.ZodRawShape, Settable extends { readonly [Name in keyof Settable]: z.ZodType }>(
  body: z.ZodObject<Body>,
  settable: Settable & Readonly<Record<Exclude<keyof Settable, keyof Body>, never>>,
): z.ZodObject<Settable & Others<Body, Settable>, z.core.$strict>;
export function editOf(body: z.ZodObject, settable: z.ZodRawShape): z.ZodObject {
  const others = Object.keys(body.shape).filter((name) => !(name in settable));
  return z.strictObject({ ...settable, ...Object.fromEntries(others.map((name) => [name, readOnly])) });
}

/**
 * @param schema the schema of the sent value
 * @param present the value that GET returns; if there are several, any of their values is accepted
 * @param pointer the location of the sent value in the body
 * @throws Problem 400, which lists each member with another value
 */
export function requirePresent({ shape }: z.ZodObject, sent: object, present: readonly object[], pointer = '#'): void {
  const values = new Map<string, unknown>(Object.entries(sent));
  const accepted = present.map((one) => new Map<string, unknown>(Object.entries(asSent(one))));
  const code = 'INVALID_FIELD';
  const errors = Object.entries(shape)
    .filter(([name, member]) => z.globalRegistry.get(member)?.readOnly === true && values.get(name) !== undefined)
    .filter(([name]) => !accepted.some((one) => isDeepStrictEqual(one.get(name), values.get(name))))
    .map(
      ([name]) =>
        ({
          code,
          title: `${name} is read-only and has another value now`,
          detail: 'Omit it, or read the resource again and send its current value.',
          pointer: `${pointer}/${name}`,
        }) as const,
    );
  if (errors.length > 0) throw new Problem(code, { errors });
}

/** The value as a client sends it back in a request. */
function asSent(present: object): object {
  return z.looseObject({}).parse(withoutNulls(JSON.parse(JSON.stringify(present))));
}
