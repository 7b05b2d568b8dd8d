import type { AuditActor, AuditType } from '../audit/event';
import { auditRow } from '../audit/event';
import type { Random } from '../platform/random';
import type { RowCheck, Storage } from '../platform/storage';
import type { EditRefusal, LevelEdit } from './edit-levels';
import { type Fault, findFaults, type SettingsEdit, type SettingsRefusal } from './edit-settings';
import { commitLevels, type Levels } from './level-store';
import type { Level, Settings } from './model';

/**
 * Every edit of the levels and the settings uses this function. It reads the configuration, applies the edit, checks
 * that levels and settings fit together, and writes them and the audit row in one transaction.
 */

export interface ConfigurationContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
  readonly requestId: string;
  readonly actor: AuditActor;
  /** The configuration that the edit is based on. */
  readonly before: Levels;
  /** Additional conditions: the key of the caller must be unchanged. */
  readonly stillValid?: readonly RowCheck[];
}

export type ConfigurationChange = {
  readonly type: AuditType;
  /** The subject for the audit log, for example `level:<UUID>`. */
  readonly subject: string;
  /** Called only if the edit would change something. May throw an error that ends the request. */
  readonly mayChange?: (before: Levels) => Promise<void>;
} & (
  | { readonly editLevels: (levels: readonly Level[]) => LevelEdit }
  | {
      readonly editSettings: (settings: Settings) => SettingsEdit;
      /** Whether the edit removes something that is still in use. */
      readonly removes?: 'SCHEME_IN_USE';
    }
);

export type ConfigurationRefusal =
  EditRefusal | SettingsRefusal | Fault['fault'] | 'LEVEL_IN_SETTINGS' | 'SCHEME_IN_USE' | 'CONFIGURATION_TOO_LARGE';

export type ConfigurationOutcome =
  | { readonly outcome: 'changed' | 'unchanged'; readonly levels: Levels }
  /** `where`: the affected places: `site`, `space:<id>`, `scheme:<name>`. */
  | { readonly outcome: 'refused'; readonly reason: ConfigurationRefusal; readonly where: readonly string[] }
  /** Another edit was committed first. Nothing was written. */
  | { readonly outcome: 'conflict' };

/** Bytes of JSON in UTF-8. The platform allows 240 KiB a row, and every API request reads this row. */
const MAX_STORED_BYTES = 200 * 1024;

/** @throws StorageUnavailableError, and what `mayChange` throws */
export async function changeConfiguration(
  context: ConfigurationContext,
  change: ConfigurationChange,
): Promise<ConfigurationOutcome> {
  const { storage, random, now, requestId, actor, before, stillValid = [] } = context;
  const edited = 'editLevels' in change ? change.editLevels(before.all) : change.editSettings(before.settings);
  if (edited.outcome === 'unchanged') return { outcome: 'unchanged', levels: before };
  if (edited.outcome === 'refused') return { outcome: 'refused', reason: edited.reason, where: [] };
  const after = { ...before, ...('levels' in edited ? { all: edited.levels } : { settings: edited.settings }) };

  const faults = newFaults(before, after);
  const [first] = faults;
  if (first !== undefined) {
    const reason = 'editLevels' in change ? 'LEVEL_IN_SETTINGS' : (change.removes ?? first.fault);
    return { outcome: 'refused', reason, where: [...new Set(faults.map(({ where }) => where))] };
  }
  if (Buffer.byteLength(JSON.stringify([after.all, after.settings])) > MAX_STORED_BYTES) {
    return { outcome: 'refused', reason: 'CONFIGURATION_TOO_LARGE', where: [] };
  }
  await change.mayChange?.(before);
  const row = auditRow({
    id: random.uuid(),
    type: change.type,
    time: now,
    subject: change.subject,
    actor,
    requestId,
    ...(edited.before === undefined ? {} : { before: edited.before }),
    ...(edited.after === undefined ? {} : { after: edited.after }),
  });
  if ((await commitLevels(storage, before, after, [row], stillValid)) === 'conflict') return { outcome: 'conflict' };
  return { outcome: 'changed', levels: { ...after, revision: before.revision + 1 } };
}

/** Only the problems that the edit causes: problems that another version of the app left must not block edits. */
function newFaults(before: Levels, after: Levels): readonly Fault[] {
  const old = findFaults(before.all, before.settings);
  return findFaults(after.all, after.settings).filter(
    ({ fault, where, id }) => !old.some((one) => one.fault === fault && one.where === where && one.id === id),
  );
}
