import { useState } from 'react';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { Severity } from '../../../../src/detection/detector';
import { ChangeDialog } from '../configuration/change-dialog';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { ChangePreview } from '../preview/change-preview';
import { ConfidenceField } from './confidence-field';
import type { DetectionDialogProps } from './dialog-props';
import { findScheme, type Scheme, siteOrScheme } from './schemes';
import { useDetectionChange } from './use-detection-change';
import { numberOf } from './words';
import { SelectField } from '../ui/form-fields';

interface DetectorDialogProps extends DetectionDialogProps {
  readonly detectorId: string;
  /** undefined: the site. */
  readonly schemeId: string | undefined;
}

interface DetectorDraft {
  readonly enabled: 'default' | 'on' | 'off';
  readonly severity: 'default' | Severity;
  /** Empty: the default. */
  readonly minConfidence: string;
}

const SEVERITIES = Object.keys(texts.detectors.severities) as Severity[];
const STATES = ['on', 'off'] as const;

/** Edits the settings of a detector for the site or in a scheme. */
export default function DetectorDialog({ view, detectorId, schemeId, onChanged, onClose }: DetectorDialogProps) {
  const { detector: t, catalog, severities, site } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const entryIn = (of: DetectionView) =>
    siteOrScheme(of, findScheme(of, schemeId)).catalog.find((one) => one.detectorId === detectorId);
  const draftIn = (of: DetectionView) =>
    draftOf(schemeId === undefined ? of.detectors : findScheme(of, schemeId)?.detectors, detectorId);
  // If another admin has removed the scheme, the resolver rejects the change.
  const [opened] = useState(findScheme(view, schemeId));
  const scheme = findScheme(change.base, schemeId) ?? opened;
  const entry = entryIn(change.base) ?? entryIn(view);
  const { draft, edit, errors, form } = useDraft<DetectorDraft, DetectionView>({
    start: draftIn(view),
    change,
    check: ({ minConfidence }) =>
      minConfidence.trim() === '' || numberOf(minConfidence) !== undefined
        ? {}
        : { minConfidence: site.wrongConfidence },
    latestIn: (latest) =>
      entryIn(latest) === undefined || (schemeId !== undefined && findScheme(latest, schemeId) === undefined)
        ? undefined
        : draftIn(latest),
    send: (rev, typed) =>
      scheme === undefined
        ? ask('changeDetector', { rev, detectorId, changes: { ...DEFAULTS, ...settingsOf(typed) } })
        : ask('editDetectorScheme', { rev, ...withDetector(scheme, detectorId, settingsOf(typed)) }),
    saved: () => ({ id: `detector-saved-${detectorId}`, title: t.saved, description: texts.detectors.saved }),
    onClose,
  });
  if (entry === undefined) return null;
  const { defaults } = entry;
  const named = { on: catalog.on, off: catalog.off };
  const byDefault = scheme === undefined ? t.defaultValue : t.sameAsSite;

  return (
    <ChangeDialog
      title={scheme === undefined ? t.title(entry.name) : t.titleIn(entry.name, scheme.name)}
      submit={texts.configuration.save}
      form={form}
    >
      <SelectField
        label={t.state}
        error={errors.enabled}
        value={draft.enabled}
        options={[
          { value: 'default', label: byDefault(defaults.enabled ? named.on : named.off) },
          ...STATES.map((state) => ({ value: state, label: named[state] })),
        ]}
        onChange={(enabled) => edit({ enabled })}
      />
      <SelectField
        label={t.severity}
        error={errors.severity}
        value={draft.severity}
        options={[
          { value: 'default', label: byDefault(severities[defaults.severity]) },
          ...SEVERITIES.map((severity) => ({ value: severity, label: severities[severity] })),
        ]}
        onChange={(severity) => edit({ severity })}
      />
      <ConfidenceField
        label={t.minConfidence}
        help={t.minConfidenceHelp(withoutOwn(change.base, scheme, detectorId))}
        error={errors.minConfidence}
        value={draft.minConfidence}
        onChange={(minConfidence) => edit({ minConfidence })}
      />
      <ChangeOfDetector base={change.base} detectorId={detectorId} scheme={scheme} settings={settingsOf(draft)} />
    </ChangeDialog>
  );
}

interface ChangeOfDetectorProps {
  readonly base: DetectionView;
  readonly detectorId: string;
  readonly scheme: Scheme | undefined;
  readonly settings: Settled[string];
}

/** The preview of the settings, for the site or for the spaces of a scheme. */
function ChangeOfDetector({ base: { rev, catalog }, detectorId, scheme, settings }: ChangeOfDetectorProps) {
  return scheme === undefined ? (
    <ChangePreview
      detectors={catalog}
      operation="changeDetector"
      input={{ rev, detectorId, changes: { ...DEFAULTS, ...settings } }}
    />
  ) : (
    <ChangePreview
      detectors={catalog}
      operation="editDetectorScheme"
      input={{ rev, ...withDetector(scheme, detectorId, settings) }}
    />
  );
}

type Settled = DetectionView['detectors'];

function draftOf(detectors: Settled | undefined, detectorId: string): DetectorDraft {
  const { enabled, severity, minConfidence } = detectors?.[detectorId] ?? {};
  return {
    enabled: enabled === undefined ? 'default' : enabled ? 'on' : 'off',
    severity: severity ?? 'default',
    minConfidence: minConfidence === undefined ? '' : String(minConfidence),
  };
}

const DEFAULTS = { enabled: null, severity: null, minConfidence: null };

/** Omits default values. */
function settingsOf({ enabled, severity, minConfidence }: DetectorDraft): Settled[string] {
  const number = numberOf(minConfidence);
  return {
    ...(enabled === 'default' ? {} : { enabled: enabled === 'on' }),
    ...(severity === 'default' ? {} : { severity }),
    ...(number === undefined ? {} : { minConfidence: number }),
  };
}

function withDetector({ detectors, ...scheme }: Scheme, detectorId: string, settings: Settled[string]): Scheme {
  const { [detectorId]: _before, ...others } = detectors;
  return { ...scheme, detectors: Object.keys(settings).length === 0 ? others : { ...others, [detectorId]: settings } };
}

/** The threshold without a setting for this detector. */
function withoutOwn(view: DetectionView, scheme: Scheme | undefined, detectorId: string): number {
  if (scheme === undefined) return view.minConfidence;
  const { catalog } = siteOrScheme(view, withDetector(scheme, detectorId, {}));
  return catalog.find((one) => one.detectorId === detectorId)?.minConfidence ?? view.minConfidence;
}
