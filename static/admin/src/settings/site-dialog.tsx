import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { LoweringRule } from '../../../../src/access/decide';
import { ChangeDialog } from '../configuration/change-dialog';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { checkSettings, sentLevel, type SiteDraft, siteDraftOf } from './setting-draft';
import { SettingSelects } from './setting-selects';

interface SiteDialogProps {
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

const RULES = Object.keys(texts.settings.lowering) as LoweringRule[];

export default function SiteDialog({ list, onChanged, onClose }: SiteDialogProps) {
  const { settings: t, configuration } = texts;
  const change = useConfigurationChange({ list, onChanged });
  const { draft, edit, errors, form } = useDraft<SiteDraft>({
    start: siteDraftOf(list.settings),
    change,
    check: (typed) => checkSettings(change.base, typed),
    latestIn: ({ settings }) => siteDraftOf(settings),
    send: (rev, all) => ask('changeSiteSettings', { rev, ...sentSite(all) }),
    saved: () => ({ id: 'site-settings-saved', title: configuration.saved, description: configuration.savedBody }),
    onClose,
  });
  return (
    <ChangeDialog title={t.site.edit} submit={configuration.save} form={form}>
      <SettingSelects
        list={change.base}
        draft={draft}
        errors={errors}
        help={{
          defaultLevel: `${t.defaultLevel.short} ${t.defaultLevel.siteHelp}`,
          schemeId: `${t.scheme.short} ${t.scheme.siteHelp}`,
        }}
        onChange={edit}
      />
      <FieldGroup label={t.site.lowering} error={errors.lowering}>
        <RadioChoices
          name="lowering"
          value={draft.lowering}
          choices={RULES.map((rule) => ({ value: rule, ...t.lowering[rule] }))}
          onChange={(lowering) => edit({ lowering })}
        />
      </FieldGroup>
    </ChangeDialog>
  );
}

/** Omits empty settings. */
function sentSite({ lowering, defaultLevel, schemeId }: SiteDraft) {
  const level = sentLevel(defaultLevel);
  return {
    lowering,
    ...(level === undefined || level === 'none' ? {} : { defaultLevel: level }),
    ...(schemeId === 'none' ? {} : { schemeId }),
  };
}
