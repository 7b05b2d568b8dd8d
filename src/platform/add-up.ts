/** Adds numbers with the same names. Also for the admin area. */
export function addUp<Name extends string>(
  one: Readonly<Record<Name, number>>,
  other: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const sum: Record<Name, number> = { ...one };
  for (const name in other) sum[name] = (sum[name] ?? 0) + other[name];
  return sum;
}
