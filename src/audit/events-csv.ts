import type { CsvColumns } from '../platform/csv';
import type { AuditEntry } from './read-events';

/** Events as CSV. A function returns the name for a subject, such as `page:123`. */
export const EVENT_COLUMNS: CsvColumns<[AuditEntry, (subject: string) => string]> = [
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
];
