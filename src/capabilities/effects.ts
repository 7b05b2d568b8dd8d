/**
 * The effects of operations on the site. Each operation declares its effect beside its input and result, in the
 * contract of the resolver, the route, or the action. The effect decides what works without a license (docs/adr/0057),
 * and how an error ends.
 *
 * - `read`: changes nothing.
 * - `change`: needs a license.
 * - `always`: changes something, and needs no license. It revokes access, ends work, serves a person's rights, or finds
 * out what works on the site.
 */
export type Effect = 'read' | 'change' | 'always';

/** An operation of a resolver in its contract, which the front end and the resolver share. */
export interface Operation<Input, Result, E extends Effect = Effect> {
  readonly effect: E;
  /** Absent at run time. */
  readonly types?: { readonly input: Input; readonly result: Result };
}

export function read<Input, Result>(): Operation<Input, Result, 'read'> {
  return { effect: 'read' };
}

export function change<Input, Result>(): Operation<Input, Result, 'change'> {
  return { effect: 'change' };
}

export function always<Input, Result>(): Operation<Input, Result, 'always'> {
  return { effect: 'always' };
}

export type NoInput = Readonly<Record<string, never>>;

type Contract = Readonly<Record<string, Operation<unknown, unknown>>>;

/** The input and the result of each operation of a contract. */
export type TypesOf<C extends Contract> = { readonly [Name in keyof C]: NonNullable<C[Name]['types']> };

/** The functions of a contract. One that is missing does not compile. */
export type Implementations<C extends Contract, Request> = {
  readonly [Name in keyof C]: (request: Request, payload: unknown) => Promise<TypesOf<C>[Name]['result']>;
};

/** The sentences that end the message of an error, and say how a person continues. */
export interface WayOut {
  /** No response arrived, so a change may have been saved. */
  readonly ifLost: string;
  /** The operation has failed. */
  readonly ifFailed: string;
}

const AFTER_READ: WayOut = { ifLost: 'Try again.', ifFailed: 'Try again.' };
const AFTER_CHANGE: WayOut = {
  ifLost: 'Check whether your change was saved before you try again.',
  ifFailed: 'Nothing was changed. Try again.',
};

export function wayOutOf(effect: Effect): WayOut {
  return effect === 'read' ? AFTER_READ : AFTER_CHANGE;
}
