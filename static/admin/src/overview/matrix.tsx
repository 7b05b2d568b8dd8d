import type { Overview } from '../../../../src/admin/site/overview';
import { type Highest, pagesQuery } from '../pages/filter';
import { texts } from '../texts';
import { Card } from './card';
import { GoToLink } from './go-to-link';
import { levelParts, type Part, SEVERITIES } from './numbers';
import { PartSwatch } from './stacked-bar';

interface MatrixRow extends Part {
  /** The pages whose most severe open finding has this severity, and those of them below their required level. The last one is `none`. */
  readonly cells: readonly { readonly severity: Highest; readonly pages: number; readonly below: number }[];
}

/** A row for each level that can be set or that pages have, then the pages without one. The sum of a row is its `count`. */
export function matrixRows({ levels, site, matrix }: Overview): readonly MatrixRow[] {
  const isShown = ({ key, count }: Part) =>
    count > 0 || key === 'none' || levels.some(({ levelId, isArchived }) => levelId === key && !isArchived);
  return levelParts({ levels }, site)
    .filter(isShown)
    .map((part) => {
      const cells = SEVERITIES.map((severity) => ({
        severity,
        pages: matrix?.pages[part.key]?.[severity] ?? 0,
        below: matrix?.below[part.key]?.[severity] ?? 0,
      }));
      const rest = part.count - cells.reduce((sum, { pages }) => sum + pages, 0);
      return { ...part, cells: [...cells, { severity: 'none', pages: rest, below: 0 }] };
    });
}

function Headline({ belowRequired }: { readonly belowRequired: number }) {
  const { matrix: t } = texts.overview;
  if (belowRequired === 0) return <p className="matrix-headline">{t.noneBelow}</p>;
  return (
    <p className="matrix-headline matrix-below">
      <GoToLink page="pages" query={pagesQuery({ below: true })}>
        {t.below(belowRequired)}
      </GoToLink>
    </p>
  );
}

/** The pages by level and most severe finding. Each number leads to its pages. */
export function Matrix({ overview }: { readonly overview: Overview }) {
  const { matrix: t, number } = texts.overview;
  const { severities } = texts.detectors;
  const { belowRequired, coverage } = overview.site;
  return (
    <Card
      id="matrix"
      title={t.title}
      subtitle={t.subtitle}
      actions={
        <GoToLink page="policy" query={{ section: 'levels-from-findings' }}>
          {texts.detectors.site.rules}
        </GoToLink>
      }
    >
      {overview.matrix === undefined ? (
        <p className="subtle">{t.notCounted}</p>
      ) : (
        <>
          <Headline belowRequired={belowRequired} />
          {/* Can scroll sideways, so the keyboard must reach it. */}
          <div className="scroll" role="region" aria-label={t.subtitle} tabIndex={0}>
            <table className="numbers matrix">
              <caption className="visually-hidden">{t.title}</caption>
              <thead>
                <tr>
                  <th scope="col">{t.level}</th>
                  {SEVERITIES.map((severity) => (
                    <th key={severity} scope="col">
                      {severities[severity]}
                    </th>
                  ))}
                  <th scope="col">{t.rest}</th>
                </tr>
              </thead>
              <tbody>
                {matrixRows(overview).map(({ key, name, color, cells }) => (
                  <tr key={key}>
                    <th scope="row">
                      <PartSwatch color={color} />
                      {name}
                    </th>
                    {cells.map(({ severity, pages, below }) => (
                      <td key={severity} className={below > 0 ? 'matrix-below' : ''}>
                        {pages === 0 ? (
                          <span className="subtle">{number(0)}</span>
                        ) : (
                          <GoToLink
                            page="pages"
                            query={pagesQuery({ level: key, severity: [severity] })}
                            label={t.cell(name, severity === 'none' ? t.rest : severities[severity], pages, below)}
                          >
                            {number(pages)}
                          </GoToLink>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="note">{t.note(belowRequired, coverage.notScanned + coverage.notVisible)}</p>
        </>
      )}
    </Card>
  );
}
