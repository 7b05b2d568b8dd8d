import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { Category, Severity } from '../../../../src/detection/detector';
import { ChangeDialog } from '../configuration/change-dialog';
import { type DraftErrors, useDraft } from '../configuration/use-draft';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { ChangePreview } from '../preview/change-preview';
import { ConfidenceField } from './confidence-field';
import type { DetectionDialogProps } from './dialog-props';
import { useDetectionChange } from './use-detection-change';
import { linesOf, numberOf } from './words';
import { SelectField, TextAreaField, TextField } from '../ui/form-fields';

interface CustomDraft {
  readonly name: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly pattern: string;
  /** One per line. The samples, too. */
  readonly keywords: string;
  readonly proximity: string;
  readonly confidence: string;
  readonly match: string;
  readonly noMatch: string;
}

const NEW: CustomDraft = {
  name: '',
  category: 'pii',
  severity: 'medium',
  pattern: '',
  keywords: '',
  proximity: '50',
  confidence: '0.8',
  match: '',
  noMatch: '',
};

const CATEGORIES = Object.keys(texts.detectors.categories) as Category[];
const SEVERITIES = Object.keys(texts.detectors.severities) as Severity[];

/** Creates a custom detector, or edits its definition. The resolver tests the samples. */
export default function CustomDialog({
  view,
  detectorId,
  onChanged,
  onClose,
}: DetectionDialogProps & { readonly detectorId: string | undefined }) {
  const { custom: t } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const start = draftIn(view, detectorId) ?? NEW;
  const { draft, edit, errors, form } = useDraft<CustomDraft, DetectionView>({
    start,
    change,
    check,
    latestIn: (latest) => draftIn(latest, detectorId),
    send: async (rev, typed) =>
      withLines(
        detectorId === undefined
          ? await ask('createDetector', { rev, ...sentOf(typed) })
          : await ask('editDetector', { rev, detectorId, ...sentOf(typed) }),
      ),
    saved: ({ name }) => ({
      id: `custom-detector-${detectorId ?? name}`,
      title: detectorId === undefined ? t.created : t.saved,
      description: texts.detectors.saved,
    }),
    onClose,
  });

  return (
    <ChangeDialog
      title={detectorId === undefined ? t.createTitle : t.editTitle(start.name)}
      submit={detectorId === undefined ? t.createTitle : texts.configuration.save}
      form={form}
    >
      <DefinitionFields draft={draft} errors={errors} edit={edit} />
      {detectorId === undefined ? (
        <ChangePreview
          detectors={change.base.catalog}
          operation="createDetector"
          input={{ rev: change.base.rev, ...sentOf(draft) }}
        />
      ) : (
        <ChangePreview
          detectors={change.base.catalog}
          operation="editDetector"
          input={{ rev: change.base.rev, detectorId, ...sentOf(draft) }}
        />
      )}
    </ChangeDialog>
  );
}

interface DefinitionFieldsProps {
  readonly draft: CustomDraft;
  readonly errors: DraftErrors<CustomDraft>;
  readonly edit: (changes: Partial<CustomDraft>) => void;
}

function DefinitionFields({ draft, errors, edit }: DefinitionFieldsProps) {
  const { custom: t, categories, severities } = texts.detectors;
  const area = (name: 'keywords' | 'match' | 'noMatch', label: string, help: string, isRequired: boolean) => (
    <TextAreaField
      label={label}
      help={help}
      error={errors[name]}
      isRequired={isRequired}
      value={draft[name]}
      onChange={(text) => edit({ [name]: text })}
    />
  );

  return (
    <>
      <TextField
        label={t.name}
        error={errors.name}
        isRequired
        value={draft.name}
        hasInitialFocus
        onChange={(name) => edit({ name })}
      />
      <SelectField
        label={t.category}
        error={errors.category}
        value={draft.category}
        options={CATEGORIES.map((category) => ({ value: category, label: categories[category] }))}
        onChange={(category) => edit({ category })}
      />
      <SelectField
        label={t.severity}
        error={errors.severity}
        value={draft.severity}
        options={SEVERITIES.map((severity) => ({ value: severity, label: severities[severity] }))}
        onChange={(severity) => edit({ severity })}
      />
      <TextField
        label={t.pattern}
        help={t.patternHelp}
        error={errors.pattern}
        isRequired
        spellCheck={false}
        value={draft.pattern}
        onChange={(pattern) => edit({ pattern })}
      />
      {area('match', t.match, t.samplesHelp, true)}
      {area('noMatch', t.noMatch, t.samplesHelp, true)}
      {area('keywords', t.keywords, t.keywordsHelp, false)}
      <TextField
        label={t.proximity}
        error={errors.proximity}
        inputMode="numeric"
        value={draft.proximity}
        onChange={(proximity) => edit({ proximity })}
      />
      <ConfidenceField
        label={t.confidence}
        help={t.confidenceHelp}
        error={errors.confidence}
        value={draft.confidence}
        onChange={(confidence) => edit({ confidence })}
      />
    </>
  );
}

function draftIn({ custom }: DetectionView, detectorId: string | undefined): CustomDraft | undefined {
  const found = custom.find((one) => one.detectorId === detectorId);
  if (found === undefined) return undefined;
  const { name, category, severity, pattern, keywords, proximity, confidence, samples } = found;
  return {
    name,
    category,
    severity,
    pattern,
    keywords: keywords.join('\n'),
    proximity: String(proximity),
    confidence: String(confidence),
    match: samples.match.join('\n'),
    noMatch: samples.noMatch.join('\n'),
  };
}

/** Checks only for missing values and numbers. The resolver checks patterns. */
function check(draft: CustomDraft): DraftErrors<CustomDraft> {
  const { custom: t, site } = texts.detectors;
  return {
    ...(draft.name.trim() === '' ? { name: t.required } : {}),
    ...(draft.pattern === '' ? { pattern: t.required } : {}),
    ...(linesOf(draft.match).length === 0 ? { match: t.required } : {}),
    ...(linesOf(draft.noMatch).length === 0 ? { noMatch: t.required } : {}),
    ...(/^([1-9][0-9]?|[12][0-9]{2}|300)$/.test(draft.proximity.trim()) ? {} : { proximity: t.wrongNumber }),
    ...(numberOf(draft.confidence) === undefined ? { confidence: site.wrongConfidence } : {}),
  };
}

function sentOf({ keywords, proximity, confidence, match, noMatch, ...words }: CustomDraft) {
  return {
    ...words,
    keywords: linesOf(keywords),
    proximity: Number(proximity),
    confidence: numberOf(confidence) ?? 0,
    samples: { match: linesOf(match), noMatch: linesOf(noMatch) },
  };
}

/** Adds the line number of an invalid sample or keyword. */
function withLines<T>(answer: Outcome<T>): Outcome<T> {
  if (answer.ok || answer.error.fields === undefined) return answer;
  const fields = answer.error.fields.map(({ field, message }) => {
    const [, list, place] = /^(?:samples[.])?(match|noMatch|keywords)[.]([0-9]+)$/.exec(field) ?? [];
    if (list === undefined || place === undefined) return { field, message };
    return { field: list, message: texts.detectors.custom.line(Number(place) + 1, message).replace(/[.]$/, '') };
  });
  return { ok: false, error: { ...answer.error, fields } };
}
