import Button from '@atlaskit/button/new';
import { useCallback } from 'react';
import type { ScanResults, ScannedPage } from '../../../../src/admin/runs/scans';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { PageLink } from '../ui/page-link';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import './scan-pages.css';

/** The result of each page of a scan of selected pages. */
export function ScanPages({ scanId }: { readonly scanId: string }) {
  const { results: t } = texts.scans;
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listScanResults', { scanId }), [scanId]));
  const { more, loadMore } = useLoadMore(scanId, setValue);
  if (load.state === 'loading') return <Skeleton rows={2} />;
  if (load.state === 'failed') return <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />;
  const { pages, hidden, next } = load.value;
  return (
    <>
      <ul className="scan-pages" aria-label={t.list}>
        {pages.map((page) => (
          <li key={page.pageId}>
            <PageLink pageId={page.pageId} title={page.title} />
            {linesOf(page).map((line) => (
              <span className="line note" key={line}>
                {line}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="note">{texts.scans.pages.hidden(hidden)}</p>}
      {more.state === 'failed' && <Failure title={t.failed} error={more.error} />}
      {next !== undefined && (
        <Button
          isLoading={more.state === 'loading'}
          onClick={() => void loadMore(() => readNext(scanId, load.value, next))}
        >
          {t.more}
        </Button>
      )}
    </>
  );
}

async function readNext(scanId: string, list: ScanResults, from: number): Promise<Outcome<ScanResults>> {
  const answer = await ask('listScanResults', { scanId, from });
  if (!answer.ok) return answer;
  const { pages, hidden } = answer.value;
  return { ok: true, value: { ...answer.value, pages: [...list.pages, ...pages], hidden: list.hidden + hidden } };
}

function linesOf({ state, reasons, found, reopened, resolved }: ScannedPage): readonly string[] {
  const { results: t } = texts.scans;
  const { scan, reasons: words } = texts.detections;
  const numbers = [
    ...(found === 0 ? [] : [scan.found(found)]),
    ...(reopened === 0 ? [] : [scan.reopened(reopened)]),
    ...(resolved === 0 ? [] : [scan.resolved(resolved)]),
  ];
  const wasScanned = state === 'complete' || state === 'partial';
  return [
    [t.states[state], ...(numbers.length === 0 && wasScanned ? [t.noChanges] : numbers)].join(', '),
    ...reasons.map((reason) => words[reason]),
  ];
}
