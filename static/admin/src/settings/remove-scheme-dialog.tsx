import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { RemovalDialog } from '../configuration/removal-dialog';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import { ask } from '../operations';
import { SpaceList } from '../schemes/space-list';
import { texts } from '../texts';
import { Message } from '../ui/message';
import { isUsed, type SchemeUsers, usersOf } from './scheme-users';

interface RemoveSchemeDialogProps {
  readonly list: LevelList;
  readonly schemeId: string;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

/** Asks before a set of allowed levels is removed. A set in use cannot be removed. The dialog then lists its users. */
export default function RemoveSchemeDialog({ list, schemeId, onChanged, onClose }: RemoveSchemeDialogProps) {
  const { schemes: t } = texts.settings;
  const change = useConfigurationChange({ list, onChanged });
  const { base } = change;
  const nameIn = ({ settings }: LevelList) => settings.schemes.find((one) => one.schemeId === schemeId)?.name;
  const name = nameIn(base) ?? nameIn(list) ?? schemeId;
  const users = usersOf(base.settings, schemeId);

  return (
    <RemovalDialog
      title={t.removeTitle(name)}
      submit={t.remove}
      failed={t.notRemoved}
      change={change}
      send={(rev) => ask('removeScheme', { rev, schemeId })}
      done={{ id: `scheme-removed-${schemeId}`, title: t.removed, description: t.removedBody(name) }}
      alreadyRemovedTitle={nameIn(base) === undefined ? t.alreadyRemoved : undefined}
      isKept={isUsed(users)}
      onClose={onClose}
    >
      {isUsed(users) ? <Users {...users} /> : <p>{t.removeBody}</p>}
    </RemovalDialog>
  );
}

function Users({ isSite, spaceIds }: SchemeUsers) {
  const { schemes: t } = texts.settings;
  return (
    <Message kind="warning" title={t.inUse}>
      <p>{t.inUseBody}</p>
      <SpaceList first={isSite ? t.wholeSite : undefined} spaceIds={spaceIds} more={t.more} />
    </Message>
  );
}
