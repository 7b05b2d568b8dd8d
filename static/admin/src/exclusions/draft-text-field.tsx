import { texts } from '../texts';
import { TextField } from '../ui/form-fields';
import type { DraftErrors, ExclusionDraft } from './draft';

export interface DraftFieldsProps {
  readonly draft: ExclusionDraft;
  readonly errors: DraftErrors;
  readonly onChange: (changes: Partial<ExclusionDraft>) => void;
}

type TextName = 'pattern' | 'domain' | 'page' | 'label';

const { dialog: t } = texts.exclusions;

const FIELDS: Readonly<
  Record<
    TextName,
    { readonly help?: string; readonly maxLength: number; readonly set: (text: string) => Partial<ExclusionDraft> }
  >
> = {
  pattern: { help: t.patternHelp, maxLength: 512, set: (pattern) => ({ pattern }) },
  domain: { help: t.domainHelp, maxLength: 253, set: (domain) => ({ domain }) },
  page: { help: t.pageHelp, maxLength: 2_000, set: (page) => ({ page }) },
  label: { maxLength: 255, set: (label) => ({ label }) },
};

/** A required text of an exclusion. */
export function DraftTextField({ name, draft, errors, onChange }: DraftFieldsProps & { readonly name: TextName }) {
  const { help, maxLength, set } = FIELDS[name];
  return (
    <TextField
      label={t[name]}
      help={help}
      error={errors[name]}
      isRequired
      maxLength={maxLength}
      value={draft[name]}
      onChange={(text) => onChange(set(text))}
    />
  );
}
