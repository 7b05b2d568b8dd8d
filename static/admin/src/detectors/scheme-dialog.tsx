import { showFlag } from '@forge/bridge';
import type { DetectionView } from '../../../../src/admin/change-detection';
import { ChangeDialog } from '../configuration/change-dialog';
import { schemeNameFault } from '../configuration/scheme-name';
import { type DraftErrors, useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Field, FieldGroup } from '../ui/field';
import { TextInput } from '../ui/text-input';
import { ConfidenceField } from './confidence-field';
import type { DetectionDialogProps } from './dialog-props';
import { RegionChoices } from './region-choices';
import { findScheme, type Scheme, usersOf } from './schemes';
import { useDetectionChange } from './use-detection-change';
import { numberOf, regionsInWords } from './words';

interface SchemeDraft {
  readonly name: string;
  readonly regionsOf: 'site' | 'scheme';
  readonly regions: readonly string[];
  /** Empty: as for the site. */
  readonly minConfidence: string;
}

const NEW: SchemeDraft = { name: '', regionsOf: 'site', regions: [], minConfidence: '' };

/** Creates a detector scheme, or edits one. Its detectors are edited in the catalogue. */
export default function SchemeDialog({
  view,
  schemeId,
  onChanged,
  onClose,
}: DetectionDialogProps & { readonly schemeId: string | undefined }) {
  const { schemes: t, site } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const start = draftIn(view, schemeId) ?? NEW;
  const known = findScheme(change.base, schemeId);
  const { draft, edit, errors, isDirty, save } = useDraft<SchemeDraft, DetectionView>({
    start,
    change,
    check: (typed) => check(change.base, typed, schemeId),
    latestIn: (latest) => draftIn(latest, schemeId),
    send: (rev, typed) =>
      schemeId === undefined
        ? ask('createDetectorScheme', { rev, ...sentOf(typed), detectors: {} })
        : ask('editDetectorScheme', { rev, schemeId, ...sentOf(typed), detectors: known?.detectors ?? {} }),
    onSaved: ({ name }) => {
      showFlag({
        id: `detector-scheme-${schemeId ?? name}`,
        type: 'success',
        title: schemeId === undefined ? t.created : texts.configuration.saved,
        description: schemeId === undefined ? t.createdBody(name) : texts.detectors.saved,
        isAutoDismiss: true,
      });
      onClose();
    },
  });
  const users = schemeId === undefined ? 0 : usersOf(change.base, schemeId).length;

  return (
    <ChangeDialog
      title={schemeId === undefined ? t.create : t.editTitle(start.name)}
      submit={schemeId === undefined ? t.create : texts.configuration.save}
      change={change}
      overtakenTitle={texts.detectors.overtaken}
      errors={errors}
      isDirty={isDirty}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {users > 0 && <p className="form-note">{t.isUsed(users)}</p>}
      <Field label={t.name} help={t.nameHelp} error={errors.name} isRequired>
        {(control) => <TextInput {...control} value={draft.name} hasInitialFocus onChange={(name) => edit({ name })} />}
      </Field>
      <FieldGroup label={site.regions} error={errors.regions}>
        <RadioChoices
          name="regions-of"
          value={draft.regionsOf}
          choices={[
            { value: 'site', label: t.asSite(regionsInWords(change.base.regions)) },
            { value: 'scheme', label: t.ownRegions, description: site.regionsHelp },
          ]}
          onChange={(regionsOf) => edit({ regionsOf })}
        />
        {draft.regionsOf === 'scheme' && (
          <RegionChoices
            label={site.regions}
            view={change.base}
            chosen={draft.regions}
            before={known?.regions ?? []}
            onChange={(regions) => edit({ regions })}
          />
        )}
      </FieldGroup>
      <ConfidenceField
        label={site.minConfidence}
        help={t.minConfidenceHelp(change.base.minConfidence)}
        error={errors.minConfidence}
        value={draft.minConfidence}
        onChange={(minConfidence) => edit({ minConfidence })}
      />
      <p className="form-note">{t.detectorsNote}</p>
    </ChangeDialog>
  );
}

function draftIn(view: DetectionView, schemeId: string | undefined): SchemeDraft | undefined {
  const scheme = findScheme(view, schemeId);
  return scheme && draftOf(scheme);
}

function draftOf({ name, regions, minConfidence }: Scheme): SchemeDraft {
  return {
    name,
    regionsOf: regions === undefined ? 'site' : 'scheme',
    regions: regions ?? [],
    minConfidence: minConfidence === undefined ? '' : String(minConfidence),
  };
}

function check(
  view: DetectionView,
  { name, minConfidence }: SchemeDraft,
  schemeId: string | undefined,
): DraftErrors<SchemeDraft> {
  const { schemes: t, site } = texts.detectors;
  const others = view.schemes.filter((one) => one.schemeId !== schemeId);
  const fault = schemeNameFault(name, others, t.takenName);
  const isNumber = minConfidence.trim() === '' || numberOf(minConfidence) !== undefined;
  return { ...(fault && { name: fault }), ...(isNumber ? {} : { minConfidence: site.wrongConfidence }) };
}

/** What is as for the site is left out. */
function sentOf({ name, regionsOf, regions, minConfidence }: SchemeDraft) {
  const number = numberOf(minConfidence);
  return {
    name,
    ...(regionsOf === 'site' ? {} : { regions: [...regions] }),
    ...(number === undefined ? {} : { minConfidence: number }),
  };
}
