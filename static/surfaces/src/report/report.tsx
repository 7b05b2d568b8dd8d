import { router } from '@forge/bridge';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { LevelName, Report, ReportedPage, SurfaceOperations } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { ask, type OperationError } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { NoPageText } from '../ui/no-page';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { addReport } from './add-report';
import { reportTexts as t } from './texts';

type ReportView = SurfaceOperations['openReport']['result'];

/** The pages of a parent, a space or a query by level, as far as the viewer can see them. */
export function ReportMacro() {
  const { load, retry, setLoad } = useLoad(useCallback(() => ask('openReport', {}), []));
  if (load.state === 'loading') return <Skeleton rows={5} />;
  if (load.state === 'failed') return <Failure title={t.failed} error={load.error} onRetry={retry} />;
  return <ReportContent view={load.value} onView={(value) => setLoad({ state: 'ready', value })} />;
}

interface ReportContentProps {
  readonly view: ReportView;
  readonly onView: (view: ReportView) => void;
}

export function ReportContent({ view, onView }: ReportContentProps) {
  switch (view.state) {
    case 'report':
      return <Pages report={view} onView={onView} />;
    case 'not-configured':
    case 'source-hidden':
    case 'query-rejected':
      return <p role="status">{t.noReport[view.state]}</p>;
    case 'off':
    case 'not-a-page':
    case 'hidden':
      return <NoPageText state={view.state} />;
  }
}

/** The pages that are shown at first, and for each press of the button. */
const ROWS = 25;

function Pages({ report, onView }: { readonly report: Report; readonly onView: (view: ReportView) => void }) {
  const { counts, pages, offPages, cursor } = report;
  const [rows, setRows] = useState(ROWS);
  const { loadMore, isLoading, error } = useMore(report, onView);
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useRef(ROWS);
  useEffect(() => {
    // The button may no longer exist, and the new rows are above it.
    if (rows > shown.current) body.current?.children.item(shown.current)?.querySelector<HTMLElement>('button')?.focus();
    shown.current = rows;
  }, [rows]);
  const more = () => {
    setRows(rows + ROWS);
    if (rows >= pages.length) void loadMore();
  };
  const total = counts.reduce((sum, count) => sum + count.pages, 0);
  const notes = [
    ...(total > 0 ? [t.total(total, cursor !== undefined)] : []),
    ...(offPages > 0 ? [t.off(offPages)] : []),
  ];
  return (
    <section className="report" aria-label={t.label}>
      {total === 0 ? <p>{t.empty}</p> : <Counts counts={counts} />}
      <p className="note" role="status">
        {notes.join(' ')}
      </p>
      {total > 0 && (
        <table className="report-pages">
          <caption>{t.list}</caption>
          <thead>
            <tr>
              <th scope="col">{t.page}</th>
              <th scope="col">{t.level}</th>
              <th scope="col">{t.classified}</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {pages.slice(0, rows).map((page) => (
              <PageRow key={page.pageId} page={page} />
            ))}
          </tbody>
        </table>
      )}
      {error !== undefined && <Failure title={t.moreFailed} error={error} onRetry={() => void loadMore()} />}
      {error === undefined && (rows < pages.length || cursor !== undefined) && (
        <div>
          <Button isBusy={isLoading} onClick={more}>
            {rows < pages.length ? t.showMore : t.loadMore}
          </Button>
        </div>
      )}
    </section>
  );
}

function useMore(report: Report, onView: (view: ReportView) => void) {
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<OperationError>();
  const { cursor } = report;
  const loadMore = async () => {
    if (cursor === undefined) return;
    setIsLoading(true);
    const answer = await ask('openReport', { cursor });
    setIsLoading(false);
    setError(answer.ok ? undefined : answer.error);
    if (answer.ok) onView(answer.value.state === 'report' ? addReport(report, answer.value) : answer.value);
  };
  return { loadMore, isLoading, error };
}

function Counts({ counts }: Pick<Report, 'counts'>) {
  return (
    <table className="report-counts">
      <caption>{t.counts}</caption>
      <thead>
        <tr>
          <th scope="col">{t.level}</th>
          <th scope="col">{t.pages}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ levelId, level, pages }) => (
          <tr key={levelId ?? ''}>
            <td>
              <LevelOrNone level={level} />
            </td>
            <td>{pages.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PageRow({ page: { pageId, title, level, classifiedAt } }: { readonly page: ReportedPage }) {
  const name = title === '' ? pageId : title;
  const open = () => void router.open({ target: 'contentView', contentId: pageId }).catch(() => undefined);
  return (
    <tr>
      <td>
        <button type="button" role="link" className="button button-link" aria-label={t.openPage(name)} onClick={open}>
          {name}
        </button>
      </td>
      <td>
        <LevelOrNone level={level} />
      </td>
      <td className="report-date">
        {classifiedAt === undefined ? (
          t.notClassified
        ) : (
          <time dateTime={classifiedAt}>{new Date(classifiedAt).toLocaleDateString()}</time>
        )}
      </td>
    </tr>
  );
}

function LevelOrNone({ level }: { readonly level: LevelName | null }) {
  return level === null ? <>{commonTexts.unclassified}</> : <LevelLozenge name={level.name} color={level.color} />;
}
