import * as z from 'zod';
import { type AuditPosition, readCursor, writeCursor } from '../../audit/cursor';
import { EVENTS_CSV_HEADER, eventCsvLine } from '../../audit/events-csv';
import { withVisibleFindings } from '../../findings/lists/audit-evidence';
import { type AuditFilter, auditFilter } from '../../audit/filter';
import { type AuditEntry, readEvents } from '../../audit/read-events';
import { readLevels } from '../../classification/level-store';
import { type KeyUseView, lastUseOf, viewKeyUse } from '../../keys/key-use-view';
import { viewKey } from '../../keys/key-view';
import { awaitAll } from '../../platform/await-all';
import type { KeyWithUse } from '../keys/keys';
import { findKeyUse, oneKeyInput, requireKey } from '../keys/one-key';
import type { CsvPart } from './export-in-parts';
import { readFileNames } from './names-in-file';
import type { AdminRequest } from '../operation';
import { readVisibility } from '../visible-pages';
import { readInput, Refusal } from '../result';

/** Who did what, when, with which key. Eventually consistent: an event of the last seconds may be missing. */

const cursor = z.string().max(512).optional();
const listInput = auditFilter.extend({ cursor, limit: z.int().min(1).max(100).default(50) });
const exportInput = auditFilter.extend({ cursor });

/** The limits for one response, which must arrive within the platform's time limit and 5 MB. */
const MAX_EXPORTED = 1_000;
const EXPORTED_AT_ONCE = 100;
const MAX_EXPORTED_CHARACTERS = 2_000_000;
const ENTRIES_OF_A_KEY = 50;

export interface AuditList {
  readonly entries: readonly AuditEntry[];
  readonly unreadable: number;
  /**
   * The cursor of the next part, for the same filters. Only its absence means the end: a list may be short or empty.
   */
  readonly cursor?: string;
  /** Only with a cursor: everything newer than this instant has been shown. */
  readonly searchedBackTo?: string;
}

export async function listAudit(request: AdminRequest, payload: unknown): Promise<AuditList> {
  const { cursor, limit, ...filter } = readInput(listInput, payload);
  return listFrom(request, filter, requirePosition(cursor, filter), limit);
}

export async function exportAudit(request: AdminRequest, payload: unknown): Promise<CsvPart> {
  const { cursor, ...filter } = readInput(exportInput, payload);
  let after = requirePosition(cursor, filter);
  const header = after === undefined ? EVENTS_CSV_HEADER : '';
  const shown: AuditEntry[] = [];
  let unreadable = 0;
  do {
    const page = await readEvents(request.storage, { filter, now: request.now, after, limit: EXPORTED_AT_ONCE });
    shown.push(...(await withVisibleFindings(page.entries, (pageIds) => readVisibility(request, pageIds))));
    unreadable += page.unreadable;
    after = page.next;
    // A short page used all reads that one call should make, or is the last one.
    if (page.entries.length + page.unreadable < EXPORTED_AT_ONCE) break;
  } while (after !== undefined && shown.length < MAX_EXPORTED && sizeOf(shown) < MAX_EXPORTED_CHARACTERS);
  const levels = await readLevels(request.storage, request.installationId);
  const subjects = shown.flatMap((one) => [
    one.subject,
    `person:${one.actorAccountId}`,
    `apikey:${one.actorKeyId ?? ''}`,
  ]);
  const nameOf = await readFileNames(request, levels, subjects);
  const csv = header + shown.map((entry) => eventCsvLine(entry, nameOf)).join('');
  return { csv, rows: shown.length, unreadable, ...placeToGoOn(after, filter) };
}

const sizeOf = (entries: readonly AuditEntry[]) => JSON.stringify(entries).length;

export interface KeyDetails {
  readonly key: KeyWithUse;
  /** The events caused with the key; undefined = they could not be read. */
  readonly use?: KeyUseView;
  /** The events that changed the key itself. The cursor is one of listAudit with the key as the subject. */
  readonly audit: AuditList;
}

export async function getKeyDetails(request: AdminRequest, payload: unknown): Promise<KeyDetails> {
  const { keyId } = readInput(oneKeyInput, payload);
  const [key, use, audit] = await awaitAll([
    requireKey(request, keyId),
    findKeyUse(request, keyId),
    listFrom(request, { subject: `apikey:${keyId}` }, undefined, ENTRIES_OF_A_KEY),
  ]);
  return {
    key: { ...viewKey(keyId, key.record, request.now), ...lastUseOf(use) },
    ...(use === 'unreadable' ? {} : { use: viewKeyUse(use, request.now) }),
    audit,
  };
}

async function listFrom(
  request: AdminRequest,
  filter: AuditFilter,
  after: AuditPosition | undefined,
  limit: number,
): Promise<AuditList> {
  const { storage, now } = request;
  const { entries, unreadable, next } = await readEvents(storage, { filter, now, after, limit });
  return {
    entries: await withVisibleFindings(entries, (pageIds) => readVisibility(request, pageIds)),
    unreadable,
    ...placeToGoOn(next, filter),
  };
}

function placeToGoOn(
  next: AuditPosition | undefined,
  filter: AuditFilter,
): Pick<AuditList, 'cursor' | 'searchedBackTo'> {
  return next === undefined ? {} : { cursor: writeCursor(next, filter), searchedBackTo: next.time };
}

/** @throws Refusal */
function requirePosition(cursor: string | undefined, filter: AuditFilter): AuditPosition | undefined {
  if (cursor === undefined) return undefined;
  const position = readCursor(cursor, filter);
  if (position !== undefined) return position;
  throw new Refusal({
    code: 'INVALID_CURSOR',
    message: 'Your position in the list doesn’t match the filters. Reload the list.',
  });
}
