import type { Level } from '../../../../src/classification/model';
import { SpacePicker } from '../keys/space-limit';
import { texts } from '../texts';
import { FieldGroup } from '../ui/field';
import { SCOPES } from './draft';
import { type DraftFieldsProps, DraftTextField } from './draft-text-field';
import { SelectField } from '../ui/form-fields';

/** The fields for the scope of the exclusion. */
export function ScopeFields({ levels, ...fields }: DraftFieldsProps & { readonly levels: readonly Level[] }) {
  const { dialog: t } = texts.exclusions;
  const { draft, errors, onChange } = fields;
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
      {draft.of === 'page' && <DraftTextField name="page" {...fields} />}
      {draft.of === 'label' && <DraftTextField name="label" {...fields} />}
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
