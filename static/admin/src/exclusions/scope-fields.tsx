import type { Level } from '../../../../src/classification/model';
import { SpacePicker } from '../keys/space-limit';
import { texts } from '../texts';
import { FieldGroup } from '../ui/field';
import { SCOPES } from './draft';
import type { DraftFieldsProps } from './match-fields';
import { SelectField, TextField } from '../ui/form-fields';

/** The scope of the exclusion. */
export function ScopeFields({
  draft,
  errors,
  levels,
  onChange,
}: DraftFieldsProps & { readonly levels: readonly Level[] }) {
  const { dialog: t } = texts.exclusions;
  return (
    <>
      <SelectField
        label={t.scope}
        value={draft.of}
        options={SCOPES.map((of) => ({ value: of, label: t.scopes[of] }))}
        onChange={(of) => onChange({ of })}
      />
      {draft.of === 'space' && (
        <FieldGroup label={t.space} help={t.spaceHelp} error={errors.space}>
          <SpacePicker
            spaces={draft.space === undefined ? [] : [draft.space]}
            onChange={(spaces) => onChange({ space: spaces.find(({ id }) => id !== draft.space?.id) ?? spaces.at(-1) })}
          />
        </FieldGroup>
      )}
      {draft.of === 'page' && (
        <TextField
          label={t.page}
          help={t.pageHelp}
          error={errors.page}
          isRequired
          maxLength={2_000}
          value={draft.page}
          onChange={(page) => onChange({ page })}
        />
      )}
      {draft.of === 'label' && (
        <TextField
          label={t.label}
          error={errors.label}
          isRequired
          maxLength={255}
          value={draft.label}
          onChange={(label) => onChange({ label })}
        />
      )}
      {draft.of === 'level' && (
        <SelectField
          label={t.level}
          error={errors.levelId}
          isRequired
          value={draft.levelId}
          options={[
            { value: '', label: t.chooseLevel },
            ...levels.map(({ levelId, name }) => ({ value: levelId, label: name })),
          ]}
          onChange={(levelId) => onChange({ levelId })}
        />
      )}
    </>
  );
}
