import Button from '@atlaskit/button/new';
import { Dialog } from './dialog';

interface LeaveDialogProps {
  readonly words: Readonly<Record<'title' | 'body' | 'back' | 'submit', string>>;
  readonly onBack: () => void;
  readonly onLeave: () => void;
}

/** Asks before a dialog is closed that holds something the user would lose. */
export function LeaveDialog({ words, onBack, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      size="small"
      title={words.title}
      onClose={onBack}
      footer={
        <>
          <Button appearance="primary" onClick={onBack}>
            {words.back}
          </Button>
          <Button appearance="warning" onClick={onLeave}>
            {words.submit}
          </Button>
        </>
      }
    >
      <p>{words.body}</p>
    </Dialog>
  );
}
