import Button from '@atlaskit/button/new';
import { useCallback } from 'react';
import type { KeyDetails } from '../../../../src/admin/audit/audit-log';
import { type AuditNames, nameEvents, NO_NAMES } from '../audit/names';
import type { Names } from '../names';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { useLoad } from '../use-load';
import { KeyFacts } from './key-facts';
import { KEY_ACTIONS } from './key-list';
import { KeyActivity } from './key-activity';
import { KeyUse } from './key-use';
import { readNames } from './names';
import { Loaded } from '../ui/loaded';

interface DetailsDialogProps {
  readonly keyId: string;
  /** The name in the list. undefined: the key is not in the list. */
  readonly name: string | undefined;
  readonly levels: Names['levels'];
  readonly onShow: (keyId: string) => void;
  readonly onOpen: (dialog: 'edit' | 'rotate' | 'revoke' | 'revert' | 'leak') => void;
  readonly onClose: () => void;
}

interface Details extends KeyDetails {
  readonly names: AuditNames;
}

/** The details of a key. */
export default function DetailsDialog({ keyId, name, levels, onOpen, onShow, onClose }: DetailsDialogProps) {
  const read = useCallback(() => readDetails(keyId, levels), [keyId, levels]);
  const { load, reload } = useLoad(read);
  return (
    <Dialog
      title={(load.state === 'ready' ? load.value.key.name : name) ?? texts.keys.title}
      onClose={onClose}
      footer={
        <>
          {load.state === 'ready' &&
            KEY_ACTIONS[load.value.key.status].map((action) => (
              <Button key={action} onClick={() => onOpen(action)}>
                {texts.keys[action]}
              </Button>
            ))}
          <Button appearance="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      <Loaded load={load} failed={texts.details.failed} onRetry={reload}>
        {(value) => (
          <>
            <KeyFacts value={value.key} names={value.names} onShow={onShow} />
            <KeyUse use={value.use} onRetry={() => void reload()} />
            <KeyActivity keyId={keyId} audit={value.audit} names={value.names} onRevert={() => onOpen('revert')} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

async function readDetails(keyId: string, levels: Names['levels']): Promise<Outcome<Details>> {
  const answer = await ask('getKeyDetails', { keyId });
  if (!answer.ok) return answer;
  const { key, audit } = answer.value;
  const known = await readNames([key], levels);
  // A key and its successors have the same name, so IDs distinguish them here.
  const names = await nameEvents(audit.entries, { ...NO_NAMES, ...known }, {});
  return { ok: true, value: { ...answer.value, names } };
}
