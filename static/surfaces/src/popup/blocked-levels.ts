import type { LevelOption, OpenPage } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { type DenialFacts, popupTexts } from './texts';

/** The levels that cannot be set, in groups with the same reason. Pure. */

export interface BlockedGroup {
  /** The names of the levels. */
  readonly names: string;
  /** The reason with the level that it is about, and the way out. */
  readonly text: string;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** The levels that the reasons name. */
export function denialFacts({ options, clear, level, may }: OpenPage): DenialFacts {
  const isBelow = ({ reasons }: Pick<LevelOption, 'reasons'>) => reasons.includes('LEVEL_BELOW_FINDINGS');
  const hasFloor = [...options, ...(clear === undefined ? [] : [clear])].some(isBelow);
  return {
    // The options are in order, so the last one that the findings allow is the level that they require.
    required: hasFloor ? options.findLast((option) => !isBelow(option))?.name : undefined,
    ...(level === null ? {} : { current: popupTexts.nameOf(level) }),
    canExclude: may.exclude,
  };
}

export function blockedGroups(page: OpenPage): readonly BlockedGroup[] {
  const { options, clear, level } = page;
  const blocked = [
    ...options.filter(({ allowed, levelId }) => !allowed && levelId !== level?.levelId),
    ...(clear?.allowed === false ? [{ name: commonTexts.unclassified, reasons: clear.reasons }] : []),
  ];
  const groups = new Map<string, string[]>();
  for (const { name, reasons } of blocked) {
    const text = popupTexts.levels.denial(reasons[0] ?? '', denialFacts(page));
    groups.set(text, [...(groups.get(text) ?? []), name]);
  }
  return [...groups].map(([text, names]) => ({ names: `${list.format(names)}:`, text }));
}
