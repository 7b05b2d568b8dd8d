import { type AuditDetails, auditDetails, type AuditFields, difference } from '../audit/details';
import { isFreeKey, keyFor } from './level-key';
import type { Level, LevelBanner, SubLevel } from './model';

/**
 * Applies an edit to the levels of a site. Pure. Nothing is ever deleted, because pages, keys and their history refer
 * to it. Names are unique among levels that are not archived, compared as people read them.
 */

/** Among levels that are not archived. */
const MAX_LEVELS = 50;
const MAX_SUB_LEVELS = 50;

export type LevelTexts = Pick<Level, 'name' | 'description' | 'guideline' | 'color'>;
/** The parts of a level that only pages show. */
export interface LevelOnPages {
  /** An empty text removes the banner. */
  readonly banner?: LevelBanner | undefined;
  /** Replaces the texts in all other languages. */
  readonly translations?: Level['translations'];
}
export type SubLevelTexts = Pick<SubLevel, 'name' | 'description'>;
/** Replaces the texts in all other languages. */
type SubLevelTranslations = { readonly translations?: SubLevel['translations'] };
/** If the key is omitted, it is created from the name. It stays the same when the name changes. */
type LevelKey = { readonly levelKey?: string | undefined };
type SubLevelKey = { readonly subLevelKey?: string | undefined };
/** Omitted and undefined fields stay unchanged. */
type ChangesOf<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
type Status = Level['status'];

export type EditRefusal =
  | 'LEVEL_NOT_FOUND'
  | 'SUBLEVEL_NOT_FOUND'
  | 'NAME_TAKEN'
  | 'KEY_TAKEN'
  | 'TOO_MANY_LEVELS'
  | 'TOO_MANY_SUBLEVELS'
  | 'NOT_THE_WHOLE_ORDER';

export type LevelEdit =
  | {
      readonly outcome: 'changed';
      readonly levels: readonly Level[];
      readonly before?: AuditDetails;
      readonly after?: AuditDetails;
    }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly reason: EditRefusal };

/** Adds the level at the end. It is the least sensitive level until it is moved. */
export function addLevel(
  levels: readonly Level[],
  levelId: string,
  wanted: LevelTexts & LevelKey & LevelOnPages,
): LevelEdit {
  const keys = levels.map((one) => one.levelKey);
  const { levelKey = keyFor(wanted.name, keys, 'level'), banner, translations, ...texts } = wanted;
  const onPages = onPagesOf({}, { banner, translations });
  if (!isFreeKey(levelKey, keys)) return refused('KEY_TAKEN');
  if (isNameTaken(levels, texts.name)) return refused('NAME_TAKEN');
  if (levels.filter(isPublished).length >= MAX_LEVELS) return refused('TOO_MANY_LEVELS');
  const order = levels.length + 1;
  const added: Level = { levelId, levelKey, ...texts, order, status: 'PUBLISHED', ...onPages, subLevels: [] };
  return changed([...levels, added], { after: auditDetails({ ...texts, levelKey, ...auditFieldsOf(onPages) }) });
}

export function changeLevel(
  levels: readonly Level[],
  levelId: string,
  texts: ChangesOf<LevelTexts> & LevelKey & LevelOnPages,
): LevelEdit {
  const level = levels.find((one) => one.levelId === levelId);
  if (level === undefined) return refused('LEVEL_NOT_FOUND');
  const others = levels.filter((one) => one !== level);
  if (isPublished(level) && texts.name !== undefined && isNameTaken(others, texts.name)) return refused('NAME_TAKEN');
  const { name, description, guideline, color, levelKey } = level;
  const before = { name, description, guideline, color, levelKey };
  const after: LevelTexts & { readonly levelKey: string } = {
    levelKey: texts.levelKey ?? levelKey,
    name: texts.name ?? name,
    description: texts.description ?? description,
    guideline: texts.guideline ?? guideline,
    color: texts.color ?? color,
  };
  const keys = others.map((one) => one.levelKey);
  if (after.levelKey !== levelKey && !isFreeKey(after.levelKey, keys)) return refused('KEY_TAKEN');
  const { banner, translations, ...rest } = level;
  const onPages = onPagesOf({ banner, translations }, texts);
  const differences = difference(
    { ...before, ...auditFieldsOf({ banner, translations }) },
    { ...after, ...auditFieldsOf(onPages) },
  );
  if (differences === undefined) return { outcome: 'unchanged' };
  return changed(replace(levels, level, { ...rest, ...after, ...onPages }), differences);
}

