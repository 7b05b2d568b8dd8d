import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Delegable } from '../../../../src/classification/model';
import { defaultInWords } from '../configuration/setting-words';
import { texts } from '../texts';

/** Delegated settings, in words. */

/** In the order of the dialog. */
export const DELEGABLE: readonly Delegable[] = ['defaultLevel', 'levels', 'lowering', 'off'];

export function delegatedInWords(delegated: readonly Delegable[]): string {
  const { settings, nothing } = texts.settings.spaceAdmins;
  const labels = DELEGABLE.filter((one) => delegated.includes(one)).map((one) => settings[one]);
  return labels.length === 0 ? nothing : labels.join(', ');
}

/** The values of the choice of the least sensitive default level. */
export function floorChoices({ levels }: LevelList) {
  const { floorAsSite, floorNone } = texts.settings.spaceAdmins;
  return [
    { value: AS_SITE, label: floorAsSite },
    ...levels.map(({ levelId, name }) => ({ value: levelId, label: name })),
    { value: 'none', label: floorNone },
  ];
}

export const AS_SITE = 'site';

export function floorInWords(list: LevelList): string {
  const { defaultFloor = AS_SITE } = list.settings;
  return floorChoices(list).find(({ value }) => value === defaultFloor)?.label ?? defaultFloor;
}

/** The settings of the admins of a space. A setting that is not delegated has no effect. */
export function ownInWords(list: LevelList, spaceId: string): string {
  const { spaceAdmins: t, lowering: rules } = texts.settings;
  const { delegated = [], ownSpaces = {} } = list.settings;
  const { defaultLevel, levelIds, lowering, isOff } = ownSpaces[spaceId] ?? {};
  const nameOf = (id: string) => list.levels.find(({ levelId }) => levelId === id)?.name ?? id;
  const words: Readonly<Record<Delegable, string | undefined>> = {
    defaultLevel: defaultLevel && defaultInWords(list, defaultLevel),
    levels: levelIds?.map(nameOf).join(', '),
    lowering: lowering && rules[lowering].label,
    off: isOff === true ? t.isOff : undefined,
  };
  return DELEGABLE.flatMap((one) => {
    const word = words[one];
    if (word === undefined) return [];
    const text = `${t.settings[one]}: ${word}`;
    return [delegated.includes(one) ? text : t.withoutEffect(text)];
  }).join('. ');
}
