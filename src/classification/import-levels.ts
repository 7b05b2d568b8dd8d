import { auditDetails } from '../audit/details';
import {
  addLevel,
  addSubLevel,
  type EditRefusal,
  isSameName,
  type LevelEdit,
  type LevelOnPages,
  type LevelTexts,
  reorderLevels,
} from './edit-levels';
import type { Level } from './model';

/**
 * Imports levels and sub-levels from a file, most sensitive first. A level that exists, by its key or its name, stays
 * unchanged; a new level gets its position between the levels of the file. Pure.
 */

export interface WantedLevel extends LevelTexts, LevelOnPages {
  readonly key?: string | undefined;
  /** For a sub-level: the key or the name of its level. A sub-level has no colour, guideline or banner of its own. */
  readonly parent?: string | undefined;
  /** The id that a new level gets. */
  readonly id: string;
}

export type LevelImport =
  | { readonly outcome: 'created' | 'exists' }
  | { readonly outcome: 'refused'; readonly reason: EditRefusal | 'ARCHIVED' | 'PARENT_NOT_FOUND' };

export interface ImportedLevels {
  readonly edit: LevelEdit;
  /** In the order of the file. */
  readonly results: readonly LevelImport[];
}

export function importLevels(before: readonly Level[], wanted: readonly WantedLevel[]): ImportedLevels {
  let levels = before;
  const created: string[] = [];
  const results = new Map<WantedLevel, LevelImport>();
  const apply = (one: WantedLevel, key: string, edit: LevelEdit) => {
    if (edit.outcome === 'refused') results.set(one, { outcome: 'refused', reason: edit.reason });
    else {
      if (edit.outcome === 'changed') levels = edit.levels;
      created.push(key);
      results.set(one, { outcome: 'created' });
    }
  };

  const wantedLevels = wanted.filter(({ parent }) => parent === undefined);
  let previous: string | undefined;
  for (const one of wantedLevels) {
    const there = findIn(levels, one, ({ levelKey }) => levelKey);
    if (there !== undefined) {
      results.set(one, existing(there));
      previous = there.levelId;
      continue;
    }
    const { id, key, parent: _none, ...level } = one;
    apply(one, key ?? level.name, addLevel(levels, id, { ...level, levelKey: key }));
    if (results.get(one)?.outcome !== 'created') continue;
    const place = placeFor(levels, previous, wantedLevels);
    const ids = levels.map(({ levelId }) => levelId).filter((levelId) => levelId !== id);
    const moved = reorderLevels(levels, [...ids.slice(0, place), id, ...ids.slice(place)]);
    if (moved.outcome === 'changed') levels = moved.levels;
    previous = id;
  }

  for (const one of wanted) {
    if (one.parent === undefined) continue;
    const { id, key, name, description } = one;
    const parent = findIn(levels, { key: one.parent.toLowerCase(), name: one.parent }, ({ levelKey }) => levelKey);
    if (parent === undefined) {
      results.set(one, { outcome: 'refused', reason: 'PARENT_NOT_FOUND' });
      continue;
    }
    const there = findIn(parent.subLevels, one, ({ subLevelKey }) => subLevelKey);
    if (parent.status === 'ARCHIVED') results.set(one, { outcome: 'refused', reason: 'ARCHIVED' });
    else if (there !== undefined) results.set(one, existing(there));
    else {
      const edit = addSubLevel(levels, parent.levelId, id, { name, description, subLevelKey: key });
      apply(one, `${parent.levelKey}/${key ?? name}`, edit);
    }
  }

  return {
    edit:
      created.length === 0
        ? { outcome: 'unchanged' }
        : { outcome: 'changed', levels, after: auditDetails({ created }) },
    results: wanted.flatMap((one) => results.get(one) ?? []),
  };
}

interface Named {
  readonly name: string;
  readonly status: Level['status'];
}

/** If two levels match, the one that is not archived. */
function findIn<T extends Named>(
  all: readonly T[],
  { key, name }: Pick<WantedLevel, 'key' | 'name'>,
  keyOf: (one: T) => string,
): T | undefined {
  const meant = [...all.filter((one) => keyOf(one) === key), ...all.filter((one) => isSameName(one.name, name))];
  return meant.find(({ status }) => status === 'PUBLISHED') ?? meant[0];
}

function existing({ status }: Named): LevelImport {
  return status === 'PUBLISHED' ? { outcome: 'exists' } : { outcome: 'refused', reason: 'ARCHIVED' };
}

/** After its predecessor in the file; the first of the file before all existing levels of the file; otherwise last. */
function placeFor(levels: readonly Level[], previous: string | undefined, wanted: readonly WantedLevel[]): number {
  if (previous !== undefined) return levels.findIndex(({ levelId }) => levelId === previous) + 1;
  const others = wanted.flatMap((one) => findIn(levels.slice(0, -1), one, ({ levelKey }) => levelKey) ?? []);
  const first = levels.findIndex((level) => others.includes(level));
  return first === -1 ? levels.length - 1 : first;
}
