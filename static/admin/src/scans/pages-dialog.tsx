import Button from '@atlaskit/button/new';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { ScanPages } from './scan-pages';

interface PagesDialogProps {
  readonly scanId: string;
  readonly onClose: () => void;
}

/** The results of the pages of a scan. */
export function PagesDialog({ scanId, onClose }: PagesDialogProps) {
  return (
    <Dialog
      title={texts.scans.results.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <ScanPages scanId={scanId} />
    </Dialog>
  );
}
