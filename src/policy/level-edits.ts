import {
  addLevel,
  addSubLevel,
  changeLevel,
  changeSubLevel,
  type LevelEdit,
  reorderLevels,
  reorderSubLevels,
  setLevelStatus,
  setSubLevelStatus,
} from '../classification/edit-levels';
import { defaultLevels } from '../classification/default-levels';
import type { Level } from '../classification/model';
import type { Random } from '../platform/random';
import type { DocumentLevel, DocumentSubLevel } from './document';
import { editLevels, type Outcome, type PolicyEdit, UNCHANGED, unknownName } from './edits';
import type { PolicyState } from './state';
import { viewLevel } from './views';

/** The edits of levels and sub-levels. Archiving comes last, because rules of the same document may need the level. */

interface LevelOptions {
  readonly origin: PolicyState;
  readonly installationId: string;
  readonly random: Random;
  readonly prune: boolean;
}

export interface LevelEdits {
  readonly first: readonly PolicyEdit[];
  readonly last: readonly PolicyEdit[];
}

const REST = { type: 'level.imported', subject: 'levels' } as const;

function ensure(state: PolicyState, edit: (levels: readonly Level[]) => LevelEdit): Outcome {
  return editLevels(state, { ...REST, editLevels: edit });
}

export function levelEdits(wanted: readonly DocumentLevel[], options: LevelOptions): LevelEdits {
  const { origin, installationId, random, prune } = options;
  const all = origin.levels.all;
  const proposed = defaultLevels(installationId);
  const matched = matchByKey(
    wanted,
    all,
    ({ levelKey }) => levelKey,
    (key) => all.find(({ levelId }) => levelId === proposed.find(({ levelKey }) => levelKey === key)?.levelId),
  );
  const idOf = new Map(wanted.map((one) => [one, matched.get(one)?.levelId ?? random.uuid()]));
  const edits = archivedFirst(wanted).map((one) => oneLevel(one, matched.get(one), idOf.get(one) ?? '', options));
  const ids = [...idOf.values()];
  const order: PolicyEdit = {
    kind: 'level.order',
    path: '/levels',
    run: (state) => {
      const before = state.levels.all.map(({ levelId }) => levelId);
      const missing = wanted.find((one) => !before.includes(idOf.get(one) ?? ''));
      return missing === undefined
        ? ensure(state, (now) => reorderLevels(now, inOrder(ids, before)))
        : unknownName(missing.key);
    },
    view: ({ levels }) => levels.all.map(({ levelKey }) => levelKey),
  };
  const others = prune ? all.filter(({ levelId, status }) => !ids.includes(levelId) && status === 'PUBLISHED') : [];
  return {
    first: [...edits.flatMap(({ first }) => first), order],
    last: [
      ...edits.flatMap(({ last }) => last),
      ...others.map(({ levelId, levelKey }) => statusEdit(levelId, levelKey, 'ARCHIVED', installationId)),
    ],
  };
}

/** A level that the app proposed can have another key, so it is found by its first one. Any other level is found by its key. */
function matchByKey<W extends Named, T>(
  wanted: readonly W[],
  all: readonly T[],
  keyOf: (one: T) => string,
  findProposed: (firstKey: string) => T | undefined,
): ReadonlyMap<W, T> {
  const matched = new Map<W, T>();
  const match = (one: W, found: T | undefined) => {
    if (found !== undefined && !matched.has(one) && ![...matched.values()].includes(found)) matched.set(one, found);
  };
  for (const one of wanted) match(one, one.originalKey === undefined ? undefined : findProposed(one.originalKey));
  for (const one of wanted)
    match(
      one,
      all.find((existing) => keyOf(existing) === one.key),
    );
  return matched;
}

interface Named {
  readonly key: string;
  readonly originalKey?: string | undefined;
}

/** A name of an archived level can be that of another one, but only after it is archived. */
function archivedFirst<T extends { readonly status?: Level['status'] | undefined }>(
  wanted: readonly T[],
): readonly T[] {
  const isArchived = ({ status }: T) => status === 'ARCHIVED';
  return [...wanted.filter(isArchived), ...wanted.filter((one) => !isArchived(one))];
}

