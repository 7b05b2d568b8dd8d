/** Adds numbers with the same names. A name may be in one of the two alone. Also for the admin area. */
export function addUp<Name extends string>(
  one: Readonly<Record<Name, number>>,
  other: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const sum: Record<Name, number> = { ...one, ...other };
  for (const name in one) if (name in other) sum[name] = one[name] + other[name];
  return sum;
}
