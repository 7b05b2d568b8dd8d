import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Settings, SiteSetting } from '../../../../src/classification/model';
import { type Names, spaceName } from '../names';
import { texts } from '../texts';
import type { Change } from '../ui/changes-table';
import { newOne, wordDifferences, type Words } from './word-differences';
import { peopleInWords, shownInWords, surfacesDraftOf } from '../settings/surfaces';
import { delegatedInWords, floorInWords } from '../spaces/space-admins';
import { defaultInWords, schemeInWords, schemeLevelsInWords } from './setting-words';

/** The IDs of the spaces whose settings differ. */
function changedSpaces(before: Settings, now: Settings): string[] {
  const all = new Set([...Object.keys(before.spaces), ...Object.keys(now.spaces)]);
  return [...all].filter((id) => JSON.stringify(before.spaces[id]) !== JSON.stringify(now.spaces[id]));
}

/** The IDs of the spaces that the differences name. */
export function namedSpaces(before: Settings, now: Settings): string[] {
  const off = [before, now].map((settings) => surfacesDraftOf(settings).offSpaceIds);
  const isSame = JSON.stringify(off[0]) === JSON.stringify(off[1]);
  return [...new Set([...changedSpaces(before, now), ...(isSame ? [] : off.flat())])];
}

/** Describes the differences between settings. */
export function settingsDifferences(before: LevelList, now: LevelList, spaces: Names['spaces']): Change[] {
  const { site, schemes, changes } = texts.settings;
  return [
    ...wordDifferences(site.title, siteWords(before), siteWords(now)),
    ...wordDifferences(texts.settings.surfaces.title, surfaceWords(before, spaces), surfaceWords(now, spaces)),
    ...idsOf(before, now).flatMap((schemeId) => {
      const [old, latest] = [schemeWords(before, schemeId), schemeWords(now, schemeId)];
      const name = latest?.[schemes.name] ?? old?.[schemes.name] ?? schemeId;
      if (old === undefined) return [newOne(changes.scheme(name))];
      if (latest === undefined)
        return [{ what: changes.scheme(name), before: schemeLevels(old), now: changes.removed }];
      return wordDifferences(changes.scheme(name), old, latest);
    }),
    ...changedSpaces(before.settings, now.settings).flatMap((id) =>
      wordDifferences(changes.space(spaceName({ spaces }, id)), spaceWords(before, id), spaceWords(now, id)),
    ),
  ];
}

const { none } = texts.configuration.changes;
const schemeLevels = (words: Words) => words[texts.settings.schemes.levels] ?? none;

function siteWords(list: LevelList): Words {
  const { site, lowering, spaceAdmins, mentions: reminders } = texts.settings;
  const { defaultLevel, schemeId, delegated, mentions = false } = list.settings;
  const words: Record<SiteSetting, readonly [label: string, text: string]> = {
    defaultLevel: [site.defaultLevel, defaultInWords(list, defaultLevel ?? 'none')],
    schemeId: [site.scheme, schemeInWords(list, schemeId ?? 'none')],
    lowering: [site.lowering, lowering[list.settings.lowering].label],
    delegated: [spaceAdmins.may, delegatedInWords(delegated ?? [])],
    defaultFloor: [spaceAdmins.floor, floorInWords(list)],
    mentions: [reminders.title, mentions ? reminders.on : reminders.off],
  };
  return Object.fromEntries(Object.values(words));
}

function surfaceWords({ settings }: LevelList, spaces: Names['spaces']): Words {
  const { surfaces: t } = texts.settings;
  const draft = surfacesDraftOf(settings);
  return {
    [t.shown]: shownInWords(draft),
    [t.bylineNames]: t.names[draft.bylineNames].label,
    [t.people]: peopleInWords(draft),
    [t.off]: draft.offSpaceIds.map((id) => spaceName({ spaces }, id)).join(', '),
  };
}

function spaceWords(list: LevelList, spaceId: string): Words {
  const { site } = texts.settings;
  const { defaultLevel, schemeId } = list.settings.spaces[spaceId] ?? {};
  return {
    [site.defaultLevel]: defaultInWords(list, defaultLevel),
    [site.scheme]: schemeInWords(list, schemeId),
  };
}

function schemeWords(list: LevelList, schemeId: string): Words | undefined {
  const scheme = list.settings.schemes.find((one) => one.schemeId === schemeId);
  if (scheme === undefined) return undefined;
  const { schemes } = texts.settings;
  return { [schemes.name]: scheme.name, [schemes.levels]: schemeLevelsInWords(list, scheme) };
}

function idsOf(before: LevelList, now: LevelList): string[] {
  return [...new Set([...before.settings.schemes, ...now.settings.schemes].map(({ schemeId }) => schemeId))];
}
