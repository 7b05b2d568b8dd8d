import Button from '@atlaskit/button/new';
import { lazy, Suspense } from 'react';
import type { StoredDataView } from '../../../../src/admin/stored-data';
import type { Query } from '../address-part';
import { formatInstant } from '../dates';
import { texts } from '../texts';
import { Message } from '../ui/message';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import { useOpenDialog } from '../use-open-dialog';

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
        <Message kind="information" title={t.waits(formatInstant(view.appliesFrom))}>
          <p>{t.waitsBody}</p>
        </Message>
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

function keptText({ retention }: StoredDataView, kept: StoredDataView['rows'][number]['kept']): string {
  const { kept: t } = texts.storedData;
  if (kept === 'while-needed') return t.whileNeeded;
  if (typeof kept === 'object') return t.fixed(kept.days);
  const setting = retention.find(({ name }) => name === kept)?.kept ?? 'forever';
  return setting === 'forever' ? t.forever : t.afterEnd(setting);
}
