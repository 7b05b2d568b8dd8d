import { ask } from '../operations';
import { JobDialog } from '../suggestions/set-levels-dialog';
import { texts } from '../texts';

interface RaiseDialogProps {
  /** The number of pages in the overview. Omitted: not known. */
  readonly count?: number;
  readonly onClose: (hasStarted: boolean) => void;
}

const WORDS = { ...texts.suggestions.dialog, ...texts.overview.raiseDialog };

/** Raises the pages below their required level, shows the progress, and offers to undo it. */
export function RaiseDialog({ count, onClose }: RaiseDialogProps) {
  return (
    <JobDialog
      words={WORDS}
      submit={WORDS.submitNow}
      isReady
      onStart={(requestKey) => ask('raiseToRequired', { requestKey })}
      onClose={onClose}
    >
      <p>{WORDS.question(count)}</p>
      <p className="note">{WORDS.undoNote}</p>
    </JobDialog>
  );
}
