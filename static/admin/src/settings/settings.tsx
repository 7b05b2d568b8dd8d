import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { RulesSection } from '../exposure/rules-section';
import { ReviewRulesSection } from '../reviews/rules-section';
import { useOpenDialog } from '../use-open-dialog';
import { openDialogIn, SettingsDialog } from './open-dialog';
import { focusIds } from './focus-ids';
import { LevelsFromFindings } from './levels-from-findings';
import { LevelSchemes } from './level-schemes';
import { MentionsSection } from './mentions-section';
import { PageUseSection } from './page-use-section';
import { SiteSection } from './site-section';
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
      <RulesSection
        isEditing={open?.dialog === 'exposure'}
        onEdit={() => show({ dialog: 'exposure' })}
        onClose={close}
      />
      <ReviewRulesSection
        isEditing={open?.dialog === 'review'}
        onEdit={() => show({ dialog: 'review' })}
        onClose={close}
      />
      <PageUseSection
        isEditing={open?.dialog === 'page-use'}
        onEdit={() => show({ dialog: 'page-use' })}
        onClose={close}
      />
      <MentionsSection list={list} onChanged={onChanged} />
      <LevelSchemes
        list={list}
        onCreate={() => show({ dialog: 'scheme', schemeId: undefined })}
        onEdit={(schemeId) => show({ dialog: 'scheme', schemeId })}
        onRemove={(schemeId) => show({ dialog: 'removeScheme', schemeId })}
      />
      {/* It loads later, and hides what is below until then. */}
      <LevelsFromFindings levels={list.levels} />
      {open !== undefined && <SettingsDialog open={open} list={list} onChanged={onChanged} onClose={close} />}
    </>
  );
}
