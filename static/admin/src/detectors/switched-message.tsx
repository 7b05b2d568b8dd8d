import Button from '@atlaskit/button/new';
import { useEffect } from 'react';
import { focusIfLost } from '../focus-if-lost';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { focusIds } from './focus-ids';
import type { Switches } from './use-switches';

/** The last change of the switches, with its undo. It stays in view while the list scrolls. */
export function SwitchedMessage({ switches: { switched, failure } }: { readonly switches: Switches }) {
  const { switches: t } = texts.detectors;
  // The undo button disappears when it is pressed.
  useEffect(() => focusIfLost(document.getElementById(focusIds.catalog)), [switched]);
  return (
    <div className="switched">
      {failure !== undefined && <Failure title={t.failed} error={failure} />}
      <div role="status">
        {failure === undefined && switched !== undefined && (
          <Message kind="information" title={t.done(switched.name, switched.count, switched.isOn)}>
            {switched.undo !== undefined && (
              <Button spacing="compact" onClick={switched.undo}>
                {t.undo}
              </Button>
            )}
          </Message>
        )}
      </div>
    </div>
  );
}
