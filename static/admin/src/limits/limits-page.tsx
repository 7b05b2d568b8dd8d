import Button from '@atlaskit/button/new';
import { lazy, Suspense } from 'react';
import type { QuotasView } from '../../../../src/admin/site/quotas';
import type { Query } from '../address-part';
import { ask } from '../operations';
import { texts } from '../texts';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { Table } from '../ui/table';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';

// Loaded when it opens.
const LimitsDialog = lazy(() => import('./limits-dialog'));

const readLimits = () => ask('getQuotas', {});
const editIn = ({ dialog }: Query) => (dialog === 'limits' ? { dialog } : undefined);

/** The quotas of the site, and the vendor's maximum. */
export default function LimitsPage() {
  const { limits: t } = texts;
  const { load, reload, setValue } = useLoad(readLimits);
  const { open, show, close } = useOpenDialog(editIn);
  const edit = (
    <Button aria-label={t.editNamed} onClick={() => show({ dialog: 'limits' })}>
      {t.edit}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} actions={edit} />
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={4}>
        {(view) => (
          <>
            <LimitsTable view={view} />
            <Suspense fallback={null}>
              {open !== undefined && <LimitsDialog view={view} onChanged={setValue} onClose={close} />}
            </Suspense>
          </>
        )}
      </Loaded>
    </>
  );
}

export function LimitsTable({ view }: { readonly view: QuotasView }) {
  const { limits: t } = texts;
  return (
    <Table caption={t.caption} headings={[t.limit, t.applied, t.maximum]}>
      {view.quotas.map(({ name, applied, max }) => (
        <tr key={name}>
          <th scope="row">{t.names[name]}</th>
          <td data-label={t.applied}>{applied === undefined ? t.noLimit : t.number(applied)}</td>
          <td data-label={t.maximum}>{applied === undefined ? t.noLimit : t.number(max)}</td>
        </tr>
      ))}
    </Table>
  );
}
