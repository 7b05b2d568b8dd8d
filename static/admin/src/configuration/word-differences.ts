import { texts } from '../texts';
import type { Change } from '../ui/changes-table';

/** Formatted settings by field name. */
export type Words = Readonly<Record<string, string>>;

const { none, isNew, of } = texts.configuration.changes;

export function wordDifferences(title: string, before: Words, now: Words): Change[] {
  return Object.keys(now)
    .filter((what) => before[what] !== now[what])
    .map((what) => ({ what: of(title, what), before: before[what] || none, now: now[what] || none }));
}

export function newOne(title: string): Change {
  return { what: title, before: none, now: isNew };
}
