import * as z from 'zod';
import { readCursor, writeCursor } from '../../audit/cursor';
import { EVENT_COLUMNS } from '../../audit/events-csv';
import { withVisibleFindings } from '../../findings/lists/audit-evidence';
import { type AuditFilter, auditFilter } from '../../audit/filter';
import { type AuditEntry, listEvents, readEvents } from '../../audit/read-events';
import { type KeyUseView, lastUseOf, viewKeyUse } from '../../keys/key-use-view';
import { viewKey } from '../../keys/key-view';
import { awaitAll } from '../../platform/await-all';
import type { Position } from '../../platform/rows-by-time';
import type { KeyWithUse } from '../keys/keys';
import { findKeyUse, oneKeyInput, requireKey } from '../keys/one-key';
import { type CsvPart, exportInParts } from './export-in-parts';
import { readVisibility } from '../visible-pages';
import { cursorInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/** Who did what, when, with which key. Eventually consistent, so an event of the last seconds may be missing. */

const cursor = cursorInput;
const listInput = auditFilter.extend({ cursor, limit: z.int().min(1).max(100).default(50) });
const exportInput = auditFilter.extend({ cursor });

const ENTRIES_OF_A_KEY = 50;

export interface AuditList {
  readonly entries: readonly AuditEntry[];
  readonly unreadable: number;
  /**
   * The cursor of the next part, for the same filters. Only its absence means the end. A list may be short or empty.
   */
  readonly cursor?: string;
  /** Present only with a cursor. Everything newer than this instant has been shown. */
  readonly searchedBackTo?: string;
}

export const listAudit = operation(listInput, async (request, { cursor, limit, ...filter }): Promise<AuditList> => {
  return listFrom(request, filter, requirePosition(cursor, filter), limit);
});

export const exportAudit = operation(exportInput, (request, { cursor, ...filter }): Promise<CsvPart> => {
  return exportInParts(request, requirePosition(cursor, filter), {
    columns: EVENT_COLUMNS,
    list: (storage, question) => listEvents(storage, { ...question, filter }),
    show: showEvents,
    subjectsOf: ({ subject, actorAccountId, actorKeyId }) => [
      subject,
      `person:${actorAccountId}`,
      `apikey:${actorKeyId ?? ''}`,
    ],
    cursorOf: (position) => writeCursor(position, filter),
  });
});

function showEvents(request: AdminRequest, entries: readonly AuditEntry[]): Promise<readonly AuditEntry[]> {
  return withVisibleFindings(entries, (pageIds) => readVisibility(request, pageIds));
}

export interface KeyDetails {
  readonly key: KeyWithUse;
  /** The events caused with the key; undefined = they could not be read. */
  readonly use?: KeyUseView;
  /** The events that changed the key itself. The cursor is one of listAudit with the key as the subject. */
  readonly audit: AuditList;
}

export const getKeyDetails = operation(oneKeyInput, async (request, { keyId }): Promise<KeyDetails> => {
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
});

async function listFrom(
  request: AdminRequest,
  filter: AuditFilter,
  after: Position | undefined,
  limit: number,
): Promise<AuditList> {
  const { storage, now } = request;
  const { entries, unreadable, next } = await readEvents(storage, { filter, now, after, limit });
  const place = next && { cursor: writeCursor(next, filter), searchedBackTo: next.time };
  return { entries: await showEvents(request, entries), unreadable, ...place };
}

/** @throws Refusal */
function requirePosition(cursor: string | undefined, filter: AuditFilter): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = readCursor(cursor, filter);
  if (position !== undefined) return position;
  throw new Refusal('INVALID_CURSOR', 'Your position in the list doesn’t match the filters. Reload the list.');
}
