import { RemovalDialog } from '../configuration/removal-dialog';
import { ask } from '../operations';
import { SpaceList } from '../schemes/space-list';
import { texts } from '../texts';
import { ChangePreview } from '../preview/change-preview';
import type { DetectionDialogProps } from './dialog-props';
import { findScheme, usersOf } from './schemes';
import { useDetectionChange } from './use-detection-change';

/** Asks before a detector scheme is removed, and lists the spaces that use it. */
export default function RemoveSchemeDialog({
  view,
  schemeId,
  onChanged,
  onClose,
}: DetectionDialogProps & { readonly schemeId: string }) {
  const { schemes: t } = texts.detectors;
  const change = useDetectionChange({ view, onChanged });
  const name = findScheme(change.base, schemeId)?.name ?? findScheme(view, schemeId)?.name ?? schemeId;
  const users = usersOf(change.base, schemeId);

  return (
    <RemovalDialog
      title={t.removeTitle(name)}
      submit={t.remove}
      failed={t.notRemoved}
      change={change}
      send={(rev) => ask('removeDetectorScheme', { rev, schemeId })}
      done={{ id: `detector-scheme-removed-${schemeId}`, title: t.removed, description: t.removedBody(name) }}
      alreadyRemovedTitle={findScheme(change.base, schemeId) === undefined ? t.alreadyRemoved : undefined}
      onClose={onClose}
    >
      <p>{users.length === 0 ? t.removeUnused : t.removeUsed}</p>
      {users.length > 0 && <SpaceList spaceIds={users} more={t.more} />}
      <ChangePreview
        detectors={change.base.catalog}
        operation="removeDetectorScheme"
        input={{ rev: change.base.rev, schemeId }}
      />
    </RemovalDialog>
  );
}
