export type Query = Readonly<Record<string, string>>;

/** undefined removes a member. */
export type QueryChanges = Readonly<Record<string, string | undefined>>;

/**
 * A part of the state of a page that is in its address: a filter, a search, an order, a tab or the chosen row. It survives
 * a reload and Back, and users can link to it (ADR 53).
 */
export interface AddressPart<T> {
  /** Anyone can write a link, so it replaces unknown and wrong values. Gets {} for the initial state. */
  readonly read: (query: Query) => T;
  /** Always has the same members. The address omits members of the initial state. */
  readonly write: (state: T) => Query;
}

/** The members of a state in the address. undefined: omitted. */
export function inAddress<T>({ read, write }: AddressPart<T>, state: T): QueryChanges {
  const initial = write(read({}));
  return Object.fromEntries(
    Object.entries(write(state)).map(([name, value]) => [name, value === initial[name] ? undefined : value]),
  );
}

/** The value if it is one of these. */
export function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((one) => one === value);
}
