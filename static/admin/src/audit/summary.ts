import { formatDay } from '../dates';
import { accountName } from '../names';
import { texts } from '../texts';
import { subjectName, typeName } from './event-words';
import type { AppliedFilter } from './filter';
import type { AuditNames } from './names';
import { keyName } from './value-words';

/** The active filters in words. Empty without filters. */
export function summaryOf({ draft, filter }: AppliedFilter, names: AuditNames): string {
  const { summary, preset } = texts.audit;
  return [
    filter.type === undefined ? '' : typeName(filter.type),
    filter.actorAccountId === undefined ? '' : accountName(names, filter.actorAccountId),
    filter.apiKeyId === undefined ? '' : summary.key(keyName(names, filter.apiKeyId)),
    filter.subject === undefined ? '' : summary.subject(subjectName(names, filter.subject)),
    draft.hours === undefined ? '' : (preset[draft.hours] ?? ''),
    draft.from === '' ? '' : summary.from(formatDay(draft.from)),
    draft.to === '' ? '' : summary.to(formatDay(draft.to)),
  ]
    .filter((part) => part !== '')
    .join('; ');
}
