import fc from 'fast-check';
import { LOWERING_RULES } from '../../src/access/decide';
import { defaultLevels } from '../../src/classification/default-levels';
import type { Levels } from '../../src/classification/level-store';
import { DELEGABLE, type LevelOfPage, type OwnSettings, type Settings } from '../../src/classification/model';
import { changeOwnSettings } from '../../src/classification/own-settings';
import {
  defaultIn,
  isInScheme,
  isOffIn,
  isStricter,
  isUsableIn,
  loweringIn,
  weakeningsIn,
} from '../../src/classification/settings';
import { levelCalledFor } from '../../src/findings/required-level/called-level';

/** Settings of space admins only make a space stricter, and only while they are delegated, whatever the site changes. */

const SPACE = '98306';
const OTHER = '98307';
const SCHEME = '8d9b5a52-6f0e-4a38-9c1f-2b7c0a6e4d10';
const LEVELS = defaultLevels('ari:cloud:confluence::site/test');
const IDS = LEVELS.map(({ levelId }) => levelId);

const levelId = fc.constantFrom(...IDS);
const own: fc.Arbitrary<OwnSettings> = fc.record(
  {
    defaultLevel: fc.oneof(
      fc.constant('none' as const),
      levelId.map((id) => ({ levelId: id })),
    ),
    levelIds: fc.subarray(IDS, { minLength: 1 }),
    lowering: fc.constantFrom(...LOWERING_RULES),
    isOff: fc.constant(true as const),
  },
  { requiredKeys: [] },
);

/** A site with any scheme, archived levels, default that can be set, and stored settings of a space. */
const site = fc
  .record({
    archived: fc.subarray(IDS),
    scheme: fc.option(fc.subarray(IDS, { minLength: 1 }), { nil: undefined }),
    standard: fc.option(levelId, { nil: undefined }),
    lowering: fc.constantFrom(...LOWERING_RULES),
    delegated: fc.subarray([...DELEGABLE]),
    floor: fc.option(fc.oneof(levelId, fc.constant('none' as const)), { nil: undefined }),
    stored: own,
  })
  .map(({ archived, scheme, standard: wanted, stored, floor, ...more }): Levels => {
    const isPossible = wanted !== undefined && !archived.includes(wanted) && scheme?.includes(wanted) !== false;
    const standard = isPossible ? wanted : undefined;
    const settings: Settings = {
      ...more,
      ...(standard === undefined ? {} : { defaultLevel: { levelId: standard } }),
      ...(floor === undefined ? {} : { defaultFloor: floor }),
      ...(scheme === undefined ? { schemes: [] } : { schemeId: SCHEME, schemes: [schemeOf(scheme)] }),
      spaces: {},
      ownSpaces: { [SPACE]: stored },
    };
    const statusOf = (id: string) => (archived.includes(id) ? 'ARCHIVED' : 'PUBLISHED');
    return { revision: 1, all: LEVELS.map((level) => ({ ...level, status: statusOf(level.levelId) })), settings };
  });

function schemeOf(levelIds: string[]) {
  return { schemeId: SCHEME, name: 'Ours', levelIds };
}

/** The rules in one space, as every door reads them. */
function rulesIn(levels: Levels, spaceId: string) {
  const { settings } = levels;
  return {
    usable: IDS.filter((id) => isUsableIn(levels, spaceId, id)),
    lowering: loweringIn(settings, spaceId),
    isOff: isOffIn(settings, spaceId),
    standard: defaultIn(levels, spaceId),
    /** The level that findings require, for a rule with each level. */
    required: IDS.map((id) =>
      levelCalledFor(levels, spaceId, [{ severity: 'low', levelId: id }], [{ detectorId: '', severity: 'low' }]),
    ),
  };
}

/** True if the level protects a page as well as the other. No level protects less than any. */
function isAsSensitive(level: LevelOfPage | 'none' | undefined, as: LevelOfPage | 'none' | undefined): boolean {
  if (as === undefined || as === 'none') return true;
  if (level === undefined || level === 'none') return false;
  return IDS.indexOf(level.levelId) <= IDS.indexOf(as.levelId);
}

const without = (levels: Levels): Levels => ({ ...levels, settings: { ...levels.settings, ownSpaces: {} } });
const ofSite = (levels: Levels) => rulesIn(without(levels), SPACE);

