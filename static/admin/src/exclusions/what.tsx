import type { DescribedExclusion } from '../../../../src/admin/findings/describe-exclusions';
import type { ExclusionView } from '../../../../src/admin/findings/exclusions';
import { detectorName } from '../detections/names';
import { texts } from '../texts';
import { Excerpt } from '../ui/excerpt';
import type { ExclusionNames } from './names';
import { describeMatch } from './words';

interface WhatProps {
  readonly exclusion: Pick<ExclusionView, 'match'>;
  readonly names: ExclusionNames;
  /** undefined: not loaded. */
  readonly described: DescribedExclusion | undefined;
}

/** The subject of an exclusion. Values are shown by the detector and the masked excerpt of one of their findings. */
export function What({ exclusion, names, described }: WhatProps) {
  const { what: t } = texts.exclusions;
  const { match } = exclusion;
  const example = match?.by === 'fingerprint' ? described?.example : undefined;
  if (match?.by === 'fingerprint' && example !== undefined) {
    return (
      <>
        <span className="line">{detectorName(names, example.detectorId)}</span>
        <Excerpt>{example.maskedExcerpt}</Excerpt>
        {match.values > 1 && <span className="line note">{t.moreValues(match.values - 1)}</span>}
      </>
    );
  }
  const { words, code, note } = describeMatch(exclusion, names);
  return (
    <>
      <span className="line">
        {words} {code !== undefined && <code>{code}</code>}
      </span>
      {note !== undefined && <span className="line note">{note}</span>}
      {match?.by === 'fingerprint' && described !== undefined && <span className="line note">{t.noExample}</span>}
    </>
  );
}
