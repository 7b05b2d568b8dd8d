import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { Level } from '../../../../src/classification/model';
import type { Severity } from '../../../../src/detection/detector';
import { ChangeDialog } from '../configuration/change-dialog';
import { type DraftErrors, useDraft } from '../configuration/use-draft';
import { levelOfValue, levelPath, levelValue, levelWithKey, settableLevels } from '../level-path';
import { ask } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { ChangePreview } from '../preview/change-preview';
import { ConfidenceField } from './confidence-field';
import type { DetectionDialogProps } from './dialog-props';
import { RegionChoices } from './region-choices';
import { useDetectionChange } from './use-detection-change';
import { numberOf, TARGETS } from './words';
import { SelectField } from '../ui/form-fields';

type Schedule = DetectionView['triggers']['schedule'];

interface SiteDraft {
  readonly regions: readonly string[];
  readonly minConfidence: string;
  readonly targets: readonly string[];
  readonly onPublish: boolean;
  readonly schedule: Schedule;
  readonly guard: boolean;
  /** The select values by severity. Missing: no level. */
  readonly rules: Readonly<Partial<Record<Severity, string>>>;
}

const SCHEDULES = Object.keys(texts.detectors.site.schedules) as Schedule[];
const SEVERITIES = Object.keys(texts.detectors.severities) as Severity[];

export default function SiteDialog({
  view,
  levels,
  onChanged,
  onClose,
}: DetectionDialogProps & { readonly levels: readonly Level[] }) {
  const { site: t } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const { draft, edit, errors, form } = useDraft<SiteDraft, DetectionView>({
    start: draftOf(view),
    change,
    check: ({ minConfidence }) => (numberOf(minConfidence) === undefined ? { minConfidence: t.wrongConfidence } : {}),
    latestIn: draftOf,
    send: (rev, typed) => ask('changeSiteDetection', { rev, ...sentSite(typed) }),
    saved: () => ({ id: 'detection-saved', title: t.saved, description: texts.detectors.saved }),
    onClose,
  });

  return (
    <ChangeDialog title={t.edit} submit={texts.configuration.save} form={form}>
      <TriggerFields draft={draft} errors={errors} onChange={edit} />
      <RuleFields levels={levels} rules={draft.rules} error={errors.rules} onChange={(rules) => edit({ rules })} />
      <ConfidenceField
        label={t.minConfidence}
        help={t.minConfidenceHelp}
        error={errors.minConfidence}
        isRequired
        value={draft.minConfidence}
        onChange={(minConfidence) => edit({ minConfidence })}
      />
      <FieldGroup label={t.targets} error={errors.targets}>
        <CheckboxChoices
          label={t.targets}
          chosen={draft.targets}
          choices={TARGETS.map((target) => ({ value: target, label: t.target[target] }))}
          onChange={(targets) => edit({ targets })}
        />
      </FieldGroup>
      <FieldGroup label={t.regions} help={t.regionsHelp} error={errors.regions}>
        <RegionChoices
          label={t.regions}
          view={change.base}
          chosen={draft.regions}
          before={change.base.regions}
          onChange={(regions) => edit({ regions })}
        />
      </FieldGroup>
      <FieldGroup label={t.redaction} help={t.guardHelp} error={errors.guard}>
        <CheckboxChoices
          label={t.redaction}
          chosen={draft.guard ? ['guard'] : []}
          choices={[{ value: 'guard', label: t.guard }]}
          onChange={(chosen) => edit({ guard: chosen.length > 0 })}
        />
      </FieldGroup>
      <ChangePreview
        detectors={change.base.catalog}
        operation="changeSiteDetection"
        input={{ rev: change.base.rev, ...sentSite(draft) }}
      />
    </ChangeDialog>
  );
}

interface TriggerFieldsProps {
  readonly draft: Pick<SiteDraft, 'onPublish' | 'schedule'>;
  readonly errors: DraftErrors<SiteDraft>;
  readonly onChange: (changes: Partial<Pick<SiteDraft, 'onPublish' | 'schedule'>>) => void;
}

/** When pages are scanned. */
function TriggerFields({ draft, errors, onChange }: TriggerFieldsProps) {
  const { site: t } = texts.detectors;
  return (
    <>
      <FieldGroup label={t.triggers} error={errors.onPublish}>
        <CheckboxChoices
          label={t.triggers}
          chosen={draft.onPublish ? ['onPublish'] : []}
          choices={[{ value: 'onPublish', label: t.onPublish }]}
          onChange={(chosen) => onChange({ onPublish: chosen.length > 0 })}
        />
      </FieldGroup>
      <SelectField
        label={t.schedule}
        error={errors.schedule}
        value={draft.schedule}
        options={SCHEDULES.map((schedule) => ({ value: schedule, label: t.schedules[schedule] }))}
        onChange={(schedule) => onChange({ schedule })}
      />
    </>
  );
}

interface RuleFieldsProps {
  readonly levels: readonly Level[];
  readonly rules: SiteDraft['rules'];
  readonly error: string | undefined;
  readonly onChange: (rules: SiteDraft['rules']) => void;
}

/** The level that findings of each severity set. */
function RuleFields({ levels, rules, error, onChange }: RuleFieldsProps) {
  const { site: t, severities } = texts.detectors;
  return (
    <FieldGroup label={t.rules} help={t.rulesHelp} error={error}>
      {SEVERITIES.map((severity) => (
        <SelectField
          key={severity}
          label={t.ruleOf(severities[severity])}
          value={rules[severity] ?? ''}
          options={[{ value: '', label: t.noLevel }, ...levelOptions(levels, rules[severity])]}
          onChange={(value) => onChange({ ...rules, [severity]: value })}
        />
      ))}
    </FieldGroup>
  );
}

/** The active levels, and the selected level even if it is archived. */
function levelOptions(levels: readonly Level[], chosen = '') {
  const options = settableLevels(levels).map((target) => ({
    value: levelValue(target),
    label: levelWithKey(target, levels),
  }));
  if (chosen === '' || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: levelPath(levelOfValue(chosen), levels) }];
}

function draftOf({ regions, minConfidence, targets, triggers, rules, redaction }: DetectionView): SiteDraft {
  return {
    regions,
    minConfidence: String(minConfidence),
    targets: TARGETS.filter((target) => targets[target]),
    ...triggers,
    ...redaction,
    rules: Object.fromEntries(rules.map(({ severity, ...level }) => [severity, levelValue(level)])),
  };
}

function sentSite({ regions, minConfidence, targets, onPublish, schedule, guard, rules }: SiteDraft) {
  return {
    regions: [...regions],
    minConfidence: numberOf(minConfidence) ?? 0,
    targets: {
      title: targets.includes('title'),
      body: targets.includes('body'),
      comments: targets.includes('comments'),
      attachmentNames: targets.includes('attachmentNames'),
    },
    triggers: { onPublish, schedule },
    redaction: { guard },
    rules: SEVERITIES.flatMap((severity) => {
      const value = rules[severity] ?? '';
      return value === '' ? [] : [{ severity, ...levelOfValue(value) }];
    }),
  };
}
