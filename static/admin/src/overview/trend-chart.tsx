import { type PointerEvent, useState } from 'react';
import type { TrendPoint } from '../../../../src/admin/site/overview';
import { formatDay } from '../dates';
import { texts } from '../texts';
import { openFindings, SEVERITIES } from './numbers';
import { type TrendDay, type TrendPart, trendParts } from './trend-days';

const HEIGHT = 100;
const GRID_LINES = [0, 0.25, 0.5, 0.75, 1];

/** Half the width of a counted day between days that were not counted. */
const HALF_DAY = 0.3;

/**
 * The open findings of each day as stacked areas, the most severe at the bottom. Every day has the same width. Days that were not
 * counted are a gap.
 */
export function TrendChart({ days }: { readonly days: readonly TrendDay[] }) {
  const { trend: t } = texts.overview;
  const [index, setIndex] = useState<number>();
  const counted = days.filter(isCounted);
  const [first] = counted;
  const last = counted.at(-1);
  if (first === undefined || last === undefined || counted.length < 2) return <p className="subtle">{t.short}</p>;
  const top = niceTop(Math.max(...counted.map(openFindings)));
  const width = days.length - 1;
  const pointed = index === undefined ? undefined : days[index];
  const parts = trendParts(days);
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
    days.length - counted.length,
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
        {parts.map((part) =>
          part.isCounted ? (
            SEVERITIES.map((severity, place) => (
              <path
                key={`${part.from} ${severity}`}
                className={`chart-area chart-${severity}`}
                d={areaOf(days, part, place, top)}
              />
            ))
          ) : (
            <rect
              key={part.from}
              className="chart-missing"
              x={part.from - 1}
              width={Math.min(width, part.to + 1) - part.from + 1}
              y="0"
              height={HEIGHT}
            />
          ),
        )}
        {index !== undefined && <line className="chart-pointer" x1={index} x2={index} y1="0" y2={HEIGHT} />}
      </svg>
      <div className="trend-days" aria-hidden="true">
        {daysOf(days).map((day) => (
          <span key={day}>{formatDay(day)}</span>
        ))}
      </div>
    </div>
  );
}

/** The days below the chart. There are at most four, at equal distances. */
function daysOf(days: readonly TrendDay[]): readonly string[] {
  const count = Math.min(4, days.length);
  const places = Array.from({ length: count }, (_one, place) => Math.round((place * (days.length - 1)) / (count - 1)));
  return places.flatMap((place) => days[place]?.date ?? []);
}

function isCounted(day: TrendDay): day is TrendPoint {
  return day.open !== undefined;
}

function readoutOf(point: TrendDay): string {
  if (!isCounted(point)) return texts.overview.trend.missing(formatDay(point.date));
  const parts = SEVERITIES.map((severity) => {
    const name = texts.detectors.severities[severity].toLowerCase();
    return `${texts.overview.number(point.open[severity])} ${name}`;
  });
  return [texts.overview.trend.point(formatDay(point.date), openFindings(point)), ...parts].join(' · ');
}

/** The area between the sums of the severities below, and those with this one. A single day has a width, too. */
function areaOf(days: readonly TrendDay[], { from, to }: TrendPart, place: number, top: number): string {
  const heightOf = (day: number, count: number) =>
    HEIGHT -
    (SEVERITIES.slice(0, count).reduce((sum, severity) => sum + (days[day]?.open?.[severity] ?? 0), 0) / top) * HEIGHT;
  const all = Array.from({ length: to - from + 1 }, (_one, day) => [from + day, from + day] as const);
  const places = from === to ? ([-HALF_DAY, HALF_DAY] as const).map((half) => [from, from + half] as const) : all;
  const lineOf = (count: number) => places.map(([day, x]) => `${x},${heightOf(day, count).toFixed(2)}`);
  const [upper, lower] = [lineOf(place + 1), lineOf(place)];
  return `M${upper.join('L')}L${lower.toReversed().join('L')}Z`;
}

/** A round number at or above the maximum: 4, 8, 12, 20, 40, 80, 100, 200 and so on. */
function niceTop(max: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, max))) - 1);
  const steps = [4, 8, 12, 20, 40, 60, 80, 100, 120, 200].map((step) => step * unit);
  return steps.find((step) => step >= max) ?? max;
}
