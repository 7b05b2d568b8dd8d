import { RemovalDialog } from '../configuration/removal-dialog';
import { spaceName } from '../names';
import { ask } from '../operations';
import { texts } from '../texts';
import { useSpaceNames } from '../use-space-names';
import type { DetectionDialogProps } from './dialog-props';
import { findScheme, usersOf } from './schemes';
import { useDetectionChange } from './use-detection-change';

const SHOWN = 10;

/** Asks before a detector scheme is removed, and says which spaces are as the site from then on. */
export default function RemoveSchemeDialog({
  view,
  schemeId,
  onChanged,
  onClose,
}: DetectionDialogProps & { readonly schemeId: string }) {
  const { schemes: t, overtaken } = texts.detectors;
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
      overtakenTitle={overtaken}
      goneTitle={findScheme(change.base, schemeId) === undefined ? t.isGone : undefined}
      onClose={onClose}
    >
      {users.length === 0 ? <p>{t.removeUnused}</p> : <Users spaceIds={users} />}
    </RemovalDialog>
  );
}

function Users({ spaceIds }: { readonly spaceIds: readonly string[] }) {
  const { schemes: t } = texts.detectors;
  const shown = spaceIds.slice(0, SHOWN);
  const names = useSpaceNames(shown) ?? new Map();
  return (
    <>
      <p>{t.removeUsed}</p>
      <ul>
        {shown.map((id) => (
          <li key={id}>{spaceName({ spaces: names }, id)}</li>
        ))}
        {spaceIds.length > SHOWN && <li>{t.more(spaceIds.length - SHOWN)}</li>}
      </ul>
    </>
  );
}
