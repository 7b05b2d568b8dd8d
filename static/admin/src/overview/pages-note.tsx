import type { CountedCoverage } from '../../../../src/admin/runs/coverage';
import { formatAgo } from '../dates';
import { texts } from '../texts';

interface PagesNoteProps extends Pick<CountedCoverage, 'numbers'> {
  readonly pagesInConfluence: CountedCoverage['pagesInConfluence'];
}

/** The origin and the time of the number of pages. */
export function PagesNote({ numbers: { pages, isAtLeast }, pagesInConfluence: reported }: PagesNoteProps) {
  const { reported: t } = texts.overview;
  return (
    <p className="note">
      {reported === undefined ? t.notYet : t.count(reported.count, formatAgo(reported.at))}
      {isAtLeast && ` ${t.atLeast(pages)}`}
    </p>
  );
}
