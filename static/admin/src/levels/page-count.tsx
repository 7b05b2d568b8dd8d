import type { PageCount } from '../../../../src/classification/level-use';
import { texts } from '../texts';
import type { Load } from '../use-load';

export type PageCounts = Load<{ readonly counts: readonly PageCount[] }>;

/** How many pages have a level. The counts come after the levels, and do without them where they cannot be had. */
export function ShownPageCount({ counts, levelId }: { readonly counts: PageCounts; readonly levelId: string }) {
  const t = texts.levels;
  if (counts.state === 'loading') {
    return (
      <span className="page-count">
        <span className="page-count-skeleton" aria-hidden="true" />
        <span className="visually-hidden">{t.counting}</span>
      </span>
    );
  }
  const count = counts.state === 'ready' ? counts.value.counts.find((one) => one.levelId === levelId) : undefined;
  return <span className="page-count">{count === undefined ? t.notCounted : t.pages(count)}</span>;
}
