import { showFlag } from '@forge/bridge';
import type { DetectionView } from '../../../../src/admin/change-detection';
import type { Severity } from '../../../../src/detection/detector';
import { ChangeDialog } from '../configuration/change-dialog';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { Field } from '../ui/field';
import { Select } from '../ui/select';
import { TextInput } from '../ui/text-input';
import type { DetectionDialogProps } from './dialog-props';
import { useDetectionChange } from './use-detection-change';
import { numberOf } from './words';

interface DetectorDraft {
  readonly enabled: 'default' | 'on' | 'off';
  readonly severity: 'default' | Severity;
  /** Empty: as for the site. */
  readonly minConfidence: string;
}

const SEVERITIES = Object.keys(texts.detectors.severities) as Severity[];
const STATES = ['on', 'off'] as const;

/** What is settled about a detector, for the site. */
export default function DetectorDialog({
  view,
  detectorId,
  onChanged,
  onClose,
}: DetectionDialogProps & { readonly detectorId: string }) {
  const { detector: t, catalogue, severities, site } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const entryIn = ({ catalogue: all }: DetectionView) => all.find((one) => one.detectorId === detectorId);
  const entry = entryIn(change.base) ?? entryIn(view);
  const { draft, edit, errors, isDirty, save } = useDraft<DetectorDraft, DetectionView>({
    start: draftOf(view, detectorId),
    change,
    check: ({ minConfidence }) =>
      minConfidence.trim() === '' || numberOf(minConfidence) !== undefined
        ? {}
        : { minConfidence: site.wrongConfidence },
    latestIn: (latest) => (entryIn(latest) === undefined ? undefined : draftOf(latest, detectorId)),
    send: (rev, { enabled, severity, minConfidence }) =>
      ask('changeDetector', {
        rev,
        detectorId,
        changes: {
          enabled: enabled === 'default' ? null : enabled === 'on',
          severity: severity === 'default' ? null : severity,
          minConfidence: numberOf(minConfidence) ?? null,
        },
      }),
    onSaved: () => {
      showFlag({
        id: `detector-saved-${detectorId}`,
        type: 'success',
        title: t.saved,
        description: texts.detectors.saved,
        isAutoDismiss: true,
      });
      onClose();
    },
  });
  if (entry === undefined) return null;
  const { defaults } = entry;
  const named = { on: catalogue.on, off: catalogue.off };

  return (
    <ChangeDialog
      title={t.title(entry.name)}
      submit={texts.configuration.save}
      change={change}
      overtakenTitle={texts.detectors.overtaken}
      errors={errors}
      isDirty={isDirty}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field label={t.state} error={errors.enabled}>
        {(control) => (
          <Select
            {...control}
            value={draft.enabled}
            options={[
              { value: 'default', label: t.asItComes(defaults.enabled ? named.on : named.off) },
              ...STATES.map((state) => ({ value: state, label: named[state] })),
            ]}
            onChange={(value) => edit({ enabled: STATES.find((state) => state === value) ?? 'default' })}
          />
        )}
      </Field>
      <Field label={t.severity} error={errors.severity}>
        {(control) => (
          <Select
            {...control}
            value={draft.severity}
            options={[
              { value: 'default', label: t.asItComes(severities[defaults.severity]) },
              ...SEVERITIES.map((severity) => ({ value: severity, label: severities[severity] })),
            ]}
            onChange={(value) => edit({ severity: SEVERITIES.find((severity) => severity === value) ?? 'default' })}
          />
        )}
      </Field>
      <Field label={t.minConfidence} help={t.minConfidenceHelp(change.base.minConfidence)} error={errors.minConfidence}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            value={draft.minConfidence}
            onChange={(minConfidence) => edit({ minConfidence })}
          />
        )}
      </Field>
    </ChangeDialog>
  );
}

function draftOf({ detectors }: DetectionView, detectorId: string): DetectorDraft {
  const { enabled, severity, minConfidence } = detectors[detectorId] ?? {};
  return {
    enabled: enabled === undefined ? 'default' : enabled ? 'on' : 'off',
    severity: severity ?? 'default',
    minConfidence: minConfidence === undefined ? '' : String(minConfidence),
  };
}
