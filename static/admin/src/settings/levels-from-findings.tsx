import { useState } from 'react';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { Level } from '../../../../src/classification/model';
import type { Severity } from '../../../../src/detection/detector';
import { ChangeSection } from '../configuration/change-section';
import { useDraft } from '../configuration/use-draft';
import { siteSettings } from '../detectors/site-settings';
import { useDetectionChange } from '../detectors/use-detection-change';
import { levelOfValue, levelPath, levelValue, settableLevels } from '../level-path';
import { ask } from '../operations';
import { ChangePreview } from '../preview/change-preview';
import { RaiseOffer } from '../preview/raise-offer';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { SelectField } from '../ui/form-fields';
import { Loaded } from '../ui/loaded';
import { useLoad } from '../use-load';
import { focusIds } from './focus-ids';

/** The values of the levels by severity. '': findings of this severity require no level. */
type RulesDraft = Readonly<Record<Severity, string>>;

const SEVERITIES = Object.keys(texts.detectors.severities) as Severity[];

/** More levels are a select. */
const MAX_RADIOS = 8;

const readDetection = () => ask('getDetection', {});

interface LevelsFromFindingsProps {
  readonly levels: readonly Level[];
}

/** The levels that findings require. */
export function LevelsFromFindings({ levels }: LevelsFromFindingsProps) {
  const { load, reload, setValue } = useLoad(readDetection);
  return (
    <Loaded load={load} failed={texts.detectors.site.rulesFailed} onRetry={reload} rows={8}>
      {(view) => <RulesForm levels={levels} view={view} onChanged={setValue} />}
    </Loaded>
  );
}

interface RulesFormProps extends LevelsFromFindingsProps {
  readonly view: DetectionView;
  readonly onChanged: (view: DetectionView) => void;
}

function RulesForm({ levels, view, onChanged }: RulesFormProps) {
  const { site: t, severities, rulesSaved } = texts.detectors;
  const [opened] = useState(view);
  const change = useDetectionChange({ view, onChanged });
  const { draft, edit, form } = useDraft<RulesDraft, DetectionView>({
    start: draftOf(view),
    change,
    check: () => ({}),
    latestIn: draftOf,
    send: (rev, typed) => ask('changeSiteDetection', { rev, ...withRules(change.base, typed) }),
    saved: () => ({ id: 'rules-saved', title: t.saved, description: rulesSaved }),
  });
  return (
    <>
      <ChangeSection id={focusIds.findings} title={t.rules} intro={t.rulesHelp} form={form}>
        {SEVERITIES.toReversed().map((severity) => (
          <LevelField
            key={severity}
            severity={severity}
            label={t.ruleOf(severities[severity])}
            levels={levels}
            value={draft[severity]}
            onChange={(value) => edit({ [severity]: value })}
          />
        ))}
        <ChangePreview
          detectors={change.base.catalog}
          operation="changeSiteDetection"
          input={{ rev: change.base.rev, ...withRules(change.base, draft) }}
        />
      </ChangeSection>
      {view.rev !== opened.rev && <RaiseOffer key={view.rev} />}
    </>
  );
}

interface LevelFieldProps extends LevelsFromFindingsProps {
  readonly severity: Severity;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Shows the active levels, and the selected level even if it is archived. */
function LevelField({ severity, label, levels, value, onChange }: LevelFieldProps) {
  const { site: t } = texts.detectors;
  const settable = ['', ...settableLevels(levels).map(levelValue)];
  const isUnavailable = !settable.includes(value);
  const help = isUnavailable ? { help: t.unavailableLevel } : {};
  const options = [...settable, ...(isUnavailable ? [value] : [])].map((one) => ({
    value: one,
    label: one === '' ? t.noLevel : levelPath(levelOfValue(one), levels),
  }));
  if (options.length > MAX_RADIOS) return <SelectField {...{ label, value, options, onChange }} {...help} />;
  return (
    <FieldGroup label={label} {...help}>
      <RadioChoices name={`rule-${severity}`} value={value} choices={options} isCompact onChange={onChange} />
    </FieldGroup>
  );
}

function draftOf({ rules }: DetectionView): RulesDraft {
  const levelOf = (severity: Severity) => {
    const rule = rules.find((one) => one.severity === severity);
    return rule === undefined ? '' : levelValue(rule);
  };
  return { low: levelOf('low'), medium: levelOf('medium'), high: levelOf('high'), critical: levelOf('critical') };
}

function withRules(view: DetectionView, draft: RulesDraft) {
  const rules = SEVERITIES.filter((severity) => draft[severity] !== '');
  return siteSettings(view, { rules: rules.map((severity) => ({ severity, ...levelOfValue(draft[severity]) })) });
}
