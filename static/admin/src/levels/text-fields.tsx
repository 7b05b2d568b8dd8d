import { texts } from '../texts';
import { type LevelDraftErrors, LIMITS, type SubLevelDraft } from './level-draft';
import { TextAreaField, TextField } from '../ui/form-fields';

interface TextFieldsProps {
  readonly draft: SubLevelDraft;
  readonly errors: LevelDraftErrors;
  readonly onChange: (changes: Partial<SubLevelDraft>) => void;
}

/**
 * The fields that levels and sub-levels share. A text that is too long shows an error and is not cut off, because it
 * may be pasted.
 */
export function TextFields({ draft, errors, onChange }: TextFieldsProps) {
  const t = texts.levels.form;
  return (
    <>
      <TextField
        label={t.name}
        help={t.nameHelp(LIMITS.name)}
        error={errors.name}
        isRequired
        value={draft.name}
        hasInitialFocus
        onChange={(name) => onChange({ name })}
      />
      <TextAreaField
        label={t.description}
        help={t.descriptionHelp(LIMITS.description)}
        error={errors.description}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
    </>
  );
}
