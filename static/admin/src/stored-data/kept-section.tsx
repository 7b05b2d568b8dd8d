import Button from '@atlaskit/button/new';
import { lazy, Suspense, useState } from 'react';
import type { StoredDataView } from '../../../../src/admin/site/stored-data';
import type { Query } from '../address-part';
import { formatInstant } from '../dates';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import { useOpenDialog } from '../use-open-dialog';
import { useSending } from '../use-sending';

// Loaded when it opens.
const RetentionDialog = lazy(() => import('./retention-dialog'));

interface KeptSectionProps {
  readonly view: StoredDataView;
  readonly onChanged: (view: StoredDataView) => void;
}

const editIn = ({ dialog }: Query) => (dialog === 'retention' ? { dialog } : undefined);

export function KeptSection({ view, onChanged }: KeptSectionProps) {
  const { kept: t } = texts.storedData;
  const { open, show, close } = useOpenDialog(editIn);
  return (
    <Section
      id="kept-data"
      title={t.title}
      intro={t.intro}
      actions={
        <Button aria-label={t.editNamed} onClick={() => show({ dialog: 'retention' })}>
          {t.edit}
        </Button>
      }
    >
      {view.appliesFrom !== undefined && (
        <ShorterTimes view={view} appliesFrom={view.appliesFrom} onChanged={onChanged} />
      )}
      <Table caption={t.caption} headings={[t.rows, t.time, t.count]}>
        {view.rows.map(({ rows, kept, count }) => (
          <tr key={rows}>
            <th scope="row">{rows}</th>
            <td data-label={t.time}>{keptText(view, kept)}</td>
            <td data-label={t.count}>
              {count === undefined ? <span aria-label={t.notKnownNamed}>{t.notKnown}</span> : count.toLocaleString()}
            </td>
          </tr>
        ))}
      </Table>
      <Suspense fallback={null}>
        {open !== undefined && <RetentionDialog view={view} onChanged={onChanged} onClose={close} />}
      </Suspense>
    </Section>
  );
}

interface ShorterTimesProps extends KeptSectionProps {
  readonly appliesFrom: string;
}

/** The times that still apply, and a way to keep them. */
function ShorterTimes({ view, appliesFrom, onChanged }: ShorterTimesProps) {
  const { kept: t, names } = texts.storedData;
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const waiting = view.retention.flatMap(({ name, before }) => (before === undefined ? [] : [{ name, before }]));
  const undo = () =>
    void send(async () => {
      const settings = Object.fromEntries(waiting.map(({ name, before }) => [name, before]));
      const answer = await ask('changeRetention', { rev: view.rev, settings });
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) onChanged(answer.value);
    });
  return (
    <Message kind="information" title={t.waits(formatInstant(appliesFrom))}>
      <p>{t.waitsBody}</p>
      <ul className="plain-list">
        {waiting.map(({ name, before }) => (
          <li key={name}>{t.waitsFor(names[name], before === 'forever' ? t.forever : t.afterEnd(before))}</li>
        ))}
      </ul>
      {error !== undefined && <Failure title={t.notUndone} error={error} />}
      <Button aria-label={t.undoNamed} isDisabled={isSending} onClick={undo}>
        {t.undo}
      </Button>
    </Message>
  );
}

function keptText({ retention }: StoredDataView, kept: StoredDataView['rows'][number]['kept']): string {
  const { kept: t } = texts.storedData;
  if (kept === 'while-needed') return t.whileNeeded;
  if (typeof kept === 'object') return t.fixed(kept.days);
  const setting = retention.find(({ name }) => name === kept)?.kept ?? 'forever';
  return setting === 'forever' ? t.forever : t.afterEnd(setting);
}
