import type { AuditType } from '../audit/event';
import {
  changeConfiguration,
  type ConfigurationChange,
  type ConfigurationRefusal,
} from '../classification/change-configuration';
import type { LevelEdit } from '../classification/edit-levels';
import { type Levels, readLevels } from '../classification/level-store';
import type { Level } from '../classification/model';
import { findNamed } from '../classification/resolve-level';
import { together } from '../platform/together';
import { requireAdminOfAll, requireNoLimits } from './admin-of-all';
import type { Condition } from './middleware/conditions';
import { Problem, type ProblemCode } from './problem';
import type { AuthorizedRequest } from './route';

/** Levels changed with a key: what a site admin may do in the admin area, with the key's scope and limits as well. */

/** The problems of every operation that changes levels. */
export const ADMINISTRATION_PROBLEMS = [
  'CREATOR_NOT_ADMIN',
  'KEY_HAS_LIMITS',
  'PRECONDITION_FAILED',
  'EDIT_CONFLICT',
] as const satisfies readonly ProblemCode[];

export const ETAG_OF_LEVELS = { ETag: 'Changes when the levels, or the settings, change: for If-Match.' };

/** How often a lost race is decided anew. */
const MAX_ATTEMPTS = 3;

export function etagOfLevels({ revision }: Pick<Levels, 'revision'>): string {
  return `"l${revision}"`;
}

interface LevelsChange {
  readonly type: AuditType;
  /** What is to become of them; `unknown` = what the path names is not there. */
  readonly plan: (levels: readonly Level[]) => PlannedEdit | 'unknown';
}

interface PlannedEdit {
  /** For the audit, for example `level:<UUID>`. */
  readonly subject: string;
  readonly edit: (levels: readonly Level[]) => LevelEdit;
}

/**
 * A key that is limited to spaces or levels does not reach what holds for all of them: neither the levels themselves, nor
 * their order, nor what their names mean.
 * @returns the levels after the change
 * @throws Problem, StorageUnavailableError, HostError, CorruptRecordError
 */
export async function changeLevelsWithKey(
  request: AuthorizedRequest,
  condition: Condition | undefined,
  { type, plan }: LevelsChange,
): Promise<Levels> {
  const { storage, random, exchange } = request;
  let { key, levels: before } = request;
  await requireAdminOfAll(request);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    requireNoLimits(key);
    const { createdBy, name } = key.record;
    const planned = plan(before.all);
    if (planned === 'unknown') throw unknown();
    if (condition?.(etagOfLevels(before)) === false) {
      const detail = 'The levels are not what If-Match asks for. Nothing was written: read them again, then decide.';
      throw new Problem('PRECONDITION_FAILED', { detail, headers: { ETag: etagOfLevels(before) } });
    }
    const change: ConfigurationChange = { type, subject: planned.subject, editLevels: planned.edit };
    const context = {
      storage,
      random,
      now: request.clock(),
      requestId: exchange.requestId,
      actor: { type: 'apikey', accountId: createdBy, keyId: key.keyId, keyName: name },
      before,
      stillValid: [{ entity: 'api-key', key: key.keyId, expected: key.record.rev }],
    } as const;
    const done = await changeConfiguration(context, change);
    if (done.outcome === 'refused') throw refused(done.reason, done.where);
    if (done.outcome !== 'conflict') return done.levels;
    const [keyRow, levels] = await together([
      storage.read('api-key', key.keyId),
      readLevels(storage, exchange.installationId),
    ]);
    key = request.verifyAgain(keyRow);
    before = levels;
  }
  const detail = 'Nothing was written. Send the request again.';
  throw new Problem('EDIT_CONFLICT', { detail, headers: { 'Retry-After': '1' } });
}

/** @throws Problem 404 */
export function requireLevel(levels: readonly Level[], name: string): Level {
  const level = findNamed(levels, name);
  if (level === undefined) throw unknown();
  return level;
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
    case 'SCHEME_NOT_FOUND':
    case 'SCHEME_IN_USE':
    case 'TOO_MANY_SCHEMES':
    case 'LEVEL_NOT_SETTABLE':
    case 'DEFAULT_OUTSIDE_SCHEME':
      throw new Error(`an edit of levels was refused as one of settings: ${reason}`);
  }
}
