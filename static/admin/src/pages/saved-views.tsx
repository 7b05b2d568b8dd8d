import Button from '@atlaskit/button/new';
import { useCallback, useState } from 'react';
import type { AdminOperations } from '../../../../src/admin/contract';
import type { PageViews } from '../../../../src/admin/pages/page-views';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Failure } from '../ui/failure';
import { FormDialog } from '../ui/form-dialog';
import { TextField } from '../ui/form-fields';
import { Menu } from '../ui/menu';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import { filterOf, inputOf, isFiltered, NO_FILTER, pagesQuery, type PagesFilter } from './filter';

type View = PageViews['views'][number];
type ViewsChange = AdminOperations['changePageViews']['input']['change'];
type Open = { readonly of: 'add' } | { readonly of: 'rename' | 'delete'; readonly view: View };

const keyOf = (filter: PagesFilter) => new URLSearchParams(pagesQuery(filter)).toString();

interface SavedViewsProps {
  readonly filter: PagesFilter;
  readonly onOpen: (filter: PagesFilter) => void;
}

/** The saved views of the site, above the list. The view of the current filters is marked. */
export function SavedViews({ filter, onOpen }: SavedViewsProps) {
  const { views: t } = texts.pageList;
  const { load, refresh, setValue } = useLoad(useCallback(() => ask('listPageViews', {}), []));
  const [open, setOpen] = useState<Open>();
  if (load.state === 'failed') return <Failure title={t.failed} error={load.error} onRetry={() => void refresh()} />;
  const { rev, views } = load.state === 'ready' ? load.value : { rev: 0, views: [] };
  const current = keyOf(filter);
  const shown = views.find((one) => keyOf(filterOf(one.filter)) === current);
  const entry = (key: string, name: string, opened: PagesFilter) => (
    <li key={key}>
      <button
        type="button"
        className="pages-view"
        aria-current={keyOf(opened) === current ? 'true' : undefined}
        onClick={() => onOpen(opened)}
      >
        {name}
      </button>
    </li>
  );
  return (
    <div className="pages-views">
      <ul aria-label={t.label}>
        {entry('all', t.all, NO_FILTER)}
        {views.map(({ viewId, name, filter: saved }) => entry(viewId, name, filterOf(saved)))}
      </ul>
      {shown !== undefined && (
        <Menu
          label={t.manage(shown.name)}
          items={[
            { label: t.rename, onSelect: () => setOpen({ of: 'rename', view: shown }) },
            { label: t.remove, onSelect: () => setOpen({ of: 'delete', view: shown }) },
          ]}
        />
      )}
      {shown === undefined && isFiltered(filter) && load.state === 'ready' && (
        <Button spacing="compact" onClick={() => setOpen({ of: 'add' })}>
          {t.save}
        </Button>
      )}
      {open !== undefined && (
        <ViewDialog
          open={open}
          filter={filter}
          rev={rev}
          onSaved={(saved) => {
            setValue(saved);
            setOpen(undefined);
          }}
          // Another admin may have changed the views.
          onClose={() => {
            setOpen(undefined);
            void refresh();
          }}
        />
      )}
    </div>
  );
}

interface ViewDialogProps extends Pick<SavedViewsProps, 'filter'> {
  readonly open: Open;
  readonly rev: number;
  readonly onSaved: (views: PageViews) => void;
  readonly onClose: () => void;
}

function ViewDialog({ open, filter, rev, onSaved, onClose }: ViewDialogProps) {
  const { views: t } = texts.pageList;
  const before = open.of === 'add' ? '' : open.view.name;
  const [name, setName] = useState(before);
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const save = async (change: ViewsChange) => {
    const answer = await ask('changePageViews', { rev, change });
    setError(answer.ok ? undefined : answer.error);
    if (answer.ok) onSaved(answer.value);
  };
  if (open.of === 'delete') {
    const { viewId } = open.view;
    return (
      <ConfirmDialog
        title={t.removeTitle(before)}
        submit={t.remove}
        failure={{ title: t.notRemoved, error }}
        isSending={isSending}
        onSubmit={() => void send(() => save({ of: 'delete', viewId }))}
        onClose={onClose}
      >
        <p>{t.removeBody}</p>
      </ConfirmDialog>
    );
  }
  const change: ViewsChange =
    open.of === 'add' ? { of: 'add', name, filter: inputOf(filter) } : { of: 'rename', viewId: open.view.viewId, name };
  const wrong = error?.fields?.find(({ field }) => field === 'change.name');
  return (
    <FormDialog
      title={open.of === 'add' ? t.saveTitle : t.renameTitle}
      submit={open.of === 'add' ? t.save : t.rename}
      errors={error ?? NO_ERRORS}
      isDirty={name !== before}
      isSending={isSending}
      onSubmit={() => void send(() => save(change))}
      onClose={onClose}
    >
      {error !== undefined && wrong === undefined && <Failure title={t.notSaved} error={error} />}
      {open.of === 'add' && <p>{t.saveBody}</p>}
      <TextField label={t.nameLabel} isRequired error={wrong?.message} value={name} maxLength={80} onChange={setName} />
    </FormDialog>
  );
}

const NO_ERRORS = {};
