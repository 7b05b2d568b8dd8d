import Button from '@atlaskit/button/new';
import type { KeyChanges } from '../../../../src/admin/runs/jobs';
import { formatInstant } from '../dates';
import type { LoadMore } from '../use-load-more';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { PageLink } from '../ui/page-link';

/** One entry for each page, with its last change. */
function pagesOf(changes: KeyChanges['changes']) {
  const pages = new Map<string, KeyChanges['changes'][number]>();
  for (const change of changes) if (!pages.has(change.pageId)) pages.set(change.pageId, change);
  return [...pages.values()];
}

export function withPart(before: KeyChanges, { cursor, ...part }: KeyChanges): KeyChanges {
  return {
    changes: [...before.changes, ...part.changes],
    others: before.others + part.others,
    ...(cursor === undefined ? {} : { cursor }),
  };
}

interface KeyChangesListProps {
  readonly found: KeyChanges;
  readonly more: LoadMore;
  readonly onMore: () => void;
}

/** The titles of the pages that the admin sees, and a number for the changes of others. */
export function KeyChangesList({ found, more, onMore }: KeyChangesListProps) {
  const { leak: t } = texts;
  const { changes, others, cursor } = found;
  const pages = pagesOf(changes);
  return (
    <>
      <p role="status">
        {pages.length === 0 && others === 0 && cursor === undefined
          ? t.nothing
          : t.changed(pages.length, cursor === undefined)}
      </p>
      {pages.length > 0 && (
        <ul className="trail leak-pages">
          {pages.map(({ pageId, title, changedAt }) => (
            <li key={pageId}>
              <PageLink pageId={pageId} title={title} />
              <span className="line note">{formatInstant(changedAt)}</span>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p>{t.others(others)}</p>}
      {more.state === 'failed' && <Failure title={t.failed} error={more.error} onRetry={more.retry} />}
      {cursor !== undefined && (
        <Button isLoading={more.state === 'loading'} onClick={onMore}>
          {t.more}
        </Button>
      )}
    </>
  );
}
