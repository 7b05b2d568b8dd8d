import { auditDetails } from '../audit/details';
import { isSameName, type LevelEdit } from '../classification/edit-levels';
import { importLevels } from '../classification/import-levels';
import type { Level } from '../classification/model';
import type { NativeLevel } from './model';

/**
 * Links Confluence's levels with levels of the app, and creates levels for them. A linked level stays as it is, also if
 * Confluence's level changes. The admin sees the differences. Pure.
 */

export interface WantedLink {
  readonly nativeId: string;
  /** The level of the app. `new`: a level with the name, the texts and the color of Confluence's. `none`: no link. */
  readonly levelId: string;
}

export type LinkRefusal =
  'LEVEL_NOT_FOUND' | 'NATIVE_LEVEL_NOT_FOUND' | 'LEVEL_LINKED_TWICE' | 'NAME_TAKEN' | 'TOO_MANY_LEVELS';

export type LinkEdit =
  | Exclude<LevelEdit, { readonly outcome: 'refused' }>
  | { readonly outcome: 'refused'; readonly reason: LinkRefusal; readonly nativeId: string };

/**
 * @param links levels of Confluence that are not named keep their link
 * @param idFor the id of a new level
 */
export function linkLevels(
  before: readonly Level[],
  native: readonly NativeLevel[],
  links: readonly WantedLink[],
  idFor: (nativeId: string) => string,
): LinkEdit {
  for (const { nativeId, levelId } of links) {
    const isKnown = native.some((one) => one.nativeId === nativeId);
    const isLinked = before.some((level) => level.nativeId === nativeId);
    if (!isKnown && (levelId !== 'none' || !isLinked)) return refused('NATIVE_LEVEL_NOT_FOUND', nativeId);
    const isLevel = levelId === 'new' || levelId === 'none' || before.some((level) => level.levelId === levelId);
    if (!isLevel) return refused('LEVEL_NOT_FOUND', nativeId);
  }
  const created = links.filter(({ levelId }) => levelId === 'new');
  const wanted = new Map(
    links.map(({ nativeId, levelId }) => [nativeId, levelId === 'new' ? idFor(nativeId) : levelId]),
  );
  const added = addLevels(before, native, created, wanted);
  if ('reason' in added) return added;
  const linked: Level[] = [];
  for (const level of added.levels) {
    const now = nativeIdsFor(level, wanted);
    const [nativeId, second] = now;
    if (second !== undefined) return refused('LEVEL_LINKED_TWICE', second);
    const { nativeId: _before, ...others } = level;
    linked.push(nativeId === undefined ? others : { ...others, nativeId });
  }
  const isSame = linked.every(({ nativeId }, index) => nativeId === before[index]?.nativeId);
  if (linked.length === before.length && isSame) return { outcome: 'unchanged' };
  return {
    outcome: 'changed',
    levels: linked,
    before: auditDetails({ linked: namesOf(before) }),
    after: auditDetails({ linked: namesOf(linked) }),
  };
}

/** A link that the admin replaces or removes no longer counts. */
function nativeIdsFor(level: Level, wanted: ReadonlyMap<string, string>): readonly string[] {
  const kept = level.nativeId !== undefined && !wanted.has(level.nativeId) ? [level.nativeId] : [];
  const given = [...wanted].filter(([, levelId]) => levelId === level.levelId).map(([nativeId]) => nativeId);
  return [...kept, ...given];
}

function refused(reason: LinkRefusal, nativeId: string): Extract<LinkEdit, { outcome: 'refused' }> {
  return { outcome: 'refused', reason, nativeId };
}

function namesOf(levels: readonly Level[]): string[] {
  return levels.flatMap(({ name, nativeId }) => (nativeId === undefined ? [] : [name]));
}

/** New levels get their position between the levels that are linked already. */
function addLevels(
  before: readonly Level[],
  native: readonly NativeLevel[],
  created: readonly WantedLink[],
  wanted: ReadonlyMap<string, string>,
): { readonly levels: readonly Level[] } | Extract<LinkEdit, { outcome: 'refused' }> {
  if (created.length === 0) return { levels: before };
  const isNew = (nativeId: string) => created.some((one) => one.nativeId === nativeId);
  const taken = native.find(
    ({ nativeId, name }) =>
      isNew(nativeId) && before.some((level) => level.status === 'PUBLISHED' && isSameName(level.name, name)),
  );
  if (taken !== undefined) return refused('NAME_TAKEN', taken.nativeId);
  const rows = native.flatMap((one) => {
    const { nativeId, name, description, guideline, color } = one;
    if (isNew(nativeId)) {
      const level = { id: wanted.get(nativeId) ?? '', name, description, guideline, color };
      return [{ nativeId, level }];
    }
    const linkedId = wanted.get(nativeId) ?? before.find((level) => level.nativeId === nativeId)?.levelId;
    const there = before.find(({ levelId }) => levelId === linkedId);
    return there === undefined ? [] : [{ nativeId, level: { ...there, id: there.levelId, key: there.levelKey } }];
  });
  const { edit, results } = importLevels(
    before,
    rows.map(({ level }) => level),
  );
  const failed = rows.find(({ nativeId }, index) => isNew(nativeId) && results[index]?.outcome !== 'created');
  if (failed !== undefined || edit.outcome !== 'changed')
    return refused('TOO_MANY_LEVELS', failed?.nativeId ?? created[0]?.nativeId ?? '');
  return { levels: edit.levels };
}

/** The members of a linked level that differ from Confluence's. */
const COMPARED = ['name', 'description', 'guideline', 'color'] as const;

export type ComparedMember = (typeof COMPARED)[number] | 'order' | 'archived';

/** @param native the most sensitive first */
export function differencesOf(
  levels: readonly Level[],
  native: readonly NativeLevel[],
  one: NativeLevel,
): readonly ComparedMember[] {
  const level = levels.find(({ nativeId }) => nativeId === one.nativeId);
  if (level === undefined) return [];
  const orderOf = ({ nativeId }: NativeLevel) => levels.find((linked) => linked.nativeId === nativeId)?.order;
  const place = native.indexOf(one);
  const isMoved = native.some((other, index) => {
    const order = orderOf(other);
    return order !== undefined && index !== place && order < level.order !== index < place;
  });
  return [
    ...COMPARED.filter((name) => level[name] !== one[name]),
    ...(isMoved ? (['order'] as const) : []),
    ...(level.status === 'ARCHIVED' ? (['archived'] as const) : []),
  ];
}
