import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { MATCH_KINDS, FIELDS, KINDS } from './draft';
import { type DraftFieldsProps, DraftTextField } from './draft-text-field';
import { SelectField, TextAreaField } from '../ui/form-fields';

interface MatchFieldsProps extends DraftFieldsProps {
  /** Names by ID. undefined: not loaded yet. */
  readonly detectors: ReadonlyMap<string, string> | undefined;
}

/** The fields for the match of the exclusion. */
export function MatchFields({ detectors, ...fields }: MatchFieldsProps) {
  const { dialog: t } = texts.exclusions;
  const { draft, errors, onChange } = fields;
  const { by } = draft;
  const hasDetector = by === 'detector' || by === 'pattern' || by === 'location';
  return (
    <>
      <FieldGroup label={t.by}>
        <RadioChoices
          name="by"
          value={by}
          choices={MATCH_KINDS.map((value) => {
            const { label, description } = t.matchKinds[value];
            return { value, label, ...(description === '' ? {} : { description }) };
          })}
          onChange={(value) => onChange({ by: value })}
        />
      </FieldGroup>
      {by === 'pattern' && <DraftTextField name="pattern" {...fields} />}
      {by === 'domain' && <DraftTextField name="domain" {...fields} />}
      {by === 'fingerprint' && (
        <TextAreaField
          label={t.fingerprints}
          help={t.fingerprintsHelp}
          error={errors.fingerprints}
          isRequired
          value={draft.fingerprints}
          onChange={(fingerprints) => onChange({ fingerprints })}
        />
      )}
      {by === 'location' && <LocationFields {...fields} />}
      {hasDetector && <DetectorField detectors={detectors} {...fields} />}
    </>
  );
}

function LocationFields({ draft, errors, onChange }: DraftFieldsProps) {
  const { dialog: t } = texts.exclusions;
  return (
    <>
      <SelectField
        label={t.kind}
        error={errors.kind}
        value={draft.kind}
        options={[{ value: '', label: t.anyKind }, ...KINDS.map((kind) => ({ value: kind, label: t.kinds[kind] }))]}
        onChange={(kind) => onChange({ kind })}
      />
      <SelectField
        label={t.field}
        error={errors.field}
        value={draft.field}
        options={[
          { value: '', label: t.anyField },
          ...FIELDS.map((field) => ({ value: field, label: t.fields[field] })),
        ]}
        onChange={(field) => onChange({ field })}
      />
    </>
  );
}

function DetectorField({ draft, errors, detectors, onChange }: MatchFieldsProps) {
  const { dialog: t } = texts.exclusions;
  const { by } = draft;
  return (
    <SelectField
      label={t.detector}
      error={errors.detectorId}
      isRequired={by === 'detector'}
      value={draft.detectorId}
      options={[
        { value: '', label: by === 'detector' ? t.chooseDetector : t.anyDetector },
        ...[...(detectors ?? [])]
          .map(([value, label]) => ({ value, label }))
          .sort((a, b) => a.label.localeCompare(b.label)),
      ]}
      onChange={(detectorId) => onChange({ detectorId })}
    />
  );
}
