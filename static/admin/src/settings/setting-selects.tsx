import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { DraftErrors } from '../configuration/use-draft';
import { levelOfValue, levelPath, levelValue, levelWithKey, settableLevels } from '../level-path';
import { texts } from '../texts';
import type { SpaceDraft } from './setting-draft';
import { SelectField } from '../ui/form-fields';

interface SettingSelectsProps {
  readonly list: LevelList;
  readonly draft: SpaceDraft;
  readonly errors: DraftErrors<SpaceDraft>;
  readonly help: Readonly<Record<keyof SpaceDraft, string>>;
  /** The site settings, if the fields belong to a space. undefined: the fields belong to the site. */
  readonly site?: { readonly defaultLevel: string; readonly scheme: string };
  readonly onChange: (changes: Partial<SpaceDraft>) => void;
}

/** The default level and the allowed levels of the site or of a space. */
export function SettingSelects({ list, draft, errors, help, site, onChange }: SettingSelectsProps) {
  const { settings: t } = texts;
  const levels = [
    ...(site === undefined ? [] : [{ value: 'site', label: t.spaces.siteDefault(site.defaultLevel) }]),
    { value: 'none', label: t.noDefault },
    ...settableLevels(list.levels).map((level) => ({
      value: levelValue(level),
      label: levelWithKey(level, list.levels),
    })),
  ];
  const schemes = [
    ...(site === undefined ? [] : [{ value: 'site', label: t.spaces.siteScheme(site.scheme) }]),
    { value: 'none', label: t.noScheme },
    ...list.settings.schemes.map(({ schemeId, name }) => ({ value: schemeId, label: name })),
  ];
  return (
    <div className="settings-selects">
      <SelectField
        label={t.site.defaultLevel}
        help={help.defaultLevel}
        error={errors.defaultLevel}
        data-initial-focus=""
        value={draft.defaultLevel}
        options={withCurrent(levels, draft.defaultLevel, (value) =>
          t.archived(levelPath(levelOfValue(value), list.levels)),
        )}
        onChange={(defaultLevel) => onChange({ defaultLevel })}
      />
      <SelectField
        label={t.site.scheme}
        help={help.schemeId}
        error={errors.schemeId}
        value={draft.schemeId}
        options={withCurrent(schemes, draft.schemeId, () => t.notFound)}
        onChange={(schemeId) => onChange({ schemeId })}
      />
    </div>
  );
}

type Options = readonly { readonly value: string; readonly label: string }[];

/** Adds an option for the current value. Without it, the select would show another value. */
function withCurrent(options: Options, value: string, label: (value: string) => string): Options {
  return options.some((option) => option.value === value) ? options : [...options, { value, label: label(value) }];
}
