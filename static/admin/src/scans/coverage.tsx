import { useCallback } from 'react';
import type { CountedCoverage } from '../../../../src/admin/runs/coverage';
import type { ScanView } from '../../../../src/admin/runs/scans';
import { formatAgo, formatInstant } from '../dates';
import { ask } from '../operations';
import { COVERAGE_LISTS } from '../overview/lists';
import { coverageParts, describeParts } from '../overview/numbers';
import { PagesNote } from '../overview/pages-note';
import { PartsTable } from '../overview/parts-table';
import { StackedBar } from '../overview/stacked-bar';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Loaded } from '../ui/loaded';
import { useLoad } from '../use-load';

/** The numbers of pages by coverage, as the overview counts them. */
export function Coverage({ scans }: { readonly scans: readonly ScanView[] }) {
  const { coverage: t } = texts.scans;
  const { load, reload } = useLoad(useCallback(() => ask('countCoverage', {}), []));
  return (
    <section className="scans-section" aria-labelledby="scans-coverage">
      <h2 id="scans-coverage">{t.title}</h2>
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={4}>
        {(counted) => (
          <>
            <Bar counted={counted} />
            <dl className="facts">
              <Fact label={t.whole}>{lastFullScan(scans)}</Fact>
            </dl>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The bar, and its numbers with links to the pages. */
function Bar({ counted: { asOf, isCounting, numbers, pagesInConfluence } }: { readonly counted: CountedCoverage }) {
  const { coverage: t } = texts.scans;
  const { columns, chart } = texts.overview.coverage;
  const parts = coverageParts(numbers);
  if (asOf === null) return <p>{t.notCounted}</p>;
  return (
    <>
      <p className="note">
        {texts.overview.asOf(formatAgo(asOf))}. {isCounting ? t.counting : t.counted}
      </p>
      {numbers.pages > 0 && <StackedBar parts={parts} label={chart(describeParts(parts, numbers))} isLarge />}
      <PartsTable
        caption={t.title}
        columns={[columns.state, columns.pages, columns.share]}
        parts={parts}
        isAtLeast={numbers.isAtLeast}
        linkOf={({ key }) => ({ page: 'scans', query: COVERAGE_LISTS[key] })}
      />
      <PagesNote numbers={numbers} pagesInConfluence={pagesInConfluence} />
    </>
  );
}

function lastFullScan(scans: readonly ScanView[]): string {
  const { coverage: t } = texts.scans;
  const { finishedAt, counts } = scans.find(({ of, state }) => of === 'site' && state === 'finished') ?? {};
  if (finishedAt === undefined) return t.noWhole;
  const finished = formatInstant(finishedAt);
  return counts === undefined ? t.lastWholeOn(finished) : t.lastWhole(counts.pages, finished);
}
