import Button from '@atlaskit/button/new';
import { useEffect, useState } from 'react';
import type { CreatedKey } from '../../../../src/admin/keys/issue-key';
import { ask } from '../operations';
import { texts } from '../texts';
import { CopyField } from '../ui/copy-field';
import { Dialog } from '../ui/dialog';
import { LeaveDialog } from '../ui/leave-dialog';
import { Message } from '../ui/message';
import { useLeaveQuestion } from '../ui/use-leave-question';

interface CreatedKeyDialogProps {
  readonly created: CreatedKey;
  /** An extra note. */
  readonly note?: string;
  readonly onClose: () => void;
}

/** Shows a new key. It is shown only once. */
export function CreatedKeyDialog({ created, note, onClose }: CreatedKeyDialogProps) {
  const [wasCopied, setWasCopied] = useState(false);
  const { isAsking, leave, stay } = useLeaveQuestion(!wasCopied, onClose);
  const [baseUrl, setBaseUrl] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    void ask('getBaseAddress', {}).then((answer) => {
      if (answer.ok) setBaseUrl(answer.value.baseUrl);
      else setHasFailed(true);
    });
  }, []);

  const copied = () => setWasCopied(true);

  if (isAsking) return <LeaveDialog words={texts.created.leave} onBack={stay} onLeave={onClose} />;

  const path = pathFor(created);
  const curl = (key: string) => `curl --header "x-api-key: ${key}" "${baseUrl ?? ''}${path}"`;
  return (
    <Dialog
      title={texts.created.title}
      onClose={leave}
      footer={
        <Button appearance="primary" onClick={leave}>
          {texts.created.done}
        </Button>
      }
    >
      <Message kind="warning" title={texts.created.warning}>
        <p>{texts.created.warningBody}</p>
      </Message>
      {note !== undefined && <p className="form-note">{note}</p>}
      <CopyField
        label={texts.created.value}
        shown={created.key}
        copied={created.key}
        button={texts.created.copyKey}
        onCopied={copied}
      />
      {baseUrl !== undefined && (
        <CopyField
          label={texts.created.curl}
          help={path.includes('PAGE_ID') ? texts.created.curlHelp : texts.created.curlHelpComplete}
          shown={curl(`pclsk_${created.keyId}_…`)}
          copied={curl(created.key)}
          button={texts.created.copyCurl}
          onCopied={copied}
        />
      )}
      {hasFailed && <p className="field-help">{texts.created.noAddress}</p>}
    </Dialog>
  );
}

/** The path of a request that the key can send. */
function pathFor({ classificationScope }: CreatedKey): string {
  switch (classificationScope) {
    case 'manage':
      return '/v1/level';
    case 'read':
    case 'write':
      return '/v1/page-level/by-page/PAGE_ID';
    case 'none':
      return '/v1/openapi.json';
  }
}
