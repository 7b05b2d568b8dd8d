import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { ChangeSection } from '../configuration/change-section';
import { useDraft } from '../configuration/use-draft';
import { siteSettings } from '../detectors/site-settings';
import { useDetectionChange } from '../detectors/use-detection-change';
import { ask } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices, RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { Loaded } from '../ui/loaded';
import { useLoad } from '../use-load';

type Triggers = DetectionView['triggers'];

const SCHEDULES = Object.keys(texts.detectors.site.schedules) as Triggers['schedule'][];

const readDetection = () => ask('getDetection', {});

/** When pages are scanned without an admin. */
export function AutomaticScans() {
  const { load, reload, setValue } = useLoad(readDetection);
  return (
    <Loaded load={load} failed={texts.detectors.site.triggersFailed} onRetry={reload} rows={4}>
      {(view) => <TriggersForm view={view} onChanged={setValue} />}
    </Loaded>
  );
}

interface TriggersFormProps {
  readonly view: DetectionView;
  readonly onChanged: (view: DetectionView) => void;
}

function TriggersForm({ view, onChanged }: TriggersFormProps) {
  const { site: t } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const { draft, edit, form } = useDraft<Triggers, DetectionView>({
    start: view.triggers,
    change,
    check: () => ({}),
    latestIn: ({ triggers }) => triggers,
    send: (rev, triggers) => ask('changeSiteDetection', { rev, ...siteSettings(change.base, { triggers }) }),
    saved: () => ({ id: 'automatic-scans-saved', title: t.saved }),
  });
  return (
    <ChangeSection id="automatic-scans" title={t.triggers} form={form}>
      <FieldGroup label={t.schedule} help={t.scheduleHelp}>
        <RadioChoices
          name="schedule"
          value={draft.schedule}
          choices={SCHEDULES.map((value) => ({ value, label: t.schedules[value] }))}
          isCompact
          onChange={(schedule) => edit({ schedule })}
        />
      </FieldGroup>
      <FieldGroup label={t.onEvents}>
        <CheckboxChoices
          label={t.onEvents}
          chosen={draft.onPublish ? ['onPublish'] : []}
          choices={[{ value: 'onPublish', label: t.onPublish }]}
          onChange={(chosen) => edit({ onPublish: chosen.length > 0 })}
        />
      </FieldGroup>
    </ChangeSection>
  );
}
