import { auditRow, type AuditType } from '../audit/event';
import type { EditRefusal, LevelEdit } from '../classification/edit-levels';
import { commitLevels, type Levels, readLevels } from '../classification/level-store';
import type { Level } from '../classification/model';
import type { AdminRequest } from './operation';
import { invalidInput, Refusal } from './result';

/** The way of every edit of the levels: as they are now, the edit, one transaction with its audit row. */

export interface LevelList {
  /** For the next edit. */
  readonly rev: number;
  /** In their order, the archived ones too. */
  readonly levels: readonly Level[];
}

interface LevelChange {
  /** The revision that the edit is based on. */
  readonly rev: number;
  readonly type: AuditType;
  /** For the audit, for example `level:<UUID>`. */
  readonly subject: string;
  readonly edit: (levels: readonly Level[]) => LevelEdit;
  /** Asked only where the edit would change something. @throws Refusal */
  readonly mayChange?: (levels: Levels) => Promise<void>;
}

/** @returns the levels after it @throws Refusal, StorageUnavailableError, CorruptRecordError */
export async function changeLevels(request: AdminRequest, change: LevelChange): Promise<LevelList> {
  const { storage, installationId, random, now, accountId, requestId } = request;
  const before = await readLevels(storage, installationId);
  if (before.revision !== change.rev) throw levelsChanged(before.revision);
  const edited = change.edit(before.all);
  switch (edited.outcome) {
    case 'unchanged':
      return { rev: before.revision, levels: before.all };
    case 'refused':
      throw refusalOf(edited.reason);
    case 'changed':
      break;
  }
  await change.mayChange?.(before);
  const row = auditRow({
    id: random.uuid(),
    type: change.type,
    time: now,
    subject: change.subject,
    actor: { type: 'user', accountId },
    requestId,
    ...(edited.before === undefined ? {} : { before: edited.before }),
    ...(edited.after === undefined ? {} : { after: edited.after }),
  });
  if ((await commitLevels(storage, before, { ...before, all: edited.levels }, [row])) === 'conflict')
    throw levelsChanged(before.revision);
  return { rev: before.revision + 1, levels: edited.levels };
}

function levelsChanged(revision: number): Refusal {
  return new Refusal({
    code: 'LEVELS_CHANGED',
    message: `Somebody else has changed the levels meanwhile (they are at revision ${revision} or later). Look at them again, then decide.`,
  });
}

function refusalOf(reason: EditRefusal): Refusal {
  switch (reason) {
    case 'LEVEL_NOT_FOUND':
      return new Refusal({ code: reason, message: 'There is no level with this id on this site.' });
    case 'SUBLEVEL_NOT_FOUND':
      return new Refusal({ code: reason, message: 'The level has no sub-level with this id.' });
    case 'NAME_TAKEN':
      return invalidInput([{ field: 'name', message: 'is the name of another one that is not archived' }]);
    case 'TOO_MANY_LEVELS':
      return new Refusal({
        code: reason,
        message: 'A site can have 50 levels that are not archived. Archive one first.',
      });
    case 'TOO_MANY_SUBLEVELS':
      return new Refusal({
        code: reason,
        message: 'A level can have 50 sub-levels that are not archived. Archive one first.',
      });
    case 'LEVELS_TOO_LARGE':
      return new Refusal({
        code: reason,
        message: 'All levels together have more text than can be kept (100 KiB). Shorten a description or a guideline.',
      });
    case 'NOT_THE_WHOLE_ORDER':
      return new Refusal({ code: reason, message: 'The new order must name each of them once, archived ones too.' });
  }
}
