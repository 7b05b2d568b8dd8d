import { router } from '@forge/bridge';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatInstant } from '../../../admin/src/dates';
import type { Report, ShownPage, SurfaceOperations } from '../../../../src/surfaces/contract';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { LevelOrNone } from '../ui/level-or-none';
import { NoPageText } from '../ui/no-page';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../../../admin/src/use-load';
import { useMore } from '../use-more';
import { addReport } from './add-report';
import { reportTexts as t } from './texts';
import { Columns } from '../ui/columns';

type ReportView = SurfaceOperations['openReport']['result'];

/** The pages of a parent, a space or a query by level, as far as the viewer can see them. */
export function ReportMacro() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('openReport', {}), []));
  if (load.state === 'loading') return <Skeleton rows={5} />;
  if (load.state === 'failed') return <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />;
  return <ReportContent view={load.value} onView={setValue} />;
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
      return <p role="status">{view.setup === undefined ? t.notShown[view.state] : t.noReport[view.state]}</p>;
    case 'off':
    case 'not-a-page':
    case 'hidden':
      return <NoPageText state={view.state} />;
  }
}

/** The pages that are shown at first, and for each press of the button. */
const ROWS = 25;

function Pages({ report, onView }: { readonly report: Report; readonly onView: (view: ReportView) => void }) {
  const { counts, pages, offPages, cursor, setup } = report;
  const [rows, setRows] = useState(ROWS);
  const { loadMore, isLoading, error } = useMore(
    () => ask('openReport', cursor === undefined ? {} : { cursor }),
    (next) => onView(next.state === 'report' ? addReport(report, next) : next),
  );
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
      {total > 0 ? <Counts counts={counts} /> : cursor === undefined ? <Empty setup={setup} /> : <p>{t.emptyPart}</p>}
      <p className="note" role="status">
        {notes.join(' ')}
      </p>
      {total > 0 && (
        <table className="report-pages">
          <caption>{t.list}</caption>
          <Columns names={[t.page, t.level, t.classified]} />
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

/** People who can edit the page read why the report is empty, and how to change that. */
function Empty({ setup }: { readonly setup: Report['setup'] | undefined }) {
  if (setup === undefined) return <p>{t.empty}</p>;
  return (
    <div className="report-empty">
      <p>{t.emptyReason[setup]}</p>
      <p className="note">{t.howToSetUp}</p>
    </div>
  );
}

function Counts({ counts }: Pick<Report, 'counts'>) {
  return (
    <table className="report-counts">
      <caption>{t.counts}</caption>
      <Columns names={[t.level, t.pages]} />
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

function PageRow({ page: { pageId, title, level, classifiedAt } }: { readonly page: ShownPage }) {
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
          <time dateTime={classifiedAt}>{formatInstant(classifiedAt)}</time>
        )}
      </td>
    </tr>
  );
}
