import type { AuditDetails, AuditField, AuditValue } from './event';

/** The changed members of an edit, for its audit row. */
export type Difference = AuditDetails;

/** Undefined members are omitted. */
export type AuditFields = { readonly [Field in AuditField]?: AuditValue | undefined };

/** @returns undefined if nothing differs */
export function difference(
  before: AuditFields,
  after: AuditFields,
): { readonly before: Difference; readonly after: Difference } | undefined {
  const names = ([...new Set([...Object.keys(before), ...Object.keys(after)])] as AuditField[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return undefined;
  const pick = (all: AuditFields): Difference =>
    Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  return { before: pick(before), after: pick(after) };
}
