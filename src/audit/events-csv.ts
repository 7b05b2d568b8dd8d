import { csvLine } from '../platform/csv';
import type { AuditEntry } from './read-events';

/** Events as CSV. */

const COLUMNS = [
  ['time', ({ time }) => time],
  ['type', ({ type }) => type],
  ['outcome', ({ outcome }) => outcome],
  ['subject', ({ subject }) => subject],
  ['subjectName', ({ subject }, nameOf) => nameOf(subject)],
  ['actorType', ({ actorType }) => actorType],
  ['actorAccountId', ({ actorAccountId }) => actorAccountId],
  ['actorName', ({ actorAccountId }, nameOf) => nameOf(`person:${actorAccountId}`)],
  ['actorKeyId', ({ actorKeyId }) => actorKeyId ?? ''],
  ['actorKeyName', ({ actorKeyId, details }, nameOf) => details.keyName ?? nameOf(`apikey:${actorKeyId ?? ''}`)],
  ['how', ({ details }) => details.how ?? ''],
  ['before', ({ details }) => (details.before === undefined ? '' : JSON.stringify(details.before))],
  ['after', ({ details }) => (details.after === undefined ? '' : JSON.stringify(details.after))],
  ['justification', ({ details }) => details.justification ?? ''],
  ['requestId', ({ requestId }) => requestId],
  ['id', ({ id }) => id],
] as const satisfies readonly (readonly [string, (entry: AuditEntry, nameOf: (subject: string) => string) => string])[];

export const EVENTS_CSV_HEADER = csvLine(COLUMNS.map(([name]) => name));

/** @param nameOf returns the name for a subject, such as `page:123` */
export function eventCsvLine(entry: AuditEntry, nameOf: (subject: string) => string): string {
  return csvLine(COLUMNS.map(([, textOf]) => textOf(entry, nameOf)));
}
