import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { Overview } from '../../../../src/admin/site/overview';
import { formatDay } from '../dates';
import { pagesQuery } from '../pages/filter';
import { texts } from '../texts';
import { Table } from '../ui/table';
import { Card } from './card';
import { GoToLink } from './go-to-link';
import { coverageParts, describeParts, levelParts, openFindings, SEVERITIES } from './numbers';
import { PagesNote } from './pages-note';
import { PartsTable } from './parts-table';
import { PartSwatch, StackedBar } from './stacked-bar';
import { TrendChart } from './trend-chart';
import { trendDays } from './trend-days';

interface ChartProps {
  readonly overview: Overview;
}

export function LevelsChart({ overview }: ChartProps) {
  const { levels: t } = texts.overview;
  const { site } = overview;
  const all = levelParts(overview, site);
  const parts = all.filter(
    ({ key, count }) => count > 0 || overview.levels.some((one) => one.levelId === key && !one.isArchived),
  );
  const shown = parts.some(({ key }) => key === 'none') ? parts : [...parts, ...all.slice(-1)];
  return (
    <Card id="levels-chart" title={t.title}>
      <StackedBar parts={shown} label={t.chart(describeParts(shown, site))} isLarge />
      <PartsTable
        caption={t.title}
        columns={[t.columns.level, t.columns.pages, t.columns.share]}
        parts={shown}
        isAtLeast={site.isAtLeast}
        linkOf={({ key }) => ({ page: 'pages', query: pagesQuery({ level: key }) })}
      />
    </Card>
  );
}

export function CoverageChart({ overview: { site, pagesInConfluence } }: ChartProps) {
  const { coverage: t } = texts.overview;
  const parts = coverageParts(site);
  return (
    <Card id="coverage-chart" title={t.title}>
      <StackedBar parts={parts} label={t.chart(describeParts(parts, site))} isLarge />
      <PartsTable
        caption={t.title}
        columns={[t.columns.state, t.columns.pages, t.columns.share]}
        parts={parts}
        isAtLeast={site.isAtLeast}
        linkOf={({ key }) => ({ page: 'pages', query: pagesQuery({ coverage: key }) })}
      />
      <PagesNote numbers={site} pagesInConfluence={pagesInConfluence} />
    </Card>
  );
}

export function TrendOfFindings({ overview: { trend, site } }: ChartProps) {
  const { trend: t, showTable, hideTable } = texts.overview;
  const [isTable, setIsTable] = useState(false);
  const { severities } = texts.detectors;
  const days = trendDays(trend);
  return (
    <Card
      id="trend-chart"
      title={t.title}
      subtitle={t.subtitle}
      isWide
      actions={
        <>
          <GoToLink page="detections" query={{ group: 'value' }}>
            {t.byValue}
          </GoToLink>
          <Button spacing="compact" appearance="subtle" aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? hideTable : showTable}
          </Button>
        </>
      }
    >
      <ul className="legend">
        {SEVERITIES.map((severity) => (
          <li key={severity}>
            <PartSwatch color={`chart-${severity}`} />
            <GoToLink page="detections" query={{ severity }} label={`${severities[severity]}: ${site.open[severity]}`}>
              {severities[severity]} <strong>{texts.overview.number(site.open[severity])}</strong>
            </GoToLink>
          </li>
        ))}
      </ul>
      <TrendChart days={days} />
      {/* Scrolls, so the keyboard must reach it. */}
      <div
        className={isTable ? 'trend-table' : 'trend-table print-only'}
        role="region"
        aria-label={t.subtitle}
        tabIndex={0}
      >
        <Table
          caption={t.title}
          headings={[t.columns.day, ...SEVERITIES.map((severity) => severities[severity]), t.columns.all]}
        >
          {days.toReversed().map(({ date, open }) => (
            <tr key={date}>
              <th scope="row" data-label={t.columns.day}>
                {formatDay(date)}
              </th>
              {open === undefined ? (
                <td className="subtle" colSpan={SEVERITIES.length + 1} data-label={t.columns.all}>
                  {t.notCounted}
                </td>
              ) : (
                <>
                  {SEVERITIES.map((severity) => (
                    <td key={severity} data-label={severities[severity]}>
                      {texts.overview.number(open[severity])}
                    </td>
                  ))}
                  <td data-label={t.columns.all}>{texts.overview.number(openFindings({ open }))}</td>
                </>
              )}
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  );
}
