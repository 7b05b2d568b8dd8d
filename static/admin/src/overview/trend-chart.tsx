import { type PointerEvent, useState } from 'react';
import type { TrendPoint } from '../../../../src/admin/site/overview';
import { formatDay } from '../dates';
import { texts } from '../texts';
import { openFindings, SEVERITIES } from './numbers';

const HEIGHT = 100;
const GRID_LINES = [0, 0.25, 0.5, 0.75, 1];

/** The open findings of each day as stacked areas, the most severe at the bottom. */
export function TrendChart({ trend }: { readonly trend: readonly TrendPoint[] }) {
  const { trend: t } = texts.overview;
  const [index, setIndex] = useState<number>();
  const [first] = trend;
  const last = trend.at(-1);
  if (first === undefined || last === undefined || trend.length < 2) return <p className="subtle">{t.short}</p>;
  const top = niceTop(Math.max(...trend.map(openFindings)));
  const width = trend.length - 1;
  const pointed = index === undefined ? undefined : trend[index];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    setIndex(Math.round(share * width));
  };
  const label = t.chart(
    formatDay(first.date),
    formatDay(last.date),
    texts.detections.findings(openFindings(first)),
    texts.detections.findings(openFindings(last)),
  );
  return (
    <div className="trend">
      <p className="trend-readout">{readoutOf(pointed ?? last)}</p>
      <div className="trend-scale" aria-hidden="true">
        {GRID_LINES.toReversed().map((share) => (
          <span key={share}>{Number.isInteger(top * share) ? texts.overview.number(top * share) : ''}</span>
        ))}
      </div>
      <svg
        className="trend-areas"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        onPointerMove={point}
        onPointerLeave={() => setIndex(undefined)}
      >
        {GRID_LINES.map((share) => (
          <line key={share} className="chart-grid" x1="0" x2={width} y1={HEIGHT * share} y2={HEIGHT * share} />
        ))}
        {SEVERITIES.map((severity, place) => (
          <path key={severity} className={`chart-area chart-${severity}`} d={areaOf(trend, place, top)} />
        ))}
        {index !== undefined && <line className="chart-pointer" x1={index} x2={index} y1="0" y2={HEIGHT} />}
      </svg>
      <div className="trend-days" aria-hidden="true">
        {daysOf(trend).map((day) => (
          <span key={day}>{formatDay(day)}</span>
        ))}
      </div>
    </div>
  );
}

/** The days below the chart. There are at most four, at equal distances. */
function daysOf(trend: readonly TrendPoint[]): readonly string[] {
  const count = Math.min(4, trend.length);
  const places = Array.from({ length: count }, (_one, place) => Math.round((place * (trend.length - 1)) / (count - 1)));
  return places.flatMap((place) => trend[place]?.date ?? []);
}

function readoutOf(point: TrendPoint): string {
  const parts = SEVERITIES.map((severity) => {
    const name = texts.detectors.severities[severity].toLowerCase();
    return `${texts.overview.number(point.open[severity])} ${name}`;
  });
  return [texts.overview.trend.point(formatDay(point.date), openFindings(point)), ...parts].join(' · ');
}

/** The area between the sums of the severities below, and those with this one. */
function areaOf(trend: readonly TrendPoint[], place: number, top: number): string {
  const heightOf = ({ open }: TrendPoint, count: number) =>
    HEIGHT - (SEVERITIES.slice(0, count).reduce((sum, severity) => sum + open[severity], 0) / top) * HEIGHT;
  const upper = trend.map((one, day) => `${day},${heightOf(one, place + 1).toFixed(2)}`);
  const lower = trend.map((one, day) => `${day},${heightOf(one, place).toFixed(2)}`);
  return `M${upper.join('L')}L${lower.toReversed().join('L')}Z`;
}

/** A round number at or above the maximum: 4, 8, 12, 20, 40, 80, 100, 200 and so on. */
function niceTop(max: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, max))) - 1);
  const steps = [4, 8, 12, 20, 40, 60, 80, 100, 120, 200].map((step) => step * unit);
  return steps.find((step) => step >= max) ?? max;
}
