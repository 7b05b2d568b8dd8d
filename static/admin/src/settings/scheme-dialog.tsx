import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { LevelScheme, Settings } from '../../../../src/classification/model';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import type { DraftErrors } from '../configuration/use-draft';
import { ask } from '../operations';
import { SchemeDialog } from '../schemes/scheme-dialog';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { isUsed, usersInWords, usersOf } from './scheme-users';

interface LevelSchemeDialogProps {
  readonly list: LevelList;
  /** undefined creates a scheme. */
  readonly schemeId: string | undefined;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

type SchemeDraft = Pick<LevelScheme, 'name' | 'levelIds'>;

/** Creates or edits a set of allowed levels. */
export default function LevelSchemeDialog({ list, schemeId, onChanged, onClose }: LevelSchemeDialogProps) {
  const { schemes: t } = texts.settings;
  const change = useConfigurationChange({ list, onChanged });
  const { levels, settings } = change.base;
  const find = ({ schemes }: Settings) => schemes.find((one) => one.schemeId === schemeId);
  const users = schemeId === undefined ? undefined : usersOf(settings, schemeId);
  const savedIds = find(settings)?.levelIds ?? [];
  return (
    <SchemeDialog<SchemeDraft, LevelList>
      words={t}
      kind="scheme"
      schemeId={schemeId}
      change={change}
      opened={list}
      schemesIn={(latest) => latest.settings.schemes}
      draftIn={(latest) => draftOf(find(latest.settings))}
      newDraft={{ name: '', levelIds: [] }}
      check={({ levelIds }) => checkLevels(levels, levelIds)}
      send={(rev, all) =>
        schemeId === undefined ? ask('createScheme', { rev, ...all }) : ask('editScheme', { rev, schemeId, ...all })
      }
      savedBody={texts.configuration.savedBody}
      usage={users !== undefined && isUsed(users) ? t.isUsed(usersInWords(users)) : undefined}
      onClose={onClose}
    >
      {({ draft, errors, edit }) => (
        <FieldGroup label={t.levels} help={t.levelsHelp} error={errors.levelIds}>
          <LevelChoices
            // A level that was just cleared keeps its position.
            levels={levels.filter(
              ({ status, levelId }) => status === 'PUBLISHED' || [...draft.levelIds, ...savedIds].includes(levelId),
            )}
            chosen={draft.levelIds}
            onChange={(levelIds) => edit({ levelIds: [...levelIds] })}
          />
        </FieldGroup>
      )}
    </SchemeDialog>
  );
}

interface LevelChoicesProps {
  readonly levels: LevelList['levels'];
  readonly chosen: readonly string[];
  /** @param levelIds in the order of the levels, so that equal selections give equal schemes */
  readonly onChange: (levelIds: readonly string[]) => void;
}

function LevelChoices({ levels, chosen, onChange }: LevelChoicesProps) {
  return (
    <CheckboxChoices
      label={texts.settings.schemes.levels}
      chosen={chosen}
      choices={levels.map(({ levelId, name, levelKey, status }) => ({
        value: levelId,
        label: name,
        description: status === 'ARCHIVED' ? `${levelKey} (${texts.form.archived})` : levelKey,
      }))}
      onChange={(ids) => onChange(levels.map(({ levelId }) => levelId).filter((levelId) => ids.includes(levelId)))}
    />
  );
}

function draftOf(scheme: LevelScheme | undefined): SchemeDraft | undefined {
  return scheme && { name: scheme.name, levelIds: scheme.levelIds };
}

function checkLevels(levels: LevelList['levels'], levelIds: readonly string[]): DraftErrors<SchemeDraft> {
  const { missingLevels, archivedLevels } = texts.settings.schemes;
  if (levelIds.length === 0) return { levelIds: missingLevels };
  const archived = levels.filter(({ levelId, status }) => status === 'ARCHIVED' && levelIds.includes(levelId));
  return archived.length === 0 ? {} : { levelIds: archivedLevels(archived.map(({ name }) => name).join(', ')) };
}
