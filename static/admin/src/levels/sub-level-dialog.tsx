import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Level, SubLevel } from '../../../../src/classification/model';
import { ask } from '../operations';
import { texts } from '../texts';
import { ChangeDialog } from '../configuration/change-dialog';
import { checkDraft, newSubLevelDraft, sentTexts, SUB_LEVEL_FIELDS, subLevelDraftOf } from './level-draft';
import { TextFields } from './text-fields';
import { TranslationFields } from './translation-fields';
import { useDraft } from '../configuration/use-draft';
import { useConfigurationChange } from '../configuration/use-configuration-change';

interface SubLevelDialogProps {
  readonly list: LevelList;
  readonly level: Level;
  /** undefined: creates a sub-level. */
  readonly subLevel: SubLevel | undefined;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

/** Creates or edits a sub-level. An edit sends only the changed fields. */
export default function SubLevelDialog({ list, level, subLevel, onChanged, onClose }: SubLevelDialogProps) {
  const { levelId } = level;
  const t = texts.levels.subLevels;
  const change = useConfigurationChange({ list, onChanged });
  const { draft, edit, errors, form } = useDraft({
    start: subLevel === undefined ? newSubLevelDraft : subLevelDraftOf(subLevel),
    change,
    check: checkDraft,
    latestIn: ({ levels }) => {
      const all = levels.flatMap(({ subLevels }) => subLevels);
      const latest = all.find(({ subLevelId }) => subLevelId === subLevel?.subLevelId);
      return latest === undefined ? undefined : subLevelDraftOf(latest);
    },
    send: (rev, all, changes) =>
      subLevel === undefined
        ? ask('createSubLevel', { rev, levelId, ...sentTexts(all) })
        : ask('editSubLevel', { rev, levelId, subLevelId: subLevel.subLevelId, changes: sentTexts(changes) }),
    saved: ({ name }) => ({
      id: `sub-level-saved-${subLevel?.subLevelId ?? name}`,
      title: subLevel === undefined ? t.created : t.saved,
      description: subLevel === undefined ? t.createdBody(name, level.name) : texts.configuration.savedBody,
    }),
    onClose,
  });

  return (
    <ChangeDialog
      title={subLevel === undefined ? t.createTitle(level.name) : texts.levels.editTitle(subLevel.name)}
      submit={subLevel === undefined ? t.create : texts.configuration.save}
      form={form}
    >
      <TextFields draft={draft} errors={errors} onChange={edit} />
      <TranslationFields
        rows={draft.translations}
        fields={SUB_LEVEL_FIELDS}
        error={errors.translations}
        onChange={(translations) => edit({ translations })}
      />
    </ChangeDialog>
  );
}