type OnPages = { readonly [Name in 'banner' | 'translations']?: Level[Name] | undefined };

/** Omits a banner that is removed, and translations into no language. */
function onPagesOf(now: OnPages, { banner = now.banner, translations = now.translations }: LevelOnPages): OnPages {
  return {
    ...(banner === undefined || banner.text === '' ? {} : { banner }),
    ...inLanguages(translations),
  };
}

/** Omits translations into no language. */
function inLanguages<T extends object>(translations: T | undefined): { readonly translations?: T } {
  return translations === undefined || Object.keys(translations).length === 0 ? {} : { translations };
}

function auditFieldsOf({ banner, translations = {} }: OnPages): AuditFields {
  const translated = Object.entries(translations).flatMap(([language, { name, ...others }]) => [
    ...(name === undefined ? [] : [`${language}: ${name}`]),
    ...Object.entries(others).map(([field, text]) => `${language} (${field}): ${text}`),
  ]);
  return {
    bannerText: banner?.text,
    bannerContact: banner?.contact,
    translations: translated.length === 0 ? undefined : translated.sort(),
  };
}

export function setLevelStatus(levels: readonly Level[], levelId: string, status: Status): LevelEdit {
  const level = levels.find((one) => one.levelId === levelId);
  if (level === undefined) return refused('LEVEL_NOT_FOUND');
  if (level.status === status) return { outcome: 'unchanged' };
  if (status === 'PUBLISHED') {
    if (isNameTaken(levels, level.name)) return refused('NAME_TAKEN');
    if (levels.filter(isPublished).length >= MAX_LEVELS) return refused('TOO_MANY_LEVELS');
  }
  return changed(replace(levels, level, { ...level, status }), { after: auditDetails({ name: level.name }) });
}

/** @param levelIds every level once, including archived ones, most sensitive first */
export function reorderLevels(levels: readonly Level[], levelIds: readonly string[]): LevelEdit {
  const before = levels.map(({ levelId }) => levelId);
  if (!isSameSet(before, levelIds)) return refused('NOT_THE_WHOLE_ORDER');
  if (isSameOrder(before, levelIds)) return { outcome: 'unchanged' };
  const ordered = levelIds.flatMap((levelId) => levels.filter((one) => one.levelId === levelId));
  return changed(
    ordered.map((level, index) => ({ ...level, order: index + 1 })),
    { before: auditDetails({ levelIds: before }), after: auditDetails({ levelIds }) },
  );
}

export function addSubLevel(
  levels: readonly Level[],
  levelId: string,
  subLevelId: string,
  wanted: SubLevelTexts & SubLevelKey & SubLevelTranslations,
): LevelEdit {
  return inLevel(levels, levelId, (level) => {
    const keys = level.subLevels.map((one) => one.subLevelKey);
    const { subLevelKey = keyFor(wanted.name, keys, 'sub-level'), translations, ...texts } = wanted;
    if (!isFreeKey(subLevelKey, keys)) return refused('KEY_TAKEN');
    if (isNameTaken(level.subLevels, texts.name)) return refused('NAME_TAKEN');
    if (level.subLevels.filter(isPublished).length >= MAX_SUB_LEVELS) return refused('TOO_MANY_SUBLEVELS');
    const languages = inLanguages(translations);
    const added: SubLevel = { subLevelId, subLevelKey, ...texts, status: 'PUBLISHED', ...languages };
    const { after = {} } = difference({}, auditFieldsOf(languages)) ?? {};
    const differences = { after: auditDetails({ levelId, ...texts, subLevelKey, ...after }) };
    return { subLevels: [...level.subLevels, added], differences };
  });
}

export function changeSubLevel(
  levels: readonly Level[],
  { levelId, subLevelId }: SubLevelPlace,
  texts: ChangesOf<SubLevelTexts> & SubLevelKey & SubLevelTranslations,
): LevelEdit {
  return inLevel(levels, levelId, ({ subLevels }) => {
    const subLevel = subLevels.find((one) => one.subLevelId === subLevelId);
    if (subLevel === undefined) return refused('SUBLEVEL_NOT_FOUND');
    const others = subLevels.filter((one) => one !== subLevel);
    if (isPublished(subLevel) && texts.name !== undefined && isNameTaken(others, texts.name)) {
      return refused('NAME_TAKEN');
    }
    const { translations, ...rest } = subLevel;
    const { name, description, subLevelKey } = subLevel;
    const after = {
      name: texts.name ?? name,
      description: texts.description ?? description,
      subLevelKey: texts.subLevelKey ?? subLevelKey,
    };
    const keys = others.map((one) => one.subLevelKey);
    if (after.subLevelKey !== subLevelKey && !isFreeKey(after.subLevelKey, keys)) return refused('KEY_TAKEN');
    const languages = inLanguages(texts.translations ?? translations);
    const differences = difference(
      { name, description, subLevelKey, ...auditFieldsOf({ translations }) },
      { ...after, ...auditFieldsOf(languages) },
    );
    if (differences === undefined) return { outcome: 'unchanged' };
    return { subLevels: replace(subLevels, subLevel, { ...rest, ...after, ...languages }), differences };
  });
}

