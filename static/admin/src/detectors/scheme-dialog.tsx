import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { DraftErrors } from '../configuration/use-draft';
import { ask } from '../operations';
import { SchemeDialog } from '../schemes/scheme-dialog';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { ChangePreview } from '../preview/change-preview';
import { ConfidenceField } from './confidence-field';
import type { DetectionDialogProps } from './dialog-props';
import { RegionChoices } from './region-choices';
import { findScheme, usersOf } from './schemes';
import { useDetectionChange } from './use-detection-change';
import { numberOf, regionsInWords } from './words';

interface SchemeDraft {
  readonly name: string;
  readonly regionsOf: 'site' | 'scheme';
  readonly regions: readonly string[];
  /** Empty: same as the site. */
  readonly minConfidence: string;
}

const NEW: SchemeDraft = { name: '', regionsOf: 'site', regions: [], minConfidence: '' };

interface DetectorSchemeDialogProps extends DetectionDialogProps {
  /** undefined creates a scheme. */
  readonly schemeId: string | undefined;
}

/** Creates or edits a detector scheme. Its detectors are edited in the catalog. */
export default function DetectorSchemeDialog({ view, schemeId, onChanged, onClose }: DetectorSchemeDialogProps) {
  const { schemes: t, site, saved } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const { base } = change;
  const savedScheme = findScheme(base, schemeId);
  const users = schemeId === undefined ? 0 : usersOf(base, schemeId).length;
  return (
    <SchemeDialog<SchemeDraft, DetectionView>
      words={t}
      kind="detector-scheme"
      schemeId={schemeId}
      change={change}
      opened={view}
      schemesIn={({ schemes }) => schemes}
      draftIn={(latest) => draftIn(latest, schemeId)}
      newDraft={NEW}
      check={checkConfidence}
      send={(rev, draft) =>
        schemeId === undefined
          ? ask('createDetectorScheme', { rev, ...sentOf(draft), detectors: {} })
          : ask('editDetectorScheme', { rev, schemeId, ...sentOf(draft), detectors: savedScheme?.detectors ?? {} })
      }
      savedBody={saved}
      usage={users > 0 ? t.isUsed(users) : undefined}
      onClose={onClose}
    >
      {({ draft, errors, edit }) => (
        <>
          <FieldGroup label={site.regions} error={errors.regions}>
            <RadioChoices
              name="regions-of"
              value={draft.regionsOf}
              choices={[
                { value: 'site', label: t.sameAsSite(regionsInWords(base.regions)) },
                { value: 'scheme', label: t.ownRegions, description: site.regionsHelp },
              ]}
              onChange={(regionsOf) => edit({ regionsOf })}
            />
            {draft.regionsOf === 'scheme' && (
              <RegionChoices
                label={site.regions}
                view={base}
                chosen={draft.regions}
                before={savedScheme?.regions ?? []}
                onChange={(regions) => edit({ regions })}
              />
            )}
          </FieldGroup>
          <ConfidenceField
            label={site.minConfidence}
            help={t.minConfidenceHelp(base.minConfidence)}
            error={errors.minConfidence}
            value={draft.minConfidence}
            onChange={(minConfidence) => edit({ minConfidence })}
          />
          <p className="form-note">{t.detectorsNote}</p>
          {schemeId !== undefined && (
            <ChangePreview
              detectors={base.catalog}
              operation="editDetectorScheme"
              input={{
                rev: base.rev,
                schemeId,
                ...sentOf(draft),
                detectors: savedScheme?.detectors ?? {},
              }}
            />
          )}
        </>
      )}
    </SchemeDialog>
  );
}

function draftIn(view: DetectionView, schemeId: string | undefined): SchemeDraft | undefined {
  const scheme = findScheme(view, schemeId);
  if (scheme === undefined) return undefined;
  const { name, regions, minConfidence } = scheme;
  return {
    name,
    regionsOf: regions === undefined ? 'site' : 'scheme',
    regions: regions ?? [],
    minConfidence: minConfidence === undefined ? '' : String(minConfidence),
  };
}

function checkConfidence({ minConfidence }: SchemeDraft): DraftErrors<SchemeDraft> {
  const isValid = minConfidence.trim() === '' || numberOf(minConfidence) !== undefined;
  return isValid ? {} : { minConfidence: texts.detectors.site.wrongConfidence };
}

/** Omits settings that are the same as the site. */
function sentOf({ name, regionsOf, regions, minConfidence }: SchemeDraft) {
  const number = numberOf(minConfidence);
  return {
    name,
    ...(regionsOf === 'site' ? {} : { regions: [...regions] }),
    ...(number === undefined ? {} : { minConfidence: number }),
  };
}
