import { accountIdsIn, replaceId } from '../people/account-ids';
import type { Storage } from '../platform/storage';
import { findRows, type FoundRow, type SearchPosition } from './find-rows';

/** The stored rows of one person, in parts, without secrets, and without the account ids of other people. */

const PARTS_PER_CALL = 60;

/** Secrets, and copies of responses that may be about other people. */
const NOT_EXPORTED: ReadonlySet<string> = new Set(['mac', 'answer', 'fingerprint']);

export interface ExportedRow {
  readonly entity: string;
  readonly key: string;
  readonly value: unknown;
}

/** Where an export continues, with the id of its audit event. */
export type ExportPosition = SearchPosition & { readonly exportId: string };

export interface ExportPart {
  readonly rows: readonly ExportedRow[];
  /** Undefined: the export is complete. */
  readonly next: ExportPosition | undefined;
}

/** @throws StorageUnavailableError */
export async function exportPart(
  { storage, leftMs }: { readonly storage: Pick<Storage, 'list'>; readonly leftMs: () => number },
  accountId: string,
  { exportId, ...from }: ExportPosition,
): Promise<ExportPart> {
  const rows: ExportedRow[] = [];
  let position: SearchPosition | undefined = from;
  for (let part = 0; part < PARTS_PER_CALL && position !== undefined && leftMs() > 0; part += 1) {
    const found = await findRows(storage, accountId, position);
    rows.push(...found.rows.map((row) => exported(row, accountId)));
    position = found.next;
  }
  return { rows, next: position && { ...position, exportId } };
}

function exported(row: FoundRow, accountId: string): ExportedRow {
  let { value } = row;
  for (const other of accountIdsIn(row)) if (other !== accountId) value = replaceId(value, other, 'another person');
  return { entity: row.entity, key: row.key, value: withoutSecrets(value) };
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries<unknown>({ ...value }).filter(([name]) => !NOT_EXPORTED.has(name)));
}
