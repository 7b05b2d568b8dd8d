import Button from '@atlaskit/button/new';
import { useCallback, useRef, useState } from 'react';
import type { ScanView } from '../../../../src/admin/runs/scans';
import type { AdminOperations } from '../../../../src/admin/contract';
import { ask, type OperationError, type Outcome } from '../operations';
import { ScanNumbers } from '../scans/scan-numbers';
import { ScanPages } from '../scans/scan-pages';
import { ScanProgress } from '../scans/scan-progress';
import { hasEnded } from '../scans/use-scans';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogButtons } from '../ui/dialog-buttons';
import { Failure } from '../ui/failure';
import { usePolling } from '../use-polling';
import { useSending } from '../use-sending';

type ScanTarget = AdminOperations['startScan']['input']['of'];

interface ScanDialogProps {
  readonly target: ScanTarget;
  /** @param isDone whether the scan has ended, so that the list must be loaded again */
  readonly onClose: (isDone: boolean) => void;
}

const readScan = (scanId: string) => ask('getScan', { scanId });

/** Starts a scan, and shows its progress and result. */
export function ScanDialog({ target, onClose }: ScanDialogProps) {
  const { scan: t } = texts.detections;
  const [scan, setScan] = useState<ScanView>();
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  // A retry after a lost response must return the same scan.
  const requestKey = useRef(crypto.randomUUID());

  const onAnswer = useCallback((answer: Outcome<ScanView>) => {
    setFailure(answer.ok ? undefined : answer.error);
    if (answer.ok) setScan(answer.value);
  }, []);
  const start = async () => onAnswer(await ask('startScan', { of: target, requestKey: requestKey.current }));
  const stop = async (scanId: string) => onAnswer(await ask('cancelScan', { scanId }));

  const scanId = scan === undefined || hasEnded(scan) ? undefined : scan.scanId;
  usePolling(scanId, readScan, onAnswer);

  const leave = () => onClose(scan !== undefined);
  const question = target.of === 'pages' ? t.title(target.pageIds.length) : t.titleSite;
  return (
    <Dialog
      title={scan === undefined ? question : t.titleRunning}
      size="small"
      onClose={leave}
      footer={
        scan === undefined ? (
          <DialogButtons submit={t.submit} isSending={isSending} onSubmit={() => void send(start)} onCancel={leave} />
        ) : (
          <>
            {!hasEnded(scan) && (
              <Button appearance="subtle" isLoading={isSending} onClick={() => void send(() => stop(scan.scanId))}>
                {t.cancel}
              </Button>
            )}
            <Button onClick={leave}>{texts.close}</Button>
          </>
        )
      }
    >
      {failure !== undefined && <Failure title={scan === undefined ? t.failed : t.progressFailed} error={failure} />}
      {scan === undefined && <p>{target.of === 'pages' ? t.body : t.bodySite}</p>}
      {scan !== undefined && !hasEnded(scan) && <ScanProgress scan={scan} label={t.progress} />}
      {scan !== undefined && hasEnded(scan) && <Result scan={scan} />}
    </Dialog>
  );
}

function Result({ scan: { scanId, state, of, counts } }: { readonly scan: ScanView }) {
  return (
    <>
      <div role="status">
        <p className="message-title">{texts.detections.scan.endedTitles[state]}</p>
        <ScanNumbers counts={counts} />
      </div>
      {of === 'pages' && <ScanPages scanId={scanId} />}
    </>
  );
}
