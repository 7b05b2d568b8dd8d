import type { Overview } from '../../../../src/admin/site/overview';
import type { Query } from '../address-part';
import type { PageName } from '../navigation';
import { pagesQuery } from '../pages/filter';
import { texts } from '../texts';
import { useGoTo } from './go-to-link';
import { LEVELS_SET_THIS_WEEK } from './lists';
import { NO_LEVEL, openFindings, percentOf, unclassified } from './numbers';

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly page: PageName;
  readonly query?: Query;
}

/** One number each, which leads to the list behind it. */
export function KeyFigures({ overview: { site, week } }: { readonly overview: Overview }) {
  const { cards: t, number } = texts.overview;
  const open = useGoTo();
  const { pages, isAtLeast } = site;
  const shareOf = (count: number) => percentOf(count, pages, isAtLeast ? 'atMost' : undefined);
  const classified = pages - unclassified(site);
  const { complete } = site.coverage;
  const ofPages = (text: string) => (pages === 0 && !isAtLeast ? t.noPages : text);
  const figures: readonly Figure[] = [
    {
      label: t.classified,
      value: shareOf(classified),
      note: ofPages(t.ofPages(classified, pages, isAtLeast)),
      page: 'pages',
      query: pagesQuery({ level: NO_LEVEL }),
    },
    {
      label: t.open,
      value: number(openFindings(site)),
      note: t.openOf(site.open.critical, site.open.high),
      page: 'detections',
    },
    {
      label: t.scanned,
      value: shareOf(complete),
      note: ofPages(t.ofPages(complete, pages, isAtLeast)),
      page: 'pages',
      query: pagesQuery({ coverage: 'complete' }),
    },
    {
      label: t.changed,
      value: number(week.classified),
      note: t.changedOf(week.found),
      page: 'audit',
      query: LEVELS_SET_THIS_WEEK,
    },
  ];
  return (
    <ul className="figures" aria-label={t.title}>
      {figures.map(({ label, value, note, page, query }) => (
        <li key={label}>
          <button type="button" className="card figure" onClick={() => open(page, query)}>
            <span className="figure-label">{label}</span>
            <span className="figure-value">{value}</span>
            <span className="note">{note}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
