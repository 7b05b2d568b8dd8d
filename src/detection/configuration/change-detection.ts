import { type AuditActor, auditRow, type AuditType } from '../../audit/event';
import type { Random } from '../../platform/random';
import type { RowCheck, Storage } from '../../platform/storage';
import { commitDetection, type Detection } from './configuration-store';
import type { DetectionEdit, DetectionRefusal } from './edit-configuration';
import type { DetectionConfig } from './model';

/** Commits an edit of the detection configuration together with its audit row. */

export interface DetectionContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
  readonly requestId: string;
  readonly actor: AuditActor;
  /** The configuration that the edit is based on. */
  readonly before: Detection;
  /** Other rows that must not have changed, such as the acting API key. */
  readonly stillValid?: readonly RowCheck[];
}

export interface DetectionChange {
  readonly type: AuditType;
  /** The audit subject: `detector:<id>`, `detection`, `detector-scheme:<UUID>`, `space:<id>`. */
  readonly subject: string;
  readonly edit: (config: DetectionConfig) => DetectionEdit;
  /** Called only if the edit changes something. Throws to abort the request. */
  readonly authorize?: (before: Detection) => Promise<void>;
}

export type DetectionOutcome =
  | { readonly outcome: 'changed' | 'unchanged'; readonly detection: Detection }
  | {
      readonly outcome: 'refused';
      readonly reason: DetectionRefusal | 'CONFIGURATION_TOO_LARGE';
      readonly where: readonly string[];
    }
  /** Another writer was faster. Nothing was written. */
  | { readonly outcome: 'conflict' };

/** Size as UTF-8 JSON. The platform allows 240 KiB per row. */
const MAX_STORED_BYTES = 200 * 1024;

/** @throws StorageUnavailableError, and any error of `authorize` */
export async function changeDetection(context: DetectionContext, change: DetectionChange): Promise<DetectionOutcome> {
  const { storage, random, now, requestId, actor, before, stillValid = [] } = context;
  const edited = change.edit(before.config);
  if (edited.outcome === 'unchanged') return { outcome: 'unchanged', detection: before };
  if (edited.outcome === 'refused') return { outcome: 'refused', reason: edited.reason, where: edited.where ?? [] };
  if (Buffer.byteLength(JSON.stringify(edited.config)) > MAX_STORED_BYTES) {
    return { outcome: 'refused', reason: 'CONFIGURATION_TOO_LARGE', where: [] };
  }
  await change.authorize?.(before);
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
