import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { schemeInWords } from '../configuration/setting-words';
import { SpacesSection } from '../spaces/spaces-section';
import { Origin } from '../spaces/spaces-table';
import { texts } from '../texts';
import { useOpenDialog } from '../use-open-dialog';
import { openDialogIn, SettingsDialog } from './open-dialog';
import { focusIds } from './focus-ids';
import { LevelSchemes } from './level-schemes';
import { MentionsSection } from './mentions-section';
import { MirrorSection } from './mirror-section';
import { ShownDefault } from './shown-default';
import { SiteSection } from './site-section';
import { SpaceAdminsSection } from './space-admins-section';
import { SurfacesSection } from './surfaces-section';

interface SettingsProps {
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
}

export function Settings({ list, onChanged }: SettingsProps) {
  const { open, show, close } = useOpenDialog(openDialogIn, focusIds);
  return (
    <>
      <SiteSection list={list} onEdit={() => show({ dialog: 'site' })} />
      <SurfacesSection list={list} onEdit={() => show({ dialog: 'surfaces' })} />
      <SpaceAdminsSection list={list} onEdit={() => show({ dialog: 'spaceAdmins' })} />
      <MentionsSection list={list} onChanged={onChanged} />
      <LevelSchemes
        list={list}
        onCreate={() => show({ dialog: 'scheme', schemeId: undefined })}
        onEdit={(schemeId) => show({ dialog: 'scheme', schemeId })}
        onRemove={(schemeId) => show({ dialog: 'removeScheme', schemeId })}
      />
      <Spaces list={list} onEdit={(spaceId) => show({ dialog: 'space', spaceId })} />
      <MirrorSection levels={list.levels} />
      {open !== undefined && <SettingsDialog open={open} list={list} onChanged={onChanged} onClose={close} />}
    </>
  );
}

interface SpacesProps {
  readonly list: LevelList;
  readonly onEdit: (spaceId: string) => void;
}

function Spaces({ list, onEdit }: SpacesProps) {
  const { site, spaces: t } = texts.settings;
  const { settings, levels } = list;
  const ids = Object.keys(settings.spaces);
  return (
    <SpacesSection
      id={focusIds.space}
      intro={t.intro}
      ownIds={ids}
      counted={t.own(ids.length)}
      columns={[
        {
          label: site.defaultLevel,
          cell: (spaceId) => {
            const own = settings.spaces[spaceId]?.defaultLevel;
            return (
              <>
                <ShownDefault levels={levels} level={own ?? settings.defaultLevel ?? 'none'} />
                <Origin isOwn={own !== undefined} />
              </>
            );
          },
        },
        {
          label: site.scheme,
          cell: (spaceId) => {
            const own = settings.spaces[spaceId]?.schemeId;
            return (
              <>
                {schemeInWords(list, own ?? settings.schemeId ?? 'none')}
                <Origin isOwn={own !== undefined} />
              </>
            );
          },
        },
      ]}
      onEdit={onEdit}
    />
  );
}
