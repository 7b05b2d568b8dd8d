import { useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import { ChangeDialog } from '../configuration/change-dialog';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import { useDraft } from '../configuration/use-draft';
import { SpacePicker } from '../keys/space-limit';
import { ask } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices, RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { Message } from '../ui/message';
import { useSpaceNames } from '../use-space-names';
import { MAX_OFF_SPACES, NAMES, PARTS, PERMISSIONS, type SurfacesDraft, surfacesDraftOf, surfacesOf } from './surfaces';

interface SurfacesDialogProps {
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

export default function SurfacesDialog({ list, onChanged, onClose }: SurfacesDialogProps) {
  const { configuration } = texts;
  const { surfaces: t } = texts.settings;
  const change = useConfigurationChange({ list, onChanged });
  const { draft, edit, errors, form } = useDraft<SurfacesDraft>({
    start: surfacesDraftOf(list.settings),
    change,
    check: ({ offSpaceIds }) =>
      offSpaceIds.length > MAX_OFF_SPACES ? { offSpaceIds: t.tooManySpaces(offSpaceIds.length) } : {},
    latestIn: ({ settings }) => surfacesDraftOf(settings),
    send: (rev, all) => ask('changeSurfaceSettings', { rev, ...surfacesOf(all) }),
    saved: () => ({ id: 'surface-settings-saved', title: configuration.saved, description: t.savedBody }),
    onClose,
  });
  return (
    <ChangeDialog title={t.edit} submit={configuration.save} form={form}>
      <FieldGroup label={t.shown} error={errors.shown}>
        <CheckboxChoices
          label={t.shown}
          chosen={draft.shown}
          choices={PARTS.map((part) => ({ value: part, ...helped(t.parts[part]) }))}
          onChange={(chosen) => edit({ shown: PARTS.filter((part) => chosen.includes(part)) })}
        />
      </FieldGroup>
      <FieldGroup label={t.bylineNames} error={errors.bylineNames}>
        <RadioChoices
          name="bylineNames"
          value={draft.bylineNames}
          choices={NAMES.map((value) => ({ value, ...t.names[value] }))}
          onChange={(bylineNames) => edit({ bylineNames })}
        />
      </FieldGroup>
      <FieldGroup label={t.people} error={errors.people}>
        <CheckboxChoices
          label={t.people}
          chosen={draft.people}
          choices={PERMISSIONS.map((one) => ({ value: one, ...helped(t.may[one]) }))}
          onChange={(chosen) => edit({ people: PERMISSIONS.filter((one) => chosen.includes(one)) })}
        />
        {draft.people.includes('redact') && (
          <Message kind="warning" title={t.redactWarning}>
            <p>{t.redactWarningBody}</p>
          </Message>
        )}
      </FieldGroup>
      <FieldGroup label={t.off} help={t.offHelp} error={errors.offSpaceIds}>
        <OffSpaces
          saved={surfacesDraftOf(change.base.settings).offSpaceIds}
          ids={draft.offSpaceIds}
          onChange={(offSpaceIds) => edit({ offSpaceIds })}
        />
      </FieldGroup>
    </ChangeDialog>
  );
}

const helped = ({ label, description }: { readonly label: string; readonly description: string }) => ({
  label,
  help: description,
});

interface OffSpacesProps {
  /** Loads their names. Selected spaces come with their names. */
  readonly saved: readonly string[];
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function OffSpaces({ saved, ids, onChange }: OffSpacesProps) {
  const [selected, setSelected] = useState<readonly SpaceName[]>([]);
  const names = useSpaceNames(saved);
  const named = (id: string) =>
    selected.find((space) => space.id === id) ?? names?.get(id) ?? { id, key: id, name: id };
  return (
    <SpacePicker
      spaces={ids.map(named)}
      onChange={(spaces) => {
        setSelected(spaces);
        // In the order of storage, so that equal selections are equal.
        onChange(spaces.map(({ id }) => id).sort());
      }}
    />
  );
}
