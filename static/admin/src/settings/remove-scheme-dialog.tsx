import type { LevelList } from '../../../../src/admin/change-levels';
import { RemovalDialog } from '../configuration/removal-dialog';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import { spaceName } from '../names';
import { ask } from '../operations';
import { texts } from '../texts';
import { Message } from '../ui/message';
import { isUsed, type SchemeUsers, usersOf } from './scheme-users';
import { useSpaceNames } from '../use-space-names';

interface RemoveSchemeDialogProps {
  readonly list: LevelList;
  readonly schemeId: string;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

const SHOWN = 10;

/** Says who uses the scheme, and asks where nobody does. */
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
      goneTitle={nameIn(base) === undefined ? t.isRemoved : undefined}
      isKept={isUsed(users)}
      onClose={onClose}
    >
      {isUsed(users) ? <Users {...users} /> : <p>{t.removeBody}</p>}
    </RemovalDialog>
  );
}

function Users({ isSite, spaceIds }: SchemeUsers) {
  const { schemes: t } = texts.settings;
  const shown = spaceIds.slice(0, SHOWN);
  const names = useSpaceNames(shown) ?? new Map();
  return (
    <Message kind="warning" title={t.inUse}>
      <p>{t.inUseBody}</p>
      <ul>
        {isSite && <li>{t.wholeSite}</li>}
        {shown.map((id) => (
          <li key={id}>{spaceName({ spaces: names }, id)}</li>
        ))}
        {spaceIds.length > SHOWN && <li>{t.more(spaceIds.length - SHOWN)}</li>}
      </ul>
    </Message>
  );
}
