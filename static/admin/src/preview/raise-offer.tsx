import Button from '@atlaskit/button/new';
import { useState } from 'react';
import { RaiseDialog } from '../overview/raise-dialog';
import { texts } from '../texts';
import { Message } from '../ui/message';
import { useAffected } from './use-affected';

/**
 * Shows the number of pages below their required level after a change was saved, and offers the job that raises them.
 */
export function RaiseOffer() {
  const { raise: t } = texts.preview;
  const { count, isDone, retry } = useAffected({ of: 'nothing' });
  const [isOpen, setIsOpen] = useState(false);
  const { belowAfter } = count;
  const close = (hasStarted: boolean) => {
    setIsOpen(false);
    if (hasStarted) retry();
  };
  return (
    <>
      <div role="status">
        {belowAfter > 0 && (
          <Message kind="information" title={t.title(belowAfter, isDone)}>
            <p>{t.body}</p>
            <Button spacing="compact" onClick={() => setIsOpen(true)}>
              {texts.overview.raiseDialog.open}
            </Button>
          </Message>
        )}
      </div>
      {isOpen && <RaiseDialog count={belowAfter} onClose={close} />}
    </>
  );
}
