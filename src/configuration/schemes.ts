/**
 * Schemes of a site setting are named settings that apply to the spaces they are assigned to. Level schemes and
 * detector schemes follow the same rules. Pure.
 */

export interface Scheme {
  readonly schemeId: string;
  readonly name: string;
}

export const MAX_SCHEMES = 50;

export type SchemeRefusal =
  | 'SCHEME_NOT_FOUND'
  /** `where` lists the places that use it: `site`, `space:<id>`. */
  | 'SCHEME_IN_USE'
  | 'NAME_TAKEN'
  | 'TOO_MANY_SCHEMES';

interface Refused {
  readonly outcome: 'refused';
  readonly reason: SchemeRefusal;
  readonly where?: readonly string[];
}

/**
 * Creates a scheme, or replaces the one with the same id.
 * @returns the schemes, and the replaced one; undefined = the scheme is new
 */
export function putScheme<S extends Scheme>(
  schemes: readonly S[],
  scheme: S,
  isNew: boolean,
): Refused | { readonly outcome: 'changed'; readonly schemes: S[]; readonly before: S | undefined } {
  const before = findScheme(schemes, scheme.schemeId);
  if (before === undefined && !isNew) return { outcome: 'refused', reason: 'SCHEME_NOT_FOUND' };
  const others = schemes.filter((one) => one !== before);
  if (others.some(({ name }) => isSameName(name, scheme.name))) return { outcome: 'refused', reason: 'NAME_TAKEN' };
  if (others.length >= MAX_SCHEMES) return { outcome: 'refused', reason: 'TOO_MANY_SCHEMES' };
  const after = before === undefined ? [...schemes, scheme] : schemes.map((one) => (one === before ? scheme : one));
  return { outcome: 'changed', schemes: after, before };
}

/** @param usedBy the places that use the scheme. If there are any, it is not removed. */
export function removeScheme<S extends Scheme>(
  schemes: readonly S[],
  schemeId: string,
  usedBy: readonly string[],
): Refused | { readonly outcome: 'changed'; readonly schemes: S[]; readonly removed: S } {
  const removed = findScheme(schemes, schemeId);
  if (removed === undefined) return { outcome: 'refused', reason: 'SCHEME_NOT_FOUND' };
  if (usedBy.length > 0) return { outcome: 'refused', reason: 'SCHEME_IN_USE', where: usedBy };
  return { outcome: 'changed', schemes: schemes.filter((one) => one !== removed), removed };
}

/** @param schemeId for example the one assigned to a space; undefined = none */
export function findScheme<S extends Scheme>(schemes: readonly S[], schemeId: string | undefined): S | undefined {
  return schemes.find((one) => one.schemeId === schemeId);
}

/** The spaces that a scheme is assigned to. @param schemeIdOf the scheme of a space */
export function spacesWith<T>(
  spaces: Readonly<Record<string, T>>,
  schemeId: string,
  schemeIdOf: (space: T) => string | undefined,
): readonly string[] {
  return Object.entries(spaces).flatMap(([spaceId, space]) => (schemeIdOf(space) === schemeId ? [spaceId] : []));
}

/** Names that differ only in case are the same. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
