import { useCallback, useId } from 'react';
import { type Gap, type SpaceNumbersView } from '../../../../src/surfaces/space/contract';
import { oneOf } from '../../../admin/src/address-part';
import { formatInstant } from '../../../admin/src/dates';
import { useLoad } from '../../../admin/src/use-load';
import { ask } from '../operations';
import { Failure } from '../ui/failure';
import { LevelOrNone } from '../ui/level-or-none';
import { PageButton } from '../ui/page-button';
import { Skeleton } from '../ui/skeleton';
import type { FrameAddress } from '../use-frame-address';
import { ExposurePart } from './exposure-part';
import { ExportPart } from './export-part';
import { Day } from './found-pages';
import { ListPart, usePartList } from './list-part';
import { ReviewsPart } from './reviews-part';
import { spaceTexts as t } from './texts';
import { Columns } from '../ui/columns';

/** The part for admins of the space. */
export function AdminPart({ address }: { readonly address: FrameAddress }) {
  return (
    <>
      <Numbers />
      <ExposurePart />
      <ReviewsPart />
      <Findings />
      <Gaps address={address} />
      <ExportPart />
    </>
  );
}

function Numbers() {
  const { load, reload } = useLoad(useCallback(() => ask('readSpaceNumbers', {}), []));
  return (
    <section aria-labelledby="whole">
      <h2 id="whole">{t.whole}</h2>
      <p className="note">{t.wholeIntro}</p>
      {load.state === 'loading' && <Skeleton rows={3} />}
      {load.state === 'failed' && <Failure title={t.wholeFailed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' && load.value.state === 'numbers' && <NumbersContent numbers={load.value} />}
    </section>
  );
}

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
const COVERAGES = ['complete', 'partial', 'outdated', 'notScanned', 'notVisible'] as const;

function NumbersContent({ numbers }: { readonly numbers: SpaceNumbersView }) {
  const { asOf, isCounting, reportedAt, pages, isAtLeast, levels, open, coverage } = numbers;
  if (asOf === null) return <p role="status">{t.notCounted}</p>;
  const text = t.coverageText(coverage.complete, pages, isAtLeast);
  return (
    <>
      <p className="note" role="status">
        {t.asOf(formatInstant(asOf))} {isCounting && t.isCounting}
      </p>
      <div className="number-tables">
        <NumberTable
          caption={t.byLevel}
          head={t.level}
          value={t.pages}
          rows={levels.map(({ levelId, level, pages: count }) => ({
            key: levelId ?? '',
            name: <LevelOrNone level={level} />,
            count,
          }))}
        />
        <NumberTable
          caption={t.open}
          head={t.severity}
          value={t.findings}
          rows={SEVERITIES.map((key) => ({ key, name: t.severities[key], count: open[key] }))}
        />
        <div>
          <NumberTable
            caption={t.coverage}
            head={t.state}
            value={t.pages}
            rows={COVERAGES.map((key) => ({ key, name: t.coverages[key], count: coverage[key] }))}
          />
          <progress className="coverage" max={Math.max(1, pages)} value={coverage.complete} aria-label={text} />
          <p className="note">
            {text} {reportedAt === null ? t.notReported : t.reported(formatInstant(reportedAt))}
          </p>
        </div>
      </div>
    </>
  );
}

interface NumberTableProps {
  readonly caption: string;
  readonly head: string;
  readonly value: string;
  readonly rows: readonly { readonly key: string; readonly name: React.ReactNode; readonly count: number }[];
}

function NumberTable({ caption, head, value, rows }: NumberTableProps) {
  return (
    <table>
      <caption>{caption}</caption>
      <Columns names={[head]} numbers={value} />
      <tbody>
        {rows.map(({ key, name, count }) => (
          <tr key={key}>
            <td>{name}</td>
            <td className="number">{count.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Findings() {
  const read = useCallback(
    (cursor: string | undefined) => ask('listSpaceFindings', cursor === undefined ? {} : { cursor }),
    [],
  );
  const list = usePartList(read, (part) => (part.state === 'findings' ? part.findings : []));
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{t.open}</h2>
      <p className="note">{t.findingsIntro}</p>
      <ListPart list={list} failed={t.findingsFailed} empty={t.findingsEmpty}>
        <table className="cards">
          <Columns names={[t.severity, t.detector, t.excerpt, t.page]} />
          <tbody>
            {list.items.map(({ findingId, severity, detector, excerpt, pageId, title }) => (
              <tr key={findingId}>
                <td>{t.severities[severity]}</td>
                <td>{detector}</td>
                <td>
                  <code>{excerpt}</code>
                </td>
                <td>
                  <PageButton pageId={pageId} title={title} label={t.openPage} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ListPart>
    </section>
  );
}

const GAPS: readonly Gap[] = ['stale', 'partial', 'not-inspected'];

/** The chosen gap is in the address. */
function Gaps({ address: { query, change } }: { readonly address: FrameAddress }) {
  const gap = oneOf(GAPS, query['gap']) ?? 'stale';
  const id = useId();
  return (
    <section aria-labelledby="gaps">
      <h2 id="gaps">{t.gaps}</h2>
      <p className="note">{t.gapsIntro}</p>
      <div className="field">
        <label htmlFor={id}>{t.gap}</label>
        <select
          id={id}
          className="input"
          value={gap}
          onChange={(event) => change({ gap: event.currentTarget.value }, 'same')}
        >
          {GAPS.map((one) => (
            <option key={one} value={one}>
              {t.gapNames[one]}
            </option>
          ))}
        </select>
      </div>
      <GapPages key={gap} gap={gap} />
    </section>
  );
}

function GapPages({ gap }: { readonly gap: Gap }) {
  const read = useCallback(
    (cursor: string | undefined) => ask('listSpaceGaps', { gap, ...(cursor === undefined ? {} : { cursor }) }),
    [gap],
  );
  const list = usePartList(read, (part) => (part.state === 'gaps' ? part.pages : []));
  return (
    <ListPart list={list} failed={t.gapsFailed} empty={t.gapsEmpty}>
      <table>
        <Columns names={[t.page, t.scanned]} />
        <tbody>
          {list.items.map(({ pageId, title, scannedAt }) => (
            <tr key={pageId}>
              <td>
                <PageButton pageId={pageId} title={title} label={t.openPage} />
              </td>
              <td>
                <Day at={scannedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ListPart>
  );
}
