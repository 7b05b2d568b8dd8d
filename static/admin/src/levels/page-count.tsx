import type { PageCounts as Counted } from '../../../../src/admin/levels/levels';
import { texts } from '../texts';
import type { Load } from '../use-load';

export type PageCounts = Load<Counted>;

/**
 * The number of pages with a level. The page shows levels before the counts arrive, and without them if counting fails.
 */
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
