/** What differs, for the audit row of an edit. */
export type Difference = Readonly<Record<string, Told>>;

type Told = string | number | boolean | readonly string[];

type Facts = Readonly<Record<string, Told | undefined>>;

/** @returns undefined where nothing differs */
export function difference(
  before: Facts,
  after: Facts,
): { readonly before: Difference; readonly after: Difference } | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return undefined;
  const pick = (all: Facts): Difference =>
    Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  return { before: pick(before), after: pick(after) };
}
