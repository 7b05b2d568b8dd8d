import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { Delegable } from '../../../../src/classification/model';
import { ChangeDialog } from '../configuration/change-dialog';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { SelectField } from '../ui/form-fields';
import { Message } from '../ui/message';
import { AS_SITE, DELEGABLE, floorChoices } from './space-admins';

interface SpaceAdminsDialogProps {
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly delegated: readonly Delegable[];
  /** `site`, the id of a level, or `none`. */
  readonly defaultFloor: string;
}

const draftOf = ({ settings: { delegated = [], defaultFloor = AS_SITE } }: Pick<LevelList, 'settings'>): Draft => ({
  delegated: DELEGABLE.filter((one) => delegated.includes(one)),
  defaultFloor,
});

/** Chooses what space admins may set. */
export default function SpaceAdminsDialog({ list, onChanged, onClose }: SpaceAdminsDialogProps) {
  const { configuration } = texts;
  const { spaceAdmins: t } = texts.settings;
  const change = useConfigurationChange({ list, onChanged });
  const { draft, edit, errors, form } = useDraft<Draft>({
    start: draftOf(list),
    change,
    check: () => ({}),
    latestIn: draftOf,
    send: (rev, { delegated, defaultFloor }) =>
      ask('changeDelegated', {
        rev,
        delegated: [...delegated],
        ...(defaultFloor === AS_SITE ? {} : { defaultFloor }),
      }),
    saved: () => ({ id: 'space-admins-saved', title: configuration.saved, description: t.savedBody }),
    onClose,
  });
  const { delegated, ownSpaces = {} } = { ...change.base.settings, delegated: draftOf(change.base).delegated };
  const withdrawn = delegated.filter((one) => !draft.delegated.includes(one));
  return (
    <ChangeDialog title={t.edit} submit={configuration.save} form={form}>
      <FieldGroup label={t.may} help={t.help} error={errors.delegated}>
        <CheckboxChoices
          label={t.may}
          chosen={draft.delegated}
          choices={DELEGABLE.map((value) => ({ value, label: t.settings[value], help: t.descriptions[value] }))}
          onChange={(chosen) => edit({ delegated: DELEGABLE.filter((one) => chosen.includes(one)) })}
        />
        {withdrawn.length > 0 && Object.keys(ownSpaces).length > 0 && (
          <Message kind="warning" title={t.withdrawn}>
            <p>{t.withdrawnBody(Object.keys(ownSpaces).length)}</p>
          </Message>
        )}
      </FieldGroup>
      {draft.delegated.includes('defaultLevel') && (
        <SelectField
          label={t.floor}
          help={t.floorHelp}
          error={errors.defaultFloor}
          value={draft.defaultFloor}
          options={floorChoices(change.base)}
          onChange={(defaultFloor) => edit({ defaultFloor })}
        />
      )}
    </ChangeDialog>
  );
}
