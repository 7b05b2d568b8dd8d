import { useCallback, useEffect, useRef } from 'react';
import { formatInstant } from '../../../admin/src/dates';
import type { HistoryEntry, SurfaceOperations } from '../../../../src/surfaces/contract';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { LevelOrNone } from '../ui/level-or-none';
import { Failure } from '../ui/failure';
import { NoPageText } from '../ui/no-page';
import { Skeleton } from '../ui/skeleton';
import { howInWords } from '../../../admin/src/how-words';
import { useLoad } from '../../../admin/src/use-load';
import { useMore } from '../use-more';
import { historyTexts as t } from './texts';

type HistoryView = SurfaceOperations['listHistory']['result'];
type HistoryPart = Extract<HistoryView, { readonly state: 'page' }>;

/** All changes of the level of a page, in the ••• menu of the page. */
export function History() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listHistory', {}), []));
  if (load.state === 'loading') return <Skeleton rows={6} />;
  if (load.state === 'failed') {
    return (
      <main className="history">
        <h1 className="visually-hidden">{t.title}</h1>
        <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />
      </main>
    );
  }
  return <HistoryContent view={load.value} onView={setValue} />;
}

interface HistoryContentProps {
  readonly view: HistoryView;
  readonly onView: (view: HistoryView) => void;
}

export function HistoryContent({ view, onView }: HistoryContentProps) {
  return view.state === 'page' ? <Changes part={view} onView={onView} /> : <NoPageText state={view.state} />;
}

function Changes({ part, onView }: { readonly part: HistoryPart; readonly onView: (view: HistoryView) => void }) {
  const { entries, cursor } = part;
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(entries.length);
  const { loadMore, isLoading, error } = useMore(
    () => ask('listHistory', cursor === undefined ? {} : { cursor }),
    (next) => onView(next.state === 'page' ? { ...next, entries: [...entries, ...next.entries] } : next),
  );
  useEffect(() => {
    // The button may no longer exist, and the new changes are above it.
    const firstNew = entries.length > shown.current ? list.current?.children.item(shown.current) : undefined;
    firstNew?.querySelector<HTMLElement>('[tabindex]')?.focus();
    shown.current = entries.length;
  }, [entries.length]);
  return (
    <main className="history">
      <h1 className="visually-hidden">{t.title}</h1>
      {entries.length === 0 && cursor === undefined && <Empty />}
      {entries.length > 0 && (
        <ol ref={list} className="history-list" aria-label={t.list}>
          {entries.map((entry, index) => (
            <Change key={`${entry.at} ${index}`} entry={entry} />
          ))}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {entries.length === 0 ? '' : t.loaded(entries.length)}
      </p>
      {error !== undefined && <Failure title={t.moreFailed} error={error} onRetry={() => void loadMore()} />}
      {error === undefined && cursor !== undefined && (
        <div>
          <Button isBusy={isLoading} onClick={() => void loadMore()}>
            {t.more}
          </Button>
        </div>
      )}
    </main>
  );
}

function Empty() {
  return (
    <div className="history-empty">
      <h2>{t.empty}</h2>
      <p className="note">{t.emptyBody}</p>
    </div>
  );
}

function Change({ entry: { at, from, to, by, method, reason } }: { readonly entry: HistoryEntry }) {
  const who = by.name ?? t.by[by.kind];
  return (
    <li>
      <p className="history-levels" tabIndex={-1}>
        <LevelOrNone level={from} />
        <span aria-hidden="true">→</span>
        <span className="visually-hidden"> {t.to} </span>
        <LevelOrNone level={to} />
      </p>
      <p>{who}</p>
      <p className="note history-how">
        <span>{howInWords(method)}</span> <time dateTime={at}>{formatInstant(at)}</time>
      </p>
      {reason !== undefined && reason !== '' && <p className="history-reason">“{reason}”</p>}
    </li>
  );
}
