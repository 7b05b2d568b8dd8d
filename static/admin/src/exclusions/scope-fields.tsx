import type { Level } from '../../../../src/classification/model';
import { SpacePicker } from '../keys/space-limit';
import { texts } from '../texts';
import { Field, FieldGroup } from '../ui/field';
import { Select } from '../ui/select';
import { TextInput } from '../ui/text-input';
import { SCOPES } from './draft';
import type { DraftFieldsProps } from './match-fields';

/** Where it is meant. */
export function ScopeFields({
  draft,
  errors,
  levels,
  onChange,
}: DraftFieldsProps & { readonly levels: readonly Level[] }) {
  const { dialog: t } = texts.exclusions;
  return (
    <>
      <Field label={t.scope}>
        {(control) => (
          <Select
            {...control}
            value={draft.of}
            options={SCOPES.map((of) => ({ value: of, label: t.scopes[of] }))}
            onChange={(value) => onChange({ of: SCOPES.find((of) => of === value) ?? 'site' })}
          />
        )}
      </Field>
      {draft.of === 'space' && (
        <FieldGroup label={t.space} help={t.spaceHelp} error={errors.space}>
          <SpacePicker
            spaces={draft.space === undefined ? [] : [draft.space]}
            onChange={(spaces) => onChange({ space: spaces.find(({ id }) => id !== draft.space?.id) ?? spaces.at(-1) })}
          />
        </FieldGroup>
      )}
      {draft.of === 'page' && (
        <Field label={t.page} help={t.pageHelp} error={errors.page} isRequired>
          {(control) => (
            <TextInput {...control} maxLength={2_000} value={draft.page} onChange={(page) => onChange({ page })} />
          )}
        </Field>
      )}
      {draft.of === 'label' && (
        <Field label={t.label} error={errors.label} isRequired>
          {(control) => (
            <TextInput {...control} maxLength={255} value={draft.label} onChange={(label) => onChange({ label })} />
          )}
        </Field>
      )}
      {draft.of === 'level' && (
        <Field label={t.level} error={errors.levelId} isRequired>
          {(control) => (
            <Select
              {...control}
              value={draft.levelId}
              options={[
                { value: '', label: t.chooseLevel },
                ...levels.map(({ levelId, name }) => ({ value: levelId, label: name })),
              ]}
              onChange={(levelId) => onChange({ levelId })}
            />
          )}
        </Field>
      )}
    </>
  );
}
