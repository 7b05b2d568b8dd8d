import { type AuditActor, auditRow, type AuditType } from '../../audit/event';
import type { Random } from '../../platform/random';
import type { RowCheck, Storage } from '../../platform/storage';
import { commitDetection, type Detection } from './configuration-store';
import type { DetectionEdit, DetectionRefusal } from './edit-configuration';
import type { DetectionConfig } from './model';

/** The way of every edit of the configuration of detection: the edit, and one transaction with its audit row. */

export interface DetectionContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
  readonly requestId: string;
  readonly actor: AuditActor;
  /** What the edit is based on. */
  readonly before: Detection;
  /** What must still be as it was besides: the key that acts. */
  readonly stillValid?: readonly RowCheck[];
}

export interface DetectionChange {
  readonly type: AuditType;
  /** For the audit: `detector:<id>`, `detection`, `detector-scheme:<UUID>`, `space:<id>`. */
  readonly subject: string;
  readonly edit: (config: DetectionConfig) => DetectionEdit;
  /** Asked only where the edit would change something. May throw whatever ends the request. */
  readonly mayChange?: (before: Detection) => Promise<void>;
}

export type DetectionOutcome =
  | { readonly outcome: 'changed' | 'unchanged'; readonly detection: Detection }
  | {
      readonly outcome: 'refused';
      readonly reason: DetectionRefusal | 'CONFIGURATION_TOO_LARGE';
      readonly where: readonly string[];
    }
  /** Somebody else was faster. Nothing was written. */
  | { readonly outcome: 'conflict' };

/** As JSON in UTF-8. The platform takes 240 KiB a row. */
const MAX_STORED_BYTES = 200 * 1024;

/** @throws StorageUnavailableError, and what `mayChange` throws */
export async function changeDetection(context: DetectionContext, change: DetectionChange): Promise<DetectionOutcome> {
  const { storage, random, now, requestId, actor, before, stillValid = [] } = context;
  const edited = change.edit(before.config);
  if (edited.outcome === 'unchanged') return { outcome: 'unchanged', detection: before };
  if (edited.outcome === 'refused') return { outcome: 'refused', reason: edited.reason, where: edited.where ?? [] };
  if (Buffer.byteLength(JSON.stringify(edited.config)) > MAX_STORED_BYTES) {
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
    before: edited.before,
    after: edited.after,
  });
  const outcome = await commitDetection(storage, before, edited.config, [row], stillValid);
  if (outcome === 'conflict') return { outcome: 'conflict' };
  return { outcome: 'changed', detection: { revision: before.revision + 1, config: edited.config } };
}
