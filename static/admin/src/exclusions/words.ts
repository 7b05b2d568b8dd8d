import type { DescribedExclusion } from '../../../../src/admin/findings/describe-exclusions';
import type { ExclusionView } from '../../../../src/admin/findings/exclusions';
import { detectorName } from '../detections/names';
import { levelName, spaceName } from '../names';
import { texts } from '../texts';
import type { ExclusionNames } from './names';

/** Describes exclusions. */

export interface MatchDescription {
  readonly words: string;
  /** A pattern or domain as entered. */
  readonly code?: string;
  readonly note?: string;
}

export function describeMatch({ match }: Pick<ExclusionView, 'match'>, names: ExclusionNames): MatchDescription {
  const { what: t, dialog } = texts.exclusions;
  if (match === undefined) return { words: t.hidden };
  const only = (detectorId: string | undefined) =>
    detectorId === undefined ? {} : { note: t.ofDetector(detectorName(names, detectorId)) };
  switch (match.by) {
    case 'fingerprint':
      return { words: t.values(match.values) };
    case 'detector':
      return { words: t.detector(detectorName(names, match.detectorId)) };
    case 'pattern':
      return { words: t.pattern, code: match.pattern, ...only(match.detectorId) };
    case 'domain':
      return { words: t.domain, code: match.domain };
    case 'location': {
      const { field, kind } = match;
      const places = [
        ...(field === undefined ? [] : [dialog.fields[field]]),
        ...(kind === undefined ? [] : [dialog.kinds[kind]]),
      ];
      return { words: places.join(' · '), ...only(match.detectorId) };
    }
  }
}

export function describeScope({ scope }: Pick<ExclusionView, 'scope'>, names: ExclusionNames): string {
  const { where: t } = texts.exclusions;
  switch (scope.of) {
    case 'site':
      return t.site;
    case 'space':
      return scope.spaceId === undefined ? t.hiddenSpace : t.space(spaceName(names, scope.spaceId));
    case 'page':
      return scope.pageId === undefined ? t.hiddenPage : t.pageOf(names.pages.get(scope.pageId) ?? scope.pageId);
    case 'label':
      return t.label(scope.label);
    case 'level':
      return t.level(levelName(names, scope.levelId));
  }
}

/** Describes an exclusion in one line of text. */
export function describeExclusion(
  exclusion: ExclusionView,
  names: ExclusionNames,
  described?: DescribedExclusion,
): string {
  const { words, code, note } = describeMatch(exclusion, names);
  if (exclusion.match?.by === 'fingerprint' && described?.example !== undefined)
    return `${detectorName(names, described.example.detectorId)}, ${words}`;
  return [words, code, note].filter((part) => part !== undefined).join(' ');
}
