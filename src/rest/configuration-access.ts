import type { AuditSubject, AuditType } from '../audit/event';
import { LEVELS, type LevelsChange, planLevels } from '../classification/change-levels';
import type { LevelEdit } from '../classification/edit-levels';
import type { SettingsEdit } from '../classification/edit-settings';
import type { Levels } from '../classification/level-store';
import type { Level, LevelScheme, SubLevel } from '../classification/model';
import { findNamed, findSubLevelNamed } from '../classification/resolve-level';
import { findScheme } from '../configuration/schemes';
import { changeForWholeSite } from './change-with-key';
import type { Condition } from './middleware/conditions';
import { Problem, type ProblemCode } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Changes levels and settings with a key. The key has a site admin's permissions in the admin area, restricted by its
 * scope and limits.
 */

/** The problems of every operation that changes levels. */
export const ADMINISTRATION_PROBLEMS = [
  'CREATOR_NOT_ADMIN',
  'KEY_HAS_LIMITS',
  'PRECONDITION_FAILED',
  'EDIT_CONFLICT',
] as const satisfies readonly ProblemCode[];

/** The problems of every operation that changes settings. */
export const SETTING_PROBLEMS = [...ADMINISTRATION_PROBLEMS, 'INVALID_SETTINGS'] as const;

export const ETAG_OF_LEVELS = { ETag: 'Changes whenever levels or settings change. Use it in If-Match.' };

export function etagOfLevels({ revision }: Pick<Levels, 'revision'>): string {
  return `"l${revision}"`;
}

interface ChangeOfLevels {
  readonly type: AuditType;
  /** May throw a Problem if the path's resource does not exist. */
  readonly plan: (levels: readonly Level[]) => PlannedEdit;
}

interface PlannedEdit {
  /** The subject in the audit log, for example `level:<UUID>`. */
  readonly subject: AuditSubject;
  readonly edit: (levels: readonly Level[]) => LevelEdit;
}

interface ChangeOfSettings extends Pick<LevelsChange, 'type' | 'subject' | 'mayChange'> {
  /** May throw a Problem if the path's resource does not exist. */
  readonly edit: (now: Levels) => SettingsEdit;
}

/**
 * The settings apply to all spaces and levels, so they require a key without limits, as the levels do.
 * @returns the levels and settings after the change
 * @throws Problem, StorageUnavailableError, HostError, CorruptRecordError
 */
export function changeSettingsWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  { edit, ...change }: ChangeOfSettings,
): Promise<Levels> {
  return changeLevels(request, condition, (now) => ({ ...change, editSettings: () => edit(now) }));
}

/**
 * A key that is limited to spaces or levels cannot change what applies to all of them: the levels themselves,
 * their order, and the meaning of their names.
 * @returns the levels after the change
 * @throws Problem, StorageUnavailableError, HostError, CorruptRecordError
 */
export function changeLevelsWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  { type, plan }: ChangeOfLevels,
): Promise<Levels> {
  return changeLevels(request, condition, ({ all }) => {
    const planned = plan(all);
    return { type, subject: planned.subject, editLevels: planned.edit };
  });
}

function changeLevels(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  plan: (now: Levels) => LevelsChange,
): Promise<Levels> {
  return changeForWholeSite(request, {
    kind: LEVELS,
    etagOf: etagOfLevels,
    condition,
    known: request.levels,
    plan: (now) => planLevels(plan(now)),
  });
}

/** @throws Problem 404 */
export function requireLevel(levels: readonly Level[], name: string): Level {
  const level = findNamed(levels, name);
  if (level === undefined) throw unknown('levelId');
  return level;
}

/** @throws Problem 404 */
export function requireSubLevel(level: Level, name: string): SubLevel {
  const subLevel = findSubLevelNamed(level, name);
  if (subLevel === undefined) throw unknown('subLevelId');
  return subLevel;
}

/** @throws Problem 404 */
export function requireScheme({ settings }: Levels, schemeId: string): LevelScheme {
  const scheme = findScheme(settings.schemes, schemeId);
  if (scheme !== undefined) return scheme;
  throw new Problem('CONFIGURATION_NOT_FOUND', { detail: 'GET /v1/setting lists the level schemes with their UUIDs.' });
}

function unknown(member: 'levelId' | 'subLevelId'): Problem {
  return new Problem('CONFIGURATION_NOT_FOUND', {
    detail: 'GET /v1/level lists the levels with their UUIDs and keys.',
    members: [member],
  });
}
