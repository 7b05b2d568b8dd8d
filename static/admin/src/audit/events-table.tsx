import Button from '@atlaskit/button/new';
import { useId } from 'react';
import type { AddressPart } from '../address-part';
import { formatSecond } from '../dates';
import { howInWords } from '../how-words';
import { accountName } from '../names';
import { texts } from '../texts';
import { changesOf, subjectName, typeName } from './event-words';
import { Changes } from './changes';
import { EventDetails } from './event-details';
import type { FilterDraft } from './filter';
import type { AuditEntry, AuditNames } from './names';
import { wordOf } from './value-words';
import { Table } from '../ui/table';
import { useAddressState } from '../use-address-state';

/** The events whose details are open. They are in the address, so that a link shows them. */
const OPEN: AddressPart<{ readonly open: readonly string[] }> = {
  read: ({ open = '' }) => ({ open: open.split(',').filter((id) => id !== '') }),
  write: ({ open }) => ({ open: open.join(',') }),
};

interface EventsTableProps {
  readonly entries: readonly AuditEntry[];
  readonly names: AuditNames;
  /** Filters by a value of an event. */
  readonly onOnly: (changes: Partial<FilterDraft>) => void;
}

export function EventsTable({ entries, names, onOnly }: EventsTableProps) {
  const { columns } = texts.audit;
  const [{ open }, setOpen] = useAddressState(OPEN);
  return (
    <Table caption={texts.audit.caption} headings={Object.values(columns)} className="audit-table">
      {entries.map((entry) => (
        <EventRows
          key={entry.id}
          entry={entry}
          names={names}
          isOpen={open.includes(entry.id)}
          onOpen={(isOpen) =>
            setOpen({ open: [...open.filter((id) => id !== entry.id), ...(isOpen ? [entry.id] : [])] })
          }
          onOnly={onOnly}
        />
      ))}
    </Table>
  );
}

interface EventRowsProps {
  readonly entry: AuditEntry;
  readonly names: AuditNames;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onOnly: (changes: Partial<FilterDraft>) => void;
}

function EventRows({ entry, names, isOpen, onOpen, onOnly }: EventRowsProps) {
  const detailsId = useId();
  const { columns } = texts.audit;
  const when = formatSecond(entry.time);
  const what = typeName(entry.type);
  const changes = changesOf(entry, names);
  return (
    <>
      <tr className="audit-row">
        <th scope="row" data-label={columns.time}>
          <time dateTime={entry.time} title={entry.time}>
            {when}
          </time>
        </th>
        <td data-label={columns.type}>
          {what}
          {entry.outcome !== 'success' && (
            <span className="line">
              <span className="lozenge lozenge-revoked">{texts.audit.outcome(entry.outcome)}</span>
            </span>
          )}
        </td>
        <td data-label={columns.actor}>{accountName(names, entry.actorAccountId)}</td>
        <td data-label={columns.key}>
          <Through entry={entry} names={names} />
        </td>
        <td data-label={columns.subject}>{subjectName(names, entry.subject, entry.details)}</td>
        <td data-label={columns.change}>
          <Changes changes={changes} isShort />
        </td>
        <td>
          <div className="audit-details-button">
            <Button
              spacing="compact"
              appearance="subtle"
              aria-label={texts.audit.detailsOf(what, when)}
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={() => onOpen(!isOpen)}
            >
              {texts.audit.details}
            </Button>
          </div>
        </td>
      </tr>
      {isOpen && (
        <tr className="audit-details-row" id={detailsId}>
          <td colSpan={Object.keys(columns).length}>
            <EventDetails entry={entry} changes={changes} onOnly={onOnly} />
          </td>
        </tr>
      )}
    </>
  );
}

/** How a level was set, and the name of the key at the time of the event, or its current name if it was not recorded. */
function Through({ entry, names }: { readonly entry: AuditEntry; readonly names: AuditNames }) {
  const { actorType, actorKeyId, details } = entry;
  const how = details.how && howInWords(details.how);
  if (actorKeyId === undefined) return <>{how ?? wordOf(THROUGH, actorType)}</>;
  return (
    <>
      {details.how !== 'REST_API' && how}
      <span className="key-name">{details.keyName ?? names.keys.get(actorKeyId)?.name}</span>
      <code className="key-id">pclsk_{actorKeyId}</code>
    </>
  );
}

const THROUGH = { user: texts.audit.adminArea, system: texts.audit.byItself };
