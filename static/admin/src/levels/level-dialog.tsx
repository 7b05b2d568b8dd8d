import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Level } from '../../../../src/classification/model';
import { ask } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { ChangeDialog } from '../configuration/change-dialog';
import { BannerFields } from './banner-fields';
import {
  checkLevel,
  type LevelDraft,
  levelDraftOf,
  LIMITS,
  newLevelDraft,
  sentBanner,
  sentTexts,
  TRANSLATED_FIELDS,
} from './level-draft';
import { Swatch } from '../ui/level-lozenge';
import { TextFields } from './text-fields';
import { TranslationFields } from './translation-fields';
import { useDraft } from '../configuration/use-draft';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import { TextAreaField } from '../ui/form-fields';

interface LevelDialogProps {
  readonly list: LevelList;
  /** undefined: creates a level. */
  readonly level: Level | undefined;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

const COLORS = Object.keys(texts.levels.colors) as Level['color'][];

/** Creates or edits a level. An edit sends only the changed fields. */
export default function LevelDialog({ list, level, onChanged, onClose }: LevelDialogProps) {
  const t = texts.levels;
  const change = useConfigurationChange({ list, onChanged });
  const { draft, edit, errors, form } = useDraft({
    start: level === undefined ? newLevelDraft : levelDraftOf(level),
    change,
    check: checkLevel,
    latestIn: ({ levels }) => {
      const latest = levels.find(({ levelId }) => levelId === level?.levelId);
      return latest === undefined ? undefined : levelDraftOf(latest);
    },
    send: (rev, all, changes) =>
      level === undefined
        ? ask('createLevel', { rev, ...sentLevel(all), name: all.name, color: all.color })
        : ask('editLevel', { rev, levelId: level.levelId, changes: sentLevel(changes) }),
    saved: ({ name }) => ({
      id: `level-saved-${level?.levelId ?? name}`,
      title: level === undefined ? t.created : texts.configuration.saved,
      description: level === undefined ? t.createdBody(name) : texts.configuration.savedBody,
    }),
    onClose,
  });

  return (
    <ChangeDialog
      title={level === undefined ? t.create : t.editTitle(level.name)}
      submit={level === undefined ? t.create : texts.configuration.save}
      form={form}
    >
      {level === undefined && <p className="form-note">{t.form.newNote}</p>}
      <TextFields draft={draft} errors={errors} onChange={edit} />
      <TextAreaField
        label={t.form.guideline}
        help={t.form.guidelineHelp(LIMITS.guideline)}
        error={errors.guideline}
        rows={6}
        value={draft.guideline}
        onChange={(guideline) => edit({ guideline })}
      />
      <FieldGroup label={t.form.color} error={errors.color}>
        <RadioChoices
          name="color"
          value={draft.color}
          choices={COLORS.map((color) => ({ value: color, label: t.colors[color], mark: <Swatch color={color} /> }))}
          isCompact
          onChange={(color) => edit({ color })}
        />
      </FieldGroup>
      <BannerFields draft={draft} error={errors.banner} onChange={(banner) => edit({ banner })} />
      <TranslationFields
        rows={draft.translations}
        fields={TRANSLATED_FIELDS}
        error={errors.translations}
        onChange={(translations) => edit({ translations })}
      />
    </ChangeDialog>
  );
}

/** The changed fields for the resolver. */
function sentLevel({ banner, ...texts }: Partial<LevelDraft>) {
  return { ...sentTexts(texts), ...(banner === undefined ? {} : { banner: sentBanner(banner) }) };
}
