import Button from '@atlaskit/button/new';
import type { AuditList } from '../../../../src/admin/audit/audit-log';
import { Changes } from '../audit/changes';
import { changesOf, typeName } from '../audit/event-words';
import type { AuditNames } from '../audit/names';
import { formatInstant } from '../dates';
import { useNavigation } from '../navigation';
import { accountName } from '../names';
import { texts } from '../texts';

interface KeyActivityProps {
  readonly keyId: string;
  readonly audit: AuditList;
  readonly names: AuditNames;
  readonly onRevert: () => void;
}

/** The activity of a key, with person, time and changes. */
export function KeyActivity({ keyId, audit, names, onRevert }: KeyActivityProps) {
  const { goTo } = useNavigation();
  const { details } = texts;
  return (
    <section className="details-section">
      <h3>{details.activity}</h3>
      {audit.entries.length === 0 && <p className="subtle">{details.noActivity}</p>}
      <ol className="trail">
        {audit.entries.map((entry) => (
          <li key={entry.id}>
            <strong>{typeName(entry.type)}</strong> {details.activityBy(accountName(names, entry.actorAccountId))}
            <span className="line note">{formatInstant(entry.time)}</span>
            <Changes changes={changesOf(entry, names)} />
          </li>
        ))}
      </ol>
      {audit.unreadable > 0 && <p className="note">{texts.audit.unreadable(audit.unreadable)}.</p>}
      {audit.cursor !== undefined && <p className="note">{details.moreActivity}</p>}
      <div className="presets">
        <Button onClick={() => goTo('audit', { subject: `apikey:${keyId}` })}>{details.toAudit}</Button>
        <Button onClick={() => goTo('audit', { apiKeyId: keyId })}>{details.toActions}</Button>
        <Button onClick={onRevert}>{texts.revert.open}</Button>
      </div>
    </section>
  );
}
