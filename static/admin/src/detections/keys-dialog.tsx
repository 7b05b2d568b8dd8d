import Button from '@atlaskit/button/new';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';

interface KeysDialogProps {
  /** The keys of the actions on the selection. */
  readonly actions: readonly (readonly [key: string, label: string])[];
  readonly onClose: () => void;
}

/** The keyboard shortcuts of the list. */
export function KeysDialog({ actions, onClose }: KeysDialogProps) {
  const { title, intro, move, ends, select, extend, all, clear, details, expand, help } = texts.detections.keys;
  const keys = [move, ends, select, extend, all, clear, details, expand, ...actions, help];
  return (
    <Dialog title={title} size="small" onClose={onClose} footer={<Button onClick={onClose}>{texts.close}</Button>}>
      <p>{intro}</p>
      <dl className="facts">
        {keys.map(([key, label]) => (
          <Fact key={key} label={key}>
            {label}
          </Fact>
        ))}
      </dl>
    </Dialog>
  );
}
