import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { ChangeDialog } from '../configuration/change-dialog';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { ChangePreview } from '../preview/change-preview';
import { ConfidenceField } from './confidence-field';
import type { DetectionDialogProps } from './dialog-props';
import { checkFiles, type FilesDraft, FilesField, filesDraftOf, sentFiles } from './files-field';
import { RegionChoices } from './region-choices';
import { useDetectionChange } from './use-detection-change';
import { numberOf, TARGETS } from './words';
import { siteSettings } from './site-settings';

interface SiteDraft {
  readonly regions: readonly string[];
  readonly minConfidence: string;
  readonly targets: readonly string[];
  readonly guard: boolean;
  readonly files: FilesDraft;
}

export default function SiteDialog({ view, onChanged, onClose }: DetectionDialogProps) {
  const { site: t } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const { draft, edit, errors, form } = useDraft<SiteDraft, DetectionView>({
    start: draftOf(view),
    change,
    check: ({ minConfidence, files }) => ({
      ...(numberOf(minConfidence) === undefined ? { minConfidence: t.wrongConfidence } : {}),
      ...checkFiles(files),
    }),
    latestIn: draftOf,
    send: (rev, typed) => ask('changeSiteDetection', { rev, ...siteSettings(change.base, sentSite(typed)) }),
    saved: () => ({ id: 'detection-saved', title: t.saved, description: texts.detectors.saved }),
    onClose,
  });

  return (
    <ChangeDialog title={t.edit} submit={texts.configuration.save} form={form}>
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
      <FilesField
        draft={draft.files}
        isNew={!change.base.attachmentContents.enabled}
        errors={errors}
        onChange={(files) => edit({ files })}
      />
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
        input={{ rev: change.base.rev, ...siteSettings(change.base, sentSite(draft)) }}
      />
    </ChangeDialog>
  );
}

function draftOf({ regions, minConfidence, targets, attachmentContents, redaction }: DetectionView): SiteDraft {
  return {
    regions,
    minConfidence: String(minConfidence),
    targets: TARGETS.filter((target) => targets[target]),
    ...redaction,
    files: filesDraftOf(attachmentContents),
  };
}

function sentSite({ regions, minConfidence, targets, guard, files }: SiteDraft) {
  return {
    regions: [...regions],
    minConfidence: numberOf(minConfidence) ?? 0,
    targets: {
      title: targets.includes('title'),
      body: targets.includes('body'),
      comments: targets.includes('comments'),
      attachmentNames: targets.includes('attachmentNames'),
    },
    attachmentContents: sentFiles(files),
    redaction: { guard },
  };
}