it('stored settings never loosen what the site decides, whatever the site has changed since', () => {
  fc.assert(
    fc.property(site, (levels) => {
      const { settings } = levels;
      const [rules, theirs] = [rulesIn(levels, SPACE), ofSite(levels)];
      const may = (one: (typeof DELEGABLE)[number]) => settings.delegated?.includes(one) === true;
      expect(theirs.usable).toEqual(expect.arrayContaining(rules.usable));
      expect(isStricter(theirs.lowering, rules.lowering)).toBe(false);
      // The levels of a space never turn off what the site requires. Findings still raise a page, and new pages have a
      // default.
      for (const [index, required] of rules.required.entries()) {
        expect(isAsSensitive(required, theirs.required[index])).toBe(true);
      }
      // The default level is at least as sensitive as the floor, or as that of the site.
      const { defaultFloor } = settings;
      const floor = typeof defaultFloor === 'string' && defaultFloor !== 'none' ? { levelId: defaultFloor } : undefined;
      const follows = isAsSensitive(rules.standard, theirs.standard);
      if (!may('defaultLevel') || defaultFloor === undefined) expect(follows).toBe(true);
      if (floor !== undefined) expect(follows || isAsSensitive(rules.standard, floor)).toBe(true);
      for (const level of [rules.standard, ...rules.required]) {
        if (typeof level !== 'object') continue;
        expect(isInScheme(settings, SPACE, level.levelId)).toBe(true);
      }
      if (!may('levels')) expect(rules.usable).toEqual(theirs.usable);
      if (!may('lowering')) expect(rules.lowering).toBe(theirs.lowering);
      if (!may('off')) expect(rules.isOff).toBe(false);
      const delegated = DELEGABLE.filter((one) => one === 'off');
      expect(rulesIn({ ...levels, settings: { ...settings, delegated } }, SPACE)).toEqual({
        ...theirs,
        isOff: settings.ownSpaces?.[SPACE]?.isOff === true,
      });
      expect(rulesIn(levels, OTHER)).toEqual(ofSite(levels));
    }),
    { numRuns: 500 },
  );
});

it('a space is weaker than the site in exactly the settings that protect its pages less', () => {
  fc.assert(
    fc.property(site, (levels) => {
      const [rules, theirs] = [rulesIn(levels, SPACE), ofSite(levels)];
      const published = theirs.usable.filter((id) => levels.all[IDS.indexOf(id)]?.status === 'PUBLISHED');
      const isWeaker = {
        defaultLevel: !isAsSensitive(rules.standard, theirs.standard),
        levels: published[0] !== undefined && !rules.usable.includes(published[0]),
        lowering: false,
        off: rules.isOff,
      };
      expect(weakeningsIn(levels, SPACE)).toEqual(DELEGABLE.filter((one) => isWeaker[one]));
      expect(weakeningsIn(levels, OTHER)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it('a saved change sets only what is delegated and offered, and changes nothing else', () => {
  fc.assert(
    fc.property(site, own, (levels, wanted) => {
      const edited = changeOwnSettings(levels, SPACE, wanted);
      if (edited.outcome !== 'changed') return;
      const { settings } = edited.next;
      const { ownSpaces: _before, ...before } = levels.settings;
      const { ownSpaces: after, ...others } = settings;
      expect([edited.next.all, others]).toEqual([levels.all, before]);
      expect(Object.keys(after ?? {}).filter((spaceId) => spaceId !== SPACE)).toEqual([]);
      const offered = levels.all.filter(
        ({ levelId: id, status }) => status === 'PUBLISHED' && isInScheme(settings, SPACE, id),
      );
      const ids = offered.map((level) => level.levelId);
      expect(ids).toEqual(expect.arrayContaining(wanted.levelIds ?? []));
      if (typeof wanted.defaultLevel === 'object') {
        expect(wanted.levelIds ?? ids).toContain(wanted.defaultLevel.levelId);
        expect(defaultIn(edited.next, SPACE)).toEqual(wanted.defaultLevel);
      }
      if (wanted.lowering !== undefined) expect(loweringIn(settings, SPACE)).toBe(wanted.lowering);
    }),
    { numRuns: 500 },
  );
});