export function setSubLevelStatus(
  levels: readonly Level[],
  { levelId, subLevelId }: SubLevelPlace,
  status: Status,
): LevelEdit {
  return inLevel(levels, levelId, ({ subLevels }) => {
    const subLevel = subLevels.find((one) => one.subLevelId === subLevelId);
    if (subLevel === undefined) return refused('SUBLEVEL_NOT_FOUND');
    if (subLevel.status === status) return { outcome: 'unchanged' };
    if (status === 'PUBLISHED') {
      if (isNameTaken(subLevels, subLevel.name)) return refused('NAME_TAKEN');
      if (subLevels.filter(isPublished).length >= MAX_SUB_LEVELS) return refused('TOO_MANY_SUBLEVELS');
    }
    const differences = { after: auditDetails({ levelId, name: subLevel.name }) };
    return { subLevels: replace(subLevels, subLevel, { ...subLevel, status }), differences };
  });
}

/** @param subLevelIds every sub-level of the level once, including archived ones */
export function reorderSubLevels(levels: readonly Level[], levelId: string, subLevelIds: readonly string[]): LevelEdit {
  return inLevel(levels, levelId, ({ subLevels }) => {
    const before = subLevels.map(({ subLevelId }) => subLevelId);
    if (!isSameSet(before, subLevelIds)) return refused('NOT_THE_WHOLE_ORDER');
    if (isSameOrder(before, subLevelIds)) return { outcome: 'unchanged' };
    return {
      subLevels: subLevelIds.flatMap((id) => subLevels.filter((one) => one.subLevelId === id)),
      differences: { before: auditDetails({ subLevelIds: before }), after: auditDetails({ subLevelIds }) },
    };
  });
}

export interface SubLevelPlace {
  readonly levelId: string;
  readonly subLevelId: string;
}

interface Differences {
  readonly before?: AuditDetails;
  readonly after?: AuditDetails;
}

type SubLevelEdit =
  Exclude<LevelEdit, { outcome: 'changed' }> | { readonly subLevels: SubLevel[]; readonly differences: Differences };

function inLevel(levels: readonly Level[], levelId: string, edit: (level: Level) => SubLevelEdit): LevelEdit {
  const level = levels.find((one) => one.levelId === levelId);
  if (level === undefined) return refused('LEVEL_NOT_FOUND');
  const edited = edit(level);
  if ('outcome' in edited) return edited;
  return changed(replace(levels, level, { ...level, subLevels: edited.subLevels }), edited.differences);
}

/** `order` repeats the position of a level, because the API shows it. */
function changed(levels: readonly Level[], differences: Differences): LevelEdit {
  const numbered = levels.map((level, index) => ({ ...level, order: index + 1 }));
  return { outcome: 'changed', levels: numbered, ...differences };
}

function refused(reason: EditRefusal): Extract<LevelEdit, { outcome: 'refused' }> {
  return { outcome: 'refused', reason };
}

function replace<T>(all: readonly T[], before: T, after: T): T[] {
  return all.map((one) => (one === before ? after : one));
}

function isPublished({ status }: { readonly status: Status }): boolean {
  return status === 'PUBLISHED';
}

function isNameTaken(others: readonly { readonly name: string; readonly status: Status }[], name: string): boolean {
  return others.some((other) => isPublished(other) && isSameName(other.name, name));
}

/** True if people would read the two names as the same. */
export function isSameName(name: string, other: string): boolean {
  return comparable(name) === comparable(other);
}

/** Upper case before lower case makes ß and ss equal; several spaces count as one. */
function comparable(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Ids are unique, so the lists are equal sets if they have the same length and every id is included. */
function isSameSet(ids: readonly string[], others: readonly string[]): boolean {
  return ids.length === others.length && ids.every((id) => others.includes(id));
}

function isSameOrder(ids: readonly string[], others: readonly string[]): boolean {
  return ids.every((id, index) => id === others[index]);
}
