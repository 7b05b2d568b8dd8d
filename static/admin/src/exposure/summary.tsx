import type { ExposureSummary } from '../../../../src/admin/pages/exposure-summary';
import { formatAgo, formatInstant } from '../dates';
import { GoToLink } from '../overview/go-to-link';
import { texts } from '../texts';
import { Swatch } from '../ui/level-lozenge';
import { exposureQuery } from './filter';

/** The pages by level and verdict, and what they do not say. On the overview and on the page *Exposure*. */
export function Summary({ summary }: { readonly summary: ExposureSummary }) {
  const { exposure: t } = texts;
  const { levels, openPages, exceptedPages, asOf, measuredSpaces, allSpaces, missing } = summary;
  const ruled = levels.filter(({ pages }) => pages !== undefined);
  const native = ruled.filter(({ isNative }) => isNative).map(({ name }) => name);
  if (ruled.length === 0)
    return (
      <p className="subtle">
        {t.noRules}{' '}
        <GoToLink page="policy" query={{ section: 'exposure-rules' }}>
          {t.setRules}
        </GoToLink>
      </p>
    );
  return (
    <>
      {openPages > 0 && (
        <p className="matrix-headline matrix-below">
          <GoToLink page="exposure" query={exposureQuery({ reason: 'anonymous' })}>
            {t.open(openPages)}
          </GoToLink>
        </p>
      )}
      {/* Can scroll sideways, so the keyboard must reach it. */}
      <div className="scroll" role="region" aria-label={t.subtitle} tabIndex={0}>
        <table className="numbers matrix">
          <caption className="visually-hidden">{t.title}</caption>
          <thead>
            <tr>
              {[t.level, t.verdicts.over, t.verdicts.within, t.verdicts.unknown].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ruled.map((level) => (
              <Row key={level.levelId} level={level} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="note" role="status" title={asOf && formatInstant(asOf.oldest)}>
        {asOf !== undefined && `${t.asOf(formatAgo(asOf.oldest))} · `}
        {t.measured(measuredSpaces, allSpaces)}
      </p>
      {exceptedPages > 0 && <p className="note">{t.excepted(exceptedPages)}</p>}
      {missing.length > 0 && (
        <p className="note">
          <GoToLink page="siteCheck">{t.missing}</GoToLink>
        </p>
      )}
      <p className="note">
        <strong>{t.notMeasured}:</strong> {t.publicLinks}
        {native.length > 0 && ` ${t.guard(native)}`}
      </p>
    </>
  );
}

function Row({ level: { levelId, name, color, pages } }: { readonly level: ExposureSummary['levels'][number] }) {
  const { exposure: t } = texts;
  const { over = 0, within = 0, unknown = 0, notMeasuredYet = 0 } = pages ?? {};
  const link = (verdict: 'over' | 'unknown', count: number, text: string) =>
    count === 0 ? (
      <span className="subtle">{text}</span>
    ) : (
      <GoToLink
        page="exposure"
        query={exposureQuery({ levelId, verdict })}
        label={t.cell(name, t.verdicts[verdict], count)}
      >
        {text}
      </GoToLink>
    );
  return (
    <tr>
      <th scope="row">
        <Swatch color={color} /> {name}
      </th>
      <td className={over > 0 ? 'matrix-below' : ''}>{link('over', over, t.upTo(over, notMeasuredYet))}</td>
      <td>{within.toLocaleString()}</td>
      <td>{link('unknown', unknown, unknown.toLocaleString())}</td>
    </tr>
  );
}
