import { createRun as create, type RunCreation, type RunRequest } from '../../runs/create-run';
import { NO_COUNTS, type ScanOrder, type ScanRunRecord } from './run-model';
import { type PastScans, SCANS } from './scan-kind';

export interface ScanRequest extends Pick<
  RunRequest<ScanRunRecord>,
  'creator' | 'idempotencyKey' | 'requestId' | 'installationId'
> {
  readonly order: ScanOrder;
  /** About how many pages the person sees, to show the progress. Omitted: not known. */
  readonly total?: number | undefined;
}

/** Creates a scan of many pages. @throws StorageUnavailableError, CorruptRecordError */
export function createScan(
  context: Parameters<typeof create>[0],
  request: ScanRequest,
): Promise<RunCreation<ScanRunRecord>> {
  const { order, total } = request;
  return create<ScanRunRecord, PastScans>(context, SCANS, {
    ...request,
    build: ({ members, data, keyId }) =>
      Promise.resolve({
        record: { ...members, data: { ...data, keyId, order, total, steps: 0, counts: NO_COUNTS } },
      }),
  });
}
