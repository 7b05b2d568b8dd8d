import { texts } from '../texts';
import { usePageTitles } from '../use-page-titles';

interface InaccessiblePagesProps {
  /** The IDs of some of these pages. */
  readonly pageIds: readonly string[];
  readonly count: number;
}

/** The pages that the app cannot view, with the titles that the user can view. */
export function InaccessiblePages({ pageIds, count }: InaccessiblePagesProps) {
  const t = texts.dailyCheck;
  const titles = usePageTitles(pageIds);
  if (pageIds.length === 0) return null;
  return (
    <ul className="settings-unseen" aria-label={t.inaccessibleList}>
      {pageIds.map((pageId) => (
        <li key={pageId}>{t.page(titles.get(pageId), pageId)}</li>
      ))}
      {count > pageIds.length && <li>{t.morePages(count - pageIds.length)}</li>}
    </ul>
  );
}
