import { texts } from '../texts';
import { Field } from '../ui/field';
import { TextArea } from '../ui/text-area';
import { TextInput } from '../ui/text-input';
import { type LevelDraftErrors, LIMITS, type SubLevelDraft } from './level-draft';

interface TextFieldsProps {
  readonly draft: SubLevelDraft;
  readonly errors: LevelDraftErrors;
  readonly onChange: (changes: Partial<SubLevelDraft>) => void;
}

/** What levels and sub-levels have in common. Too long a text is refused, not cut off: somebody may have pasted it. */
export function TextFields({ draft, errors, onChange }: TextFieldsProps) {
  const t = texts.levels.form;
  return (
    <>
      <Field label={t.name} help={t.nameHelp(LIMITS.name)} error={errors.name} isRequired>
        {(control) => (
          <TextInput {...control} value={draft.name} hasInitialFocus onChange={(name) => onChange({ name })} />
        )}
      </Field>
      <Field label={t.description} help={t.descriptionHelp(LIMITS.description)} error={errors.description}>
        {(control) => (
          <TextArea {...control} value={draft.description} onChange={(description) => onChange({ description })} />
        )}
      </Field>
    </>
  );
}
