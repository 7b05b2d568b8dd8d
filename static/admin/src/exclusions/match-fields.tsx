import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Field, FieldGroup } from '../ui/field';
import { Select } from '../ui/select';
import { TextArea } from '../ui/text-area';
import { TextInput } from '../ui/text-input';
import { BYS, type DraftErrors, type ExclusionDraft, FIELDS, KINDS } from './draft';

export interface DraftFieldsProps {
  readonly draft: ExclusionDraft;
  readonly errors: DraftErrors;
  readonly onChange: (changes: Partial<ExclusionDraft>) => void;
}

interface MatchFieldsProps extends DraftFieldsProps {
  /** Their names; undefined: not known yet. */
  readonly detectors: ReadonlyMap<string, string> | undefined;
}

/** What is meant. */
export function MatchFields({ draft, errors, detectors, onChange }: MatchFieldsProps) {
  const { dialog: t } = texts.exclusions;
  const { by } = draft;
  const hasDetector = by === 'detector' || by === 'pattern' || by === 'location';
  return (
    <>
      <FieldGroup label={t.by}>
        <RadioChoices
          name="by"
          value={by}
          choices={BYS.map((value) => {
            const { label, description } = t.bys[value];
            return { value, label, ...(description === '' ? {} : { description }) };
          })}
          onChange={(value) => onChange({ by: value })}
        />
      </FieldGroup>
      {by === 'pattern' && (
        <Field label={t.pattern} help={t.patternHelp} error={errors.pattern} isRequired>
          {(control) => (
            <TextInput
              {...control}
              maxLength={512}
              value={draft.pattern}
              onChange={(pattern) => onChange({ pattern })}
            />
          )}
        </Field>
      )}
      {by === 'domain' && (
        <Field label={t.domain} help={t.domainHelp} error={errors.domain} isRequired>
          {(control) => (
            <TextInput {...control} maxLength={253} value={draft.domain} onChange={(domain) => onChange({ domain })} />
          )}
        </Field>
      )}
      {by === 'fingerprint' && (
        <Field label={t.fingerprints} help={t.fingerprintsHelp} error={errors.fingerprints} isRequired>
          {(control) => (
            <TextArea {...control} value={draft.fingerprints} onChange={(fingerprints) => onChange({ fingerprints })} />
          )}
        </Field>
      )}
      {by === 'location' && (
        <>
          <Field label={t.kind} error={errors.kind}>
            {(control) => (
              <Select
                {...control}
                value={draft.kind}
                options={[
                  { value: '', label: t.anyKind },
                  ...KINDS.map((kind) => ({ value: kind, label: t.kinds[kind] })),
                ]}
                onChange={(value) => onChange({ kind: KINDS.find((kind) => kind === value) ?? '' })}
              />
            )}
          </Field>
          <Field label={t.field} error={errors.field}>
            {(control) => (
              <Select
                {...control}
                value={draft.field}
                options={[
                  { value: '', label: t.anyField },
                  ...FIELDS.map((field) => ({ value: field, label: t.fields[field] })),
                ]}
                onChange={(value) => onChange({ field: FIELDS.find((field) => field === value) ?? '' })}
              />
            )}
          </Field>
        </>
      )}
      {hasDetector && (
        <Field label={t.detector} error={errors.detectorId} isRequired={by === 'detector'}>
          {(control) => (
            <Select
              {...control}
              value={draft.detectorId}
              options={[
                { value: '', label: by === 'detector' ? t.chooseDetector : t.anyDetector },
                ...[...(detectors ?? [])]
                  .map(([value, label]) => ({ value, label }))
                  .sort((a, b) => a.label.localeCompare(b.label)),
              ]}
              onChange={(detectorId) => onChange({ detectorId })}
            />
          )}
        </Field>
      )}
    </>
  );
}
