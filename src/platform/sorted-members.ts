/** The same value with the members of all objects sorted by name, so that equal values have equal JSON. Lists keep their order. */
export function sortedMembers<T>(value: T): T;
export function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => sortedMembers(one));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]: [string, unknown]) => [name, sortedMembers(member)]));
}

/** JSON with sorted members. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(sortedMembers(value));
}
