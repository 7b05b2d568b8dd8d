import { ConfirmDialog } from './confirm-dialog';

interface LeaveDialogProps {
  readonly words: Readonly<Record<'title' | 'body' | 'back' | 'submit', string>>;
  readonly onBack: () => void;
  readonly onLeave: () => void;
}

/** Asks before the user closes a dialog and loses its contents. */
export function LeaveDialog({ words, onBack, onLeave }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title={words.title}
      cancel={words.back}
      isCancelPrimary
      submit={words.submit}
      onSubmit={onLeave}
      onClose={onBack}
    >
      <p>{words.body}</p>
    </ConfirmDialog>
  );
}
