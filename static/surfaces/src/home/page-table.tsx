import { formatDay } from '../../../admin/src/dates';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { Severity } from '../../../../src/detection/detector';
import type { MyPage } from '../../../../src/surfaces/home/contract';
import { reviewTexts } from '../reviews/texts';
import { LevelOrNone } from '../ui/level-or-none';
import { commonTexts } from '../common-texts';
import { PageLink } from '../ui/page-link';
import { homeTexts as t } from './texts';

const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

interface PageTableProps {
  readonly pages: readonly MyPage[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** The pages with the reasons why they wait. On narrow screens, each page is a card. */
export function PageTable({ pages, selected, onSelect }: PageTableProps) {
  const areAllSelected = pages.every(({ pageId }) => selected.has(pageId));
  const toggleAll = () => onSelect(areAllSelected ? new Set() : new Set(pages.map(({ pageId }) => pageId)));
  const toggle = (pageId: string) => {
    const next = new Set(selected);
    if (!next.delete(pageId)) next.add(pageId);
    onSelect(next);
  };
  return (
    <table className="home-table">
      <caption className="visually-hidden">{t.waiting}</caption>
      <thead>
        <tr>
          <th scope="col">
            <input type="checkbox" aria-label={t.selectAll} checked={areAllSelected} onChange={toggleAll} />
            <span aria-hidden="true">{t.selectAllShort}</span>
          </th>
          <th scope="col">{t.page}</th>
          <th scope="col">{t.level}</th>
          <th scope="col">{t.reason}</th>
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <tr key={page.pageId}>
            <td>
              <input
                type="checkbox"
                aria-label={t.select(page.title === '' ? commonTexts.untitled : page.title)}
                checked={selected.has(page.pageId)}
                onChange={() => toggle(page.pageId)}
              />
            </td>
            <td>
              <PageLink pageId={page.pageId} title={page.title} />
              {page.spaceName !== undefined && <p className="home-space">{page.spaceName}</p>}
            </td>
            <td>
              <LevelOrNone level={page.level} />
            </td>
            <td>
              <Reasons page={page} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Reasons({ page: { needs, open, required, review, suggested } }: { readonly page: MyPage }) {
  const counts = SEVERITIES.filter((severity) => open[severity] > 0).map((severity) =>
    t.severity(open[severity], severity),
  );
  return (
    <ul className="home-reasons">
      {needs.includes('no-level') && <li>{t.noLevel}</li>}
      {counts.length > 0 && <li>{t.found(counts.join(', '))}</li>}
      {required !== undefined && (
        <li>
          {t.requires} <LevelLozenge name={required.name} color={required.color} />
        </li>
      )}
      {needs.includes('exposure') && <li>{t.exposed}</li>}
      {review !== undefined && (
        <li>
          {t.review(formatDay(review.since.slice(0, 10)))}
          {review.campaign !== undefined && `, ${reviewTexts.campaign(review.campaign)}`}
        </li>
      )}
      {suggested !== undefined && (
        <li>
          {t.suggested} <LevelLozenge name={suggested.name} color={suggested.color} />{' '}
          {suggested.reason === 'parent' ? t.likeParent(suggested.parentTitle ?? '') : t.spaceDefault}
        </li>
      )}
    </ul>
  );
}
