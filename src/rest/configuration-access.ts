import { actorOf, type AuditType } from '../audit/event';
import {
  changeConfiguration,
  type ConfigurationChange,
  type ConfigurationRefusal,
} from '../classification/change-configuration';
import type { LevelEdit } from '../classification/edit-levels';
import type { SettingsEdit } from '../classification/edit-settings';
import { type Levels, readLevels } from '../classification/level-store';
import type { Level, LevelScheme, SubLevel } from '../classification/model';
import { findNamed, findSubLevelNamed } from '../classification/resolve-level';
import { isUnchanged } from '../keys/key-store';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { awaitAll } from '../platform/await-all';
import { requireAdminOfAll, requireNoLimits } from './admin-of-all';
import type { Condition } from './middleware/conditions';
import { Problem, type ProblemCode } from './problem';
import type { AuthorizedRequest } from './route';

/**
 * Changes levels and settings with a key: a site admin's permissions in the admin area, restricted by the key's scope
 * and limits.
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

interface LevelsChange {
  readonly type: AuditType;
  /** Plans the edit; `unknown` = the path's resource does not exist. */
  readonly plan: (levels: readonly Level[]) => PlannedEdit | 'unknown';
}

interface PlannedEdit {
  /** The subject in the audit log, for example `level:<UUID>`. */
  readonly subject: string;
  readonly edit: (levels: readonly Level[]) => LevelEdit;
}

interface SettingsChange extends Pick<ConfigurationChange, 'type' | 'subject' | 'mayChange'> {
  /** May throw a Problem if the path's resource does not exist. */
  readonly edit: (now: Levels) => SettingsEdit;
  readonly removes?: 'SCHEME_IN_USE';
}

/**
 * The settings apply to all spaces and levels, so they require a key without limits, as the levels do.
 * @returns the levels and settings after the change
 * @throws Problem, StorageUnavailableError, HostError, CorruptRecordError
 */
export function changeSettingsWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  { edit, ...change }: SettingsChange,
): Promise<Levels> {
  return changeWithKey(request, condition, (now) => ({ ...change, editSettings: () => edit(now) }));
}

/**
 * A key that is limited to spaces or levels cannot change what applies to all of them: the levels themselves,
 * their order, and the meaning of their names.
 * @returns the levels after the change
 * @throws Problem, StorageUnavailableError, HostError, CorruptRecordError
 */
export async function changeLevelsWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  { type, plan }: LevelsChange,
): Promise<Levels> {
  return changeWithKey(request, condition, ({ all }) => {
    const planned = plan(all);
    if (planned === 'unknown') throw unknown();
    return { type, subject: planned.subject, editLevels: planned.edit };
  });
}

async function changeWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  plan: (now: Levels) => ConfigurationChange,
): Promise<Levels> {
  const { storage, random, exchange } = request;
  let { key, levels: before } = request;
  await requireAdminOfAll(request);
  const after = await retryOnConflict(async () => {
    requireNoLimits(key);
    const change = plan(before);
    if (condition?.(etagOfLevels(before)) === false) {
      const detail =
        'Levels or settings are not what If-Match asks for. Nothing was written: read them again, then decide.';
      throw new Problem('PRECONDITION_FAILED', { detail, headers: { ETag: etagOfLevels(before) } });
    }
    const context = {
      storage,
      random,
      now: request.clock(),
      requestId: exchange.requestId,
      actor: actorOf(key),
      before,
      stillValid: [isUnchanged(key)],
    };
    const done = await changeConfiguration(context, change);
    if (done.outcome === 'refused') throw refused(done.reason, done.where);
    if (done.outcome !== 'conflict') return done.levels;
    const [keyRow, levels] = await awaitAll([
      storage.read('api-key', key.keyId),
      readLevels(storage, exchange.installationId),
    ]);
    key = request.verifyAgain(keyRow);
    before = levels;
    return 'conflict';
  });
  if (after === 'conflict') throw editConflict();
  return after;
}

/** Every attempt conflicted with other writes. */
export function editConflict(): Problem {
  const detail = 'Nothing was changed. Retry.';
  return new Problem('EDIT_CONFLICT', { detail, headers: { 'Retry-After': '1' } });
}

/** @throws Problem 404 */
export function requireLevel(levels: readonly Level[], name: string): Level {
  const level = findNamed(levels, name);
  if (level === undefined) throw unknown();
  return level;
}

/** @throws Problem 404 */
export function requireSubLevel(level: Level, name: string): SubLevel {
  const subLevel = findSubLevelNamed(level, name);
  if (subLevel === undefined) throw unknown();
  return subLevel;
}

/** @throws Problem 404 */
export function requireScheme({ settings }: Levels, schemeId: string): LevelScheme {
  const scheme = settings.schemes.find((one) => one.schemeId === schemeId);
  if (scheme !== undefined) return scheme;
  throw new Problem('CONFIGURATION_NOT_FOUND', { detail: 'GET /v1/setting lists the level schemes with their UUIDs.' });
}

function unknown(): Problem {
  return new Problem('CONFIGURATION_NOT_FOUND', {
    detail: 'GET /v1/level lists the levels with their UUIDs and keys.',
  });
}

function refused(reason: ConfigurationRefusal, where: readonly string[]): Problem {
  const about = where.length === 0 ? '' : ` It is named by: ${where.slice(0, 10).join(', ')}.`;
  switch (reason) {
    case 'LEVEL_NOT_FOUND':
    case 'SUBLEVEL_NOT_FOUND':
      return unknown();
    case 'NAME_TAKEN':
    case 'KEY_TAKEN': {
      const detail = `Choose another ${reason === 'NAME_TAKEN' ? 'name' : 'key'}, or restore the one that has it.`;
      return new Problem('NAME_TAKEN', { detail });
    }
    case 'NOT_THE_WHOLE_ORDER':
      return new Problem('INCOMPLETE_ORDER', { detail: 'Name each of them once, archived ones too.' });
    case 'LEVEL_IN_SETTINGS':
      return new Problem(reason, { detail: `Change the settings first.${about}` });
    case 'TOO_MANY_LEVELS':
    case 'TOO_MANY_SUBLEVELS':
      return new Problem('CONFIGURATION_FULL', { detail: '50 that are not archived are possible. Archive one first.' });
    case 'CONFIGURATION_TOO_LARGE':
      return new Problem('CONFIGURATION_FULL', {
        detail: 'All levels and settings together may have 200 KiB. Shorten a description or a guideline.',
      });
    case 'TOO_MANY_SCHEMES':
      return new Problem('CONFIGURATION_FULL', { detail: '50 level schemes are possible. Remove one first.' });
    case 'SCHEME_NOT_FOUND':
      return new Problem('INVALID_SETTINGS', { detail: `No level scheme has this schemeId.${about}` });
    case 'SCHEME_IN_USE':
      return new Problem('INVALID_SETTINGS', {
        detail: `The scheme is in use. First assign another scheme, or none.${about}`,
      });
    case 'LEVEL_NOT_SETTABLE':
      return new Problem('INVALID_SETTINGS', {
        detail: `A level or sub-level does not exist or is archived.${about}`,
      });
    case 'DEFAULT_OUTSIDE_SCHEME':
      return new Problem('INVALID_SETTINGS', {
        detail: `A default level must be one that the scheme of its space has.${about}`,
      });
  }
}
