import type { PageRow } from '../../../../src/admin/pages/inventory';
import type { Level } from '../../../../src/classification/model';
import { formatAgo } from '../dates';
import '../detections/severity.css';
import { levelPath } from '../level-path';
import { type Names, spaceName } from '../names';
import { texts } from '../texts';
import { LevelLozenge } from '../ui/level-lozenge';
import { PageLink } from '../ui/page-link';
import { Table } from '../ui/table';
import { SEVERITIES } from './filter';

interface PagesTableProps {
  readonly pages: readonly PageRow[];
  readonly levels: readonly Level[];
  readonly spaces: Names['spaces'];
  /** `matching`: all pages that match, also those that are not shown. */
  readonly selected: ReadonlySet<string> | 'matching';
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** The pages, with a choice for each. */
export function PagesTable({ pages, levels, spaces, selected, onSelect }: PagesTableProps) {
  const { pageList: t } = texts;
  const { columns: c } = t;
  const isSelected = (pageId: string) => selected === 'matching' || selected.has(pageId);
  const shownIds = pages.map(({ pageId }) => pageId);
  // To unselect one of all matching pages selects the shown ones without it.
  const toggle = (pageId: string) => {
    const next = new Set(selected === 'matching' ? shownIds : selected);
    if (!next.delete(pageId)) next.add(pageId);
    onSelect(next);
  };
  const areAll = shownIds.every(isSelected);
  return (
    <>
      <p className="pages-select-all">
        <label>
          <input type="checkbox" checked={areAll} onChange={() => onSelect(new Set(areAll ? [] : shownIds))} />{' '}
          {t.selection.selectShown}
        </label>
      </p>
      <Table
        caption={t.caption}
        className="pages-table"
        headings={[c.select, c.page, c.space, c.level, c.findings, c.coverage, c.owner, c.changed]}
      >
        {pages.map((page) => (
          <tr key={page.pageId} className={isSelected(page.pageId) ? 'pages-selected' : undefined}>
            <td data-label={c.select} className="select-cell">
              <input
                type="checkbox"
                aria-label={t.selection.select(page.title)}
                checked={isSelected(page.pageId)}
                onChange={() => toggle(page.pageId)}
              />
            </td>
            <th scope="row" data-label={c.page}>
              <PageLink pageId={page.pageId} title={page.title} />
            </th>
            <td data-label={c.space}>{spaceName({ spaces }, page.spaceId)}</td>
            <td data-label={c.level}>
              <LevelCell page={page} levels={levels} />
            </td>
            <td data-label={c.findings}>
              <Findings open={page.open} />
            </td>
            <td data-label={c.coverage} title={page.scannedAt && t.scanned(formatAgo(page.scannedAt))}>
              <span className={`pages-scan pages-scan-${page.coverage}`}>{t.coverages[page.coverage]}</span>
            </td>
            <td data-label={c.owner}>{page.owner?.name ?? t.unknownOwner}</td>
            <td data-label={c.changed} className="subtle">
              <Changed page={page} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function LevelCell({ page, levels }: { readonly page: PageRow; readonly levels: readonly Level[] }) {
  const { pageList: t } = texts;
  const { level, requiredLevelId: levelId } = page;
  const color = levels.find((one) => one.levelId === level?.levelId)?.color ?? 'GREY';
  return (
    <>
      {level === undefined ? (
        <span className="subtle">{t.noLevel}</span>
      ) : (
        <LevelLozenge name={levelPath(level, levels)} color={color} />
      )}
      {levelId !== undefined && (
        <span className="line pages-required">{t.required(levelPath({ levelId }, levels))}</span>
      )}
    </>
  );
}

/** Only the severities with findings. */
function Findings({ open }: Pick<PageRow, 'open'>) {
  const found = SEVERITIES.filter((severity) => open[severity] > 0);
  if (found.length === 0) return <span className="subtle">{texts.pageList.noFindings}</span>;
  return (
    <span className="pages-findings">
      {found.map((severity) => (
        <span key={severity} className={`lozenge detections-severity-${severity}`}>
          {open[severity]} {texts.detectors.severities[severity]}
        </span>
      ))}
    </span>
  );
}

/** The last change of the level, or of a page without one. */
function Changed({ page: { classifiedAt, editedAt } }: { readonly page: PageRow }) {
  const { pageList: t } = texts;
  if (classifiedAt !== undefined) return t.levelSet(formatAgo(classifiedAt));
  return editedAt === undefined ? null : t.edited(formatAgo(editedAt));
}
