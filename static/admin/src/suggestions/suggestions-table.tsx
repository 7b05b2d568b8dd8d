import Button from '@atlaskit/button/new';
import type { SuggestionView } from '../../../../src/admin/findings/suggestions';
import type { Level } from '../../../../src/classification/model';
import { levelPath } from '../level-path';
import { type Names, spaceName } from '../names';
import { texts } from '../texts';
import { LevelLozenge } from '../ui/level-lozenge';
import { PageLink } from '../ui/page-link';
import { Table } from '../ui/table';

type Selection = ReadonlyMap<string, SuggestionView>;

interface SuggestionsTableProps {
  readonly pages: readonly SuggestionView[];
  readonly levels: readonly Level[];
  readonly spaces: Names['spaces'];
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
}

/** The suggestions, with their reasons and a choice for each. */
export function SuggestionsTable({ pages, levels, spaces, selected, onSelect }: SuggestionsTableProps) {
  const { list: t } = texts.suggestions;
  const selectAll = (some: readonly SuggestionView[]) => onSelect(new Map(some.map((page) => [page.pageId, page])));
  const toggle = (page: SuggestionView) => {
    const next = new Map(selected);
    if (!next.delete(page.pageId)) next.set(page.pageId, page);
    onSelect(next);
  };
  const strong = pages.filter(({ strength }) => strength === 'strong');
  return (
    <>
      <div className="suggestions-choices">
        <Button isDisabled={strong.length === 0} onClick={() => selectAll(strong)}>
          {t.selectStrong}
        </Button>
        <Button appearance="subtle" onClick={() => selectAll(pages)}>
          {t.selectAll}
        </Button>
      </div>
      {strong.length < pages.length && <p className="note">{t.weakNote}</p>}
      <Table
        caption={t.caption}
        className="suggestions-table"
        headings={[t.columns.select, t.columns.page, t.columns.space, t.columns.level, t.columns.reasons]}
      >
        {pages.map((page) => (
          <tr key={page.pageId} className={selected.has(page.pageId) ? 'suggestions-selected' : undefined}>
            <td data-label={t.columns.select} className="select-cell">
              <input
                type="checkbox"
                aria-label={t.select(page.title)}
                checked={selected.has(page.pageId)}
                onChange={() => toggle(page)}
              />
            </td>
            <th scope="row" data-label={t.columns.page}>
              <PageLink pageId={page.pageId} title={page.title} />
            </th>
            <td data-label={t.columns.space}>{spaceName({ spaces }, page.spaceId)}</td>
            <td data-label={t.columns.level}>
              <SuggestedLevel page={page} levels={levels} />
            </td>
            <td data-label={t.columns.reasons}>
              <ul className="suggestions-reasons">
                {page.reasons.map((reason) => (
                  <li key={reason.kind}>{reasonText(page, reason, levels)}</li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function SuggestedLevel({ page, levels }: { readonly page: SuggestionView; readonly levels: readonly Level[] }) {
  const { list: t } = texts.suggestions;
  const color = levels.find(({ levelId }) => levelId === page.level.levelId)?.color ?? 'GREY';
  return (
    <span className="suggestions-level">
      <LevelLozenge name={levelPath(page.level, levels)} color={color} />
      {page.strength === 'weak' && <span className="note">{t.weak}</span>}
    </span>
  );
}

function reasonText(page: SuggestionView, reason: SuggestionView['reasons'][number], levels: readonly Level[]): string {
  const { reasons: t } = texts.suggestions;
  const level = levelPath(reason.level, levels);
  const above = page.parentTitle ?? '';
  const words = () => {
    switch (reason.kind) {
      case 'findings':
        return reason.byRule
          ? t.findingsByRule(reason.count, reason.severity, level)
          : t.findings(reason.count, reason.severity, level);
      case 'parent':
        return t.parent(above, level);
      case 'siblings':
        return t.siblings(reason.count, reason.of, above, level);
      case 'space-default':
        return t.spaceDefault(level);
      case 'space':
        return t.space(reason.count, reason.of, level);
    }
  };
  // Without a strong reason, the level itself is labeled.
  return reason.strength === 'weak' && page.strength === 'strong' ? t.weak(words()) : words();
}
