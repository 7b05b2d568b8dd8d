import { showFlag } from '@forge/bridge';
import type { LevelList } from '../../../../src/admin/change-levels';
import type { LevelScheme, Settings } from '../../../../src/classification/model';
import { ChangeDialog } from '../configuration/change-dialog';
import { schemeNameFault } from '../configuration/scheme-name';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import { type DraftErrors, useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { Field, FieldGroup } from '../ui/field';
import { TextInput } from '../ui/text-input';
import { isUsed, usersInWords, usersOf } from './scheme-users';

interface SchemeDialogProps {
  readonly list: LevelList;
  /** undefined: a new one. */
  readonly schemeId: string | undefined;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

type SchemeDraft = Pick<LevelScheme, 'name' | 'levelIds'>;

/** Creates a level scheme, or edits one. */
export default function SchemeDialog({ list, schemeId, onChanged, onClose }: SchemeDialogProps) {
  const { schemes: t } = texts.settings;
  const { configuration } = texts;
  const change = useConfigurationChange({ list, onChanged });
  const find = ({ schemes }: Settings) => schemes.find((one) => one.schemeId === schemeId);
  const start = draftOf(find(list.settings)) ?? { name: '', levelIds: [] };
  const { draft, edit, errors, isDirty, save } = useDraft<SchemeDraft>({
    start,
    change,
    check: (typed) => checkScheme(change.base, typed, schemeId),
    latestIn: ({ settings }) => draftOf(find(settings)),
    send: (rev, all) =>
      schemeId === undefined ? ask('createScheme', { rev, ...all }) : ask('editScheme', { rev, schemeId, ...all }),
    onSaved: ({ name }) => {
      showFlag({
        id: `scheme-saved-${schemeId ?? name}`,
        type: 'success',
        title: schemeId === undefined ? t.created : configuration.saved,
        description: schemeId === undefined ? t.createdBody(name) : configuration.savedBody,
        isAutoDismiss: true,
      });
      onClose();
    },
  });
  const users = schemeId === undefined ? undefined : usersOf(change.base.settings, schemeId);
  // One that was taken out just now stays where it was.
  const known = [...draft.levelIds, ...(find(change.base.settings)?.levelIds ?? [])];
  const offered = change.base.levels.filter(({ status, levelId }) => status === 'PUBLISHED' || known.includes(levelId));
  return (
    <ChangeDialog
      title={schemeId === undefined ? t.create : t.editTitle(start.name)}
      submit={schemeId === undefined ? t.create : configuration.save}
      change={change}
      errors={errors}
      isDirty={isDirty}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {users !== undefined && isUsed(users) && <p className="form-note">{t.isUsed(usersInWords(users))}</p>}
      <Field label={t.name} help={t.nameHelp} error={errors.name} isRequired>
        {(control) => <TextInput {...control} value={draft.name} hasInitialFocus onChange={(name) => edit({ name })} />}
      </Field>
      <FieldGroup label={t.levels} help={t.levelsHelp} error={errors.levelIds}>
        <CheckboxChoices
          label={t.levels}
          chosen={draft.levelIds}
          choices={offered.map(({ levelId, name, levelKey, status }) => ({
            value: levelId,
            label: name,
            description: status === 'ARCHIVED' ? `${levelKey} (${texts.form.archived})` : levelKey,
          }))}
          // In the order of the levels, so that the same levels are the same scheme.
          onChange={(chosen) =>
            edit({ levelIds: offered.map(({ levelId }) => levelId).filter((levelId) => chosen.includes(levelId)) })
          }
        />
      </FieldGroup>
    </ChangeDialog>
  );
}

function draftOf(scheme: LevelScheme | undefined): SchemeDraft | undefined {
  return scheme && { name: scheme.name, levelIds: scheme.levelIds };
}

function checkScheme(
  { levels, settings }: LevelList,
  { name, levelIds }: SchemeDraft,
  schemeId: string | undefined,
): DraftErrors<SchemeDraft> {
  const { schemes: t } = texts.settings;
  const others = settings.schemes.filter((one) => one.schemeId !== schemeId);
  const archived = levels.filter(({ levelId, status }) => status === 'ARCHIVED' && levelIds.includes(levelId));
  const ofName = schemeNameFault(name, others, t.takenName);
  const ofLevels =
    levelIds.length === 0
      ? t.missingLevels
      : archived.length > 0
        ? t.archivedLevels(archived.map((level) => level.name).join(', '))
        : '';
  return { ...(ofName === undefined ? {} : { name: ofName }), ...(ofLevels === '' ? {} : { levelIds: ofLevels }) };
}
