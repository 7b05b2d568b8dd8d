import Button from '@atlaskit/button/new';
import { AskDialog } from './ask-dialog';
import { AssignDialog } from './assign-dialog';
import { CleanHistoryDialog } from './clean-history-dialog';
import { DetailsDialog } from './details-dialog';
import type { OpenDialog } from './open-dialog';
import { ExcludeDialog } from './exclude-dialog';
import { ExcludeOneDialog } from './exclude-one-dialog';
import { type Filters, NO_FILTERS } from './filter';
import { KeysDialog } from './keys-dialog';
import type { FindingNames } from './names';
import { RedactDialog } from './redact-dialog';
import { actionsOn, type RowAction } from './row-actions';
import { ScanDialog } from './scan-dialog';

interface DialogsProps {
  readonly open: OpenDialog;
  readonly names: FindingNames;
  readonly actions: readonly RowAction[];
  /** Shows the findings that match the filters. */
  readonly onShow: (filters: Partial<Filters>) => void;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onClose: () => void;
  /** The dialog may have changed findings. */
  readonly onChanged: () => void;
}

export function Dialogs({ open, names, actions, onShow, onOpen, onClose, onChanged }: DialogsProps) {
  const close = (isDone: boolean) => {
    onClose();
    if (isDone) onChanged();
  };
  switch (open.dialog) {
    case 'details':
      return (
        <DetailsDialog
          finding={open.row.finding}
          names={names}
          actions={actionsOn([open.row], actions).map(({ key, label, run }) => (
            <Button key={key} onClick={() => run([open.row])}>
              {label}
            </Button>
          ))}
          onShowPlaces={(fingerprint) => onShow({ ...NO_FILTERS, status: '', fingerprint })}
          onClose={onClose}
        />
      );
    case 'keys':
      return <KeysDialog actions={actions.map(({ key, label }) => [key, label])} onClose={onClose} />;
    case 'assign':
      return <AssignDialog target={open.target} count={open.count} onClose={close} />;
    case 'ask':
      return <AskDialog rows={open.rows} matching={open.matching} onClose={onClose} />;
    case 'exclude':
      return <ExcludeDialog target={open.target} onClose={close} />;
    case 'exclude-one':
      return <ExcludeOneDialog finding={open.finding} names={names} onClose={close} />;
    case 'redact':
      return (
        <RedactDialog
          rows={open.rows}
          matching={open.matching}
          names={names}
          onClean={(findingIds) => {
            onOpen({ dialog: 'clean-history', findingIds });
            onChanged();
          }}
          onClose={close}
        />
      );
    case 'clean-history':
      return <CleanHistoryDialog findingIds={open.findingIds} onClose={close} />;
    case 'scan':
      return <ScanDialog target={{ of: 'pages', pageIds: [...open.pageIds] }} onClose={close} />;
    case 'scan-site':
      return <ScanDialog target={{ of: 'site' }} onClose={close} />;
  }
}
