import { csvLine } from '../platform/csv';
import type { AuditEntry } from './read-events';

/** Events as CSV. */

const COLUMNS = [
  ['time', ({ time }) => time],
  ['type', ({ type }) => type],
  ['outcome', ({ outcome }) => outcome],
  ['subject', ({ subject }) => subject],
  ['actorType', ({ actorType }) => actorType],
  ['actorAccountId', ({ actorAccountId }) => actorAccountId],
  ['actorKeyId', ({ actorKeyId }) => actorKeyId ?? ''],
  ['actorKeyName', ({ details }) => details.keyName ?? ''],
  ['before', ({ details }) => (details.before === undefined ? '' : JSON.stringify(details.before))],
  ['after', ({ details }) => (details.after === undefined ? '' : JSON.stringify(details.after))],
  ['justification', ({ details }) => details.justification ?? ''],
  ['requestId', ({ requestId }) => requestId],
  ['id', ({ id }) => id],
] as const satisfies readonly (readonly [string, (entry: AuditEntry) => string])[];

export const EVENTS_CSV_HEADER = csvLine(COLUMNS.map(([name]) => name));

export function eventCsvLine(entry: AuditEntry): string {
  return csvLine(COLUMNS.map(([, textOf]) => textOf(entry)));
}
