import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { ChangeDialog } from '../configuration/change-dialog';
import { defaultInWords, schemeInWords } from '../configuration/setting-words';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { checkSettings, sentLevel, sentScheme, type SpaceDraft, spaceDraftOf } from '../settings/setting-draft';
import { SettingSelects } from '../settings/setting-selects';

interface SpaceDialogProps {
  readonly list: LevelList;
  readonly spaceId: string;
  readonly name: string;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

export default function SpaceDialog({ list, spaceId, name, onChanged, onClose }: SpaceDialogProps) {
  const { settings: t, configuration } = texts;
  const change = useConfigurationChange({ list, onChanged });
  const { draft, edit, errors, form } = useDraft<SpaceDraft>({
    start: spaceDraftOf(list.settings, spaceId),
    change,
    check: (typed) => checkSettings(change.base, typed),
    latestIn: ({ settings }) => spaceDraftOf(settings, spaceId),
    send: (rev, all) => ask('changeSpaceSettings', { rev, spaceId, ...sentSpace(all) }),
    saved: () => ({
      id: `space-settings-saved-${spaceId}`,
      title: configuration.saved,
      description: t.spaces.savedBody(name),
    }),
    onClose,
  });
  const { settings } = change.base;
  return (
    <ChangeDialog title={t.spaces.editTitle(name)} submit={configuration.save} form={form}>
      <SettingSelects
        list={change.base}
        draft={draft}
        errors={errors}
        help={{ defaultLevel: t.spaces.defaultHelp, schemeId: t.spaces.schemeHelp }}
        site={{
          defaultLevel: defaultInWords(change.base, settings.defaultLevel ?? 'none'),
          scheme: schemeInWords(change.base, settings.schemeId ?? 'none'),
        }}
        onChange={edit}
      />
    </ChangeDialog>
  );
}

/** Omits settings that are the same as the site. */
function sentSpace({ defaultLevel, schemeId }: SpaceDraft) {
  const [level, scheme] = [sentLevel(defaultLevel), sentScheme(schemeId)];
  return {
    ...(level === undefined ? {} : { defaultLevel: level }),
    ...(scheme === undefined ? {} : { schemeId: scheme }),
  };
}
