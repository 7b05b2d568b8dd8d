import { useEffect, useRef, useState } from 'react';
import type { BelowGroup } from '../../../../src/surfaces/contract';
import { ask, type OperationError } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { PageLink } from '../ui/page-link';
import { belowTexts as t } from './texts';

interface PageGroupProps {
  readonly jobId: string;
  /** The count and the result, for example "7 pages will stay". */
  readonly text: string;
  readonly group: BelowGroup;
  readonly code?: string;
}

/** The number of pages with one result. Their titles load when the list is opened. */
export function PageGroup(props: PageGroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div className="below-group">
        <span>{props.text}</span>
        <Button
          appearance="link"
          aria-expanded={isOpen}
          aria-label={t.showOf(props.text)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t.show}
        </Button>
      </div>
      {isOpen && <PageTitles {...props} />}
    </li>
  );
}

interface Loaded {
  readonly pages: readonly { readonly pageId: string; readonly title: string }[];
  readonly next?: number;
}

function PageTitles({ jobId, group, code }: PageGroupProps) {
  const [loaded, setLoaded] = useState<Loaded>({ pages: [], next: 0 });
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<OperationError>();
  const isMounted = useRef(true);
  const { pages, next } = loaded;
  const load = async () => {
    setIsLoading(true);
    const answer = await ask('listBelowPages', {
      ...{ jobId, group, from: next ?? 0 },
      ...(code === undefined ? {} : { code }),
    });
    if (!isMounted.current) return;
    setIsLoading(false);
    setError(answer.ok ? undefined : answer.error);
    if (!answer.ok) return;
    const { value } = answer;
    setLoaded(value.state === 'pages' ? { ...value, pages: [...pages, ...value.pages] } : { pages: [] });
  };
  const first = useRef(load);
  useEffect(() => {
    isMounted.current = true;
    void first.current();
    return () => {
      isMounted.current = false;
    };
  }, []);
  if (error !== undefined) return <Failure title={t.pagesFailed} error={error} onRetry={() => void load()} />;
  return (
    <>
      <ul className="below-pages" aria-busy={isLoading}>
        {pages.map(({ pageId, title }) => (
          <li key={pageId}>
            <PageLink pageId={pageId} title={title} />
          </li>
        ))}
      </ul>
      {pages.length === 0 && next === undefined && <p className="note">{t.noPages}</p>}
      {next !== undefined && (
        <Button isBusy={isLoading} onClick={() => void load()}>
          {t.more}
        </Button>
      )}
    </>
  );
}
