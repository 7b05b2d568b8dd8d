import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { ChangeDialog } from '../configuration/change-dialog';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { ChangePreview } from '../preview/change-preview';
import type { DetectionDialogProps } from '../detectors/dialog-props';
import { schemesByName } from '../schemes/scheme';
import { useDetectionChange } from '../detectors/use-detection-change';
import { SelectField } from '../ui/form-fields';

interface SpaceDraft {
  /** Empty: none, same as the site. */
  readonly schemeId: string;
}

interface SpaceDialogProps extends DetectionDialogProps {
  readonly spaceId: string;
  readonly name: string;
}

/** Selects the detector scheme of a space. */
export default function SpaceDialog({ view, spaceId, name, onChanged, onClose }: SpaceDialogProps) {
  const { spaces: t, schemes } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const draftIn = ({ spaces }: DetectionView): SpaceDraft => ({ schemeId: spaces[spaceId] ?? '' });
  const isThere = ({ schemeId }: SpaceDraft) =>
    schemeId === '' || change.base.schemes.some((one) => one.schemeId === schemeId);
  const { draft, edit, errors, form } = useDraft<SpaceDraft, DetectionView>({
    start: draftIn(view),
    change,
    check: (typed) => (isThere(typed) ? {} : { schemeId: t.schemeNotFound }),
    latestIn: draftIn,
    send: (rev, { schemeId }) =>
      ask('changeSpaceDetection', { rev, spaceId, ...(schemeId === '' ? {} : { schemeId }) }),
    saved: () => ({
      id: `space-detection-${spaceId}`,
      title: texts.configuration.saved,
      description: texts.detectors.saved,
    }),
    onClose,
  });
  return (
    <ChangeDialog title={t.editTitle(name)} submit={texts.configuration.save} form={form}>
      <SelectField
        label={t.scheme}
        help={t.schemeHelp}
        error={errors.schemeId}
        data-initial-focus=""
        value={draft.schemeId}
        options={[
          { value: '', label: t.noScheme },
          ...schemesByName(change.base.schemes).map((scheme) => ({ value: scheme.schemeId, label: scheme.name })),
          // Without an option for its value, the select would show another one.
          ...(isThere(draft) ? [] : [{ value: draft.schemeId, label: schemes.alreadyRemoved }]),
        ]}
        onChange={(schemeId) => edit({ schemeId })}
      />
      <ChangePreview
        detectors={change.base.catalog}
        operation="changeSpaceDetection"
        input={{ rev: change.base.rev, spaceId, ...(draft.schemeId === '' ? {} : { schemeId: draft.schemeId }) }}
      />
    </ChangeDialog>
  );
}
