import Button from '@atlaskit/button/new';
import { texts } from '../texts';
import { CopyButton } from '../ui/copy-button';
import { Changes } from './changes';
import type { Change } from './event-words';
import type { FilterDraft } from './filter';
import type { AuditEntry } from './names';

interface EventDetailsProps {
  readonly entry: AuditEntry;
  readonly changes: readonly Change[];
  readonly onOnly: (changes: Partial<FilterDraft>) => void;
}

/** The details of an event, with full texts, IDs, and filters for similar events. */
export function EventDetails({ entry, changes, onOnly }: EventDetailsProps) {
  const { detail } = texts.audit;
  const kind = entry.subject.split(':')[0];
  const keyId = entry.actorKeyId;
  const facts = [
    [detail.requestId, entry.requestId],
    [detail.time, entry.time],
    [detail.accountId, entry.actorAccountId],
    ...(keyId === undefined ? [] : [[detail.keyId, keyId] as const]),
    [detail.subject, entry.subject],
    [detail.id, entry.id],
  ] as const;
  return (
    <div className="audit-details">
      <dl className="audit-facts">
        {changes.length > 0 && (
          <div className="audit-wide">
            <dt>{detail.changes}</dt>
            <dd>
              <Changes changes={changes} />
            </dd>
          </div>
        )}
        {entry.details.justification !== undefined && (
          <div className="audit-wide">
            <dt>{detail.justification}</dt>
            <dd>{entry.details.justification}</dd>
          </div>
        )}
        <div>
          <dt>{detail.outcome}</dt>
          <dd>{entry.outcome}</dd>
        </div>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton label={texts.audit.copyDetail(label)} text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="presets" role="group" aria-label={texts.audit.only}>
        <span className="subtle">{texts.audit.only}</span>
        <Button spacing="compact" onClick={() => onOnly({ person: entry.actorAccountId })}>
          {texts.audit.onlyPerson}
        </Button>
        {keyId !== undefined && (
          <Button spacing="compact" onClick={() => onOnly({ keyId })}>
            {texts.audit.onlyKey}
          </Button>
        )}
        <Button spacing="compact" onClick={() => onOnly({ subject: entry.subject })}>
          {kind === 'page' || kind === 'apikey' ? texts.audit.onlySubject[kind] : texts.audit.onlySubject.other}
        </Button>
      </div>
    </div>
  );
}
