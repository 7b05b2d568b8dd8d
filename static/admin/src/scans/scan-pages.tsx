import Button from '@atlaskit/button/new';
import { useCallback, useState } from 'react';
import type { ScanResults, ScannedPage } from '../../../../src/admin/scans';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { PageLink } from '../ui/page-link';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import './scan-pages.css';

/** The result of each page of a scan of selected pages. */
export function ScanPages({ scanId }: { readonly scanId: string }) {
  const { results: t } = texts.scans;
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listScanResults', { scanId }), [scanId]));
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const more = async (list: ScanResults, from: number) => {
    const answer = await ask('listScanResults', { scanId, from });
    setFailure(answer.ok ? undefined : answer.error);
    if (!answer.ok) return;
    const { pages, hidden } = answer.value;
    setValue({ ...answer.value, pages: [...list.pages, ...pages], hidden: list.hidden + hidden });
  };
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
      {failure !== undefined && <Failure title={t.failed} error={failure} />}
      {next !== undefined && (
        <Button isLoading={isSending} onClick={() => void send(() => more(load.value, next))}>
          {t.more}
        </Button>
      )}
    </>
  );
}

function linesOf({ state, reasons, found, reopened, resolved }: ScannedPage): readonly string[] {
  const { results: t } = texts.scans;
  const { scan, reasons: words } = texts.detections;
  const numbers = [
    ...(found === 0 ? [] : [scan.found(found)]),
    ...(reopened === 0 ? [] : [scan.reopened(reopened)]),
    ...(resolved === 0 ? [] : [scan.resolved(resolved)]),
  ];
  const wasSeen = state === 'complete' || state === 'partial';
  return [
    [t.states[state], ...(numbers.length === 0 && wasSeen ? [t.nothingNew] : numbers)].join(', '),
    ...reasons.map((reason) => words[reason]),
  ];
}