/** A level that will be archived can have a name that is taken, but only then. Until then, its key is its name. */
function firstOf(
  status: Level['status'],
  add: (name: string) => Outcome,
  [name, other]: readonly [string, string],
): Outcome {
  const added = add(name);
  return added.outcome === 'refused' && status === 'ARCHIVED' ? add(other) : added;
}

/** The order of the document. A level that is not in it stays behind the one that it is behind now. */
function inOrder(wanted: readonly string[], before: readonly string[]): readonly string[] {
  const order = [...wanted];
  before.forEach((id, index) => {
    if (order.includes(id)) return;
    const previous = before[index - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  });
  return order;
}

function viewAt(levelId: string, installationId: string): PolicyEdit['view'] {
  return ({ levels }) => {
    const level = levels.all.find((one) => one.levelId === levelId);
    if (level === undefined) return undefined;
    const { subLevels: _subLevels, ...own } = viewLevel(level, installationId);
    return own;
  };
}

function statusEdit(levelId: string, key: string, status: Level['status'], installationId: string): PolicyEdit {
  return {
    kind: status === 'ARCHIVED' ? 'level.archive' : 'level.restore',
    path: `/levels/${key}`,
    run: (state) => ensure(state, (now) => setLevelStatus(now, levelId, status)),
    view: viewAt(levelId, installationId),
  };
}

function oneLevel(
  wanted: DocumentLevel,
  level: Level | undefined,
  levelId: string,
  { installationId, random, prune }: LevelOptions,
): LevelEdits {
  const { key, originalKey: _first, status = level?.status ?? 'PUBLISHED', subLevels = [], ...texts } = wanted;
  const path = `/levels/${key}`;
  const view = viewAt(levelId, installationId);
  const isThere = ({ levels }: PolicyState) => levels.all.some((one) => one.levelId === levelId);
  const { description = '', guideline = '', color = 'GREY' } = texts;
  const add: PolicyEdit = {
    ...{ kind: 'level.add', path, view },
    run: (state) => {
      if (isThere(state)) return UNCHANGED;
      const addNamed = (name: string) =>
        ensure(state, (now) =>
          addLevel(now, levelId, { ...texts, name, description, guideline, color, levelKey: key }),
        );
      return firstOf(status, addNamed, [texts.name, key]);
    },
  };
  const change: PolicyEdit = {
    ...{ kind: 'level.change', path, view },
    // Without the level, the refusal is that of adding it.
    run: (state) =>
      isThere(state) ? ensure(state, (now) => changeLevel(now, levelId, { ...texts, levelKey: key })) : UNCHANGED,
  };
  // Alone, because rules name the key, and the name can wait for another level.
  const ownKey: PolicyEdit = {
    ...{ kind: 'level.change', path, view },
    run: (state) => ensure(state, (now) => changeLevel(now, levelId, { levelKey: key })),
  };
  const place = { levelId, path, level, installationId, random, prune };
  const inside = wanted.subLevels === undefined ? { first: [], last: [] } : subLevelEdits(subLevels, place);
  const isRestored = status === 'PUBLISHED' && level?.status === 'ARCHIVED';
  const isArchived = status === 'ARCHIVED' && level?.status !== 'ARCHIVED';
  return {
    first: [
      level === undefined ? add : ownKey,
      change,
      ...(isRestored ? [statusEdit(levelId, key, status, installationId)] : []),
      ...inside.first,
    ],
    last: [...inside.last, ...(isArchived ? [statusEdit(levelId, key, status, installationId)] : [])],
  };
}

interface SubLevelOptions extends Omit<LevelOptions, 'origin'> {
  readonly levelId: string;
  readonly path: string;
  readonly level: Level | undefined;
}

function subLevelEdits(
  wanted: readonly DocumentSubLevel[],
  { levelId, path, level, installationId, random, prune }: SubLevelOptions,
): LevelEdits {
  const all = level?.subLevels ?? [];
  const proposed = defaultLevels(installationId).find((one) => one.levelId === levelId)?.subLevels ?? [];
  const matched = matchByKey(
    wanted,
    all,
    ({ subLevelKey }) => subLevelKey,
    (key) =>
      all.find(({ subLevelId }) => subLevelId === proposed.find(({ subLevelKey }) => subLevelKey === key)?.subLevelId),
  );
  const subLevels = wanted.map((one) => {
    const found = matched.get(one);
    return { one, found, subLevelId: found?.subLevelId ?? random.uuid() };
  });
  const subLevelsIn = ({ levels }: PolicyState) => levels.all.find((one) => one.levelId === levelId)?.subLevels ?? [];
  const editAt = (
    kind: PolicyEdit['kind'],
    { subLevelId, key }: { readonly subLevelId: string; readonly key: string },
    edit: (levels: readonly Level[]) => LevelEdit,
  ): PolicyEdit => ({
    kind,
    path: `${path}/subLevels/${key}`,
    run: (state) => ensure(state, edit),
    view: (state) => {
      const found = subLevelsIn(state).find((one) => one.subLevelId === subLevelId);
      if (found === undefined) return undefined;
      const { subLevelId: _id, subLevelKey, ...texts } = found;
      return { key: subLevelKey, ...texts };
    },
  });
  const archive = (subLevelId: string, key: string) =>
    editAt('sub-level.archive', { subLevelId, key }, (now) =>
      setSubLevelStatus(now, { levelId, subLevelId }, 'ARCHIVED'),
    );
  const inTurn = archivedFirst(wanted).flatMap((wantedOne) => subLevels.filter(({ one }) => one === wantedOne));
  const edits = inTurn.map(({ one, found, subLevelId }): LevelEdits => {
    const { key, originalKey: _first, status = found?.status ?? 'PUBLISHED', ...texts } = one;
    const place = { subLevelId, key };
    const { description = '' } = texts;
    const add = {
      ...editAt('sub-level.add', place, () => UNCHANGED),
      run: (state: PolicyState) => {
        if (isIn(state.levels.all, levelId, subLevelId)) return UNCHANGED;
        const addNamed = (name: string) =>
          ensure(state, (now) =>
            addSubLevel(now, levelId, subLevelId, { ...texts, name, description, subLevelKey: key }),
          );
        return firstOf(status, addNamed, [texts.name, key]);
      },
    };
    const change = editAt('sub-level.change', place, (now) =>
      changeSubLevel(now, { levelId, subLevelId }, { ...texts, subLevelKey: key }),
    );
    const ownKey = editAt('sub-level.change', place, (now) =>
      changeSubLevel(now, { levelId, subLevelId }, { subLevelKey: key }),
    );
    const isRestored = status === 'PUBLISHED' && found?.status === 'ARCHIVED';
    const restore = editAt('sub-level.restore', place, (now) =>
      setSubLevelStatus(now, { levelId, subLevelId }, status),
    );
    return {
      first: [found === undefined ? add : ownKey, change, ...(isRestored ? [restore] : [])],
      last: status === 'ARCHIVED' && found?.status !== 'ARCHIVED' ? [archive(subLevelId, key)] : [],
    };
  });
  const ids = subLevels.map(({ subLevelId }) => subLevelId);
  const order: PolicyEdit = {
    kind: 'sub-level.order',
    path: `${path}/subLevels`,
    run: (state) => {
      const before = subLevelsIn(state).map(({ subLevelId }) => subLevelId);
      const missing = subLevels.find(({ subLevelId }) => !before.includes(subLevelId));
      if (missing !== undefined) return unknownName(missing.one.key);
      return ensure(state, (now) => reorderSubLevels(now, levelId, inOrder(ids, before)));
    },
    view: (state) => subLevelsIn(state).map(({ subLevelKey }) => subLevelKey),
  };
  const others = prune
    ? all.filter(({ subLevelId, status }) => !ids.includes(subLevelId) && status === 'PUBLISHED')
    : [];
  return {
    first: [...edits.flatMap(({ first }) => first), ...(ids.length === 0 ? [] : [order])],
    last: [
      ...edits.flatMap(({ last }) => last),
      ...others.map(({ subLevelId, subLevelKey }) => archive(subLevelId, subLevelKey)),
    ],
  };
}

function isIn(levels: readonly Level[], levelId: string, subLevelId: string): boolean {
  return levels.some((one) => one.levelId === levelId && one.subLevels.some((sub) => sub.subLevelId === subLevelId));
}
