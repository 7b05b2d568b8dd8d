/** Every member may be absent, and none is undefined. */
type DefinedOf<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The members of an object that are defined, for objects in which a member without a value is absent. */
export function definedOf<T extends object>(members: T): DefinedOf<T>;
export function definedOf(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
