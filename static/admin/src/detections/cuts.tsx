import type { FindingView } from '../../../../src/admin/findings/finding-view';
import type { PageOutcome } from '../../../../src/redaction/outcomes';
import { texts } from '../texts';
import { detectorName, type FindingNames } from './names';

interface CutsProps {
  readonly page: Pick<PageOutcome, 'pageId' | 'places'>;
  readonly cuts: NonNullable<PageOutcome['cuts']>;
  /** The findings to redact. */
  readonly findings: readonly FindingView[];
  readonly names: FindingNames;
}

/** The excerpt of each value of a page before and after the redaction. */
export function Cuts({ page: { pageId, places }, cuts, findings, names }: CutsProps) {
  const { redact: t, fields, kinds } = texts.detections;
  const all = places.reduce((sum, { count }) => sum + count, 0);
  const here = findings.filter((one) => one.pageId === pageId);
  /** undefined: values of several detectors have this excerpt. */
  const detectorOf = (excerpt: string) => {
    const detectorIds = new Set(here.flatMap((one) => (one.maskedExcerpt === excerpt ? [one.detectorId] : [])));
    return detectorIds.size === 1 ? [...detectorIds][0] : undefined;
  };
  return (
    <>
      <ul className="cuts" aria-label={t.cuts}>
        {cuts.map(({ field, kind, before, after }, index) => {
          const detectorId = detectorOf(before);
          const change = changeBetween(before, after);
          const place = [fields[field], kinds[kind]].filter(Boolean).join(', ');
          return (
            <li key={index}>
              <span className="line note">
                {[...(detectorId === undefined ? [] : [detectorName(names, detectorId)]), place].join(' · ')}
              </span>
              <span className="line">
                <span className="cut-label">{t.before}</span> {change.start}
                <del>{change.before}</del>
                {change.end}
              </span>
              <span className="line">
                <span className="cut-label">{t.after}</span> {change.start}
                <ins>{change.after}</ins>
                {change.end}
              </span>
            </li>
          );
        })}
      </ul>
      {all > cuts.length && <p className="note">{t.moreCuts(all - cuts.length)}</p>}
    </>
  );
}

/** The common start and end of two texts, and the different parts between them. */
function changeBetween(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return {
    start: before.slice(0, start),
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    end: before.slice(before.length - end),
  };
}
