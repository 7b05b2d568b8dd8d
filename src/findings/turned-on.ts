import type { Log } from '../platform/log';
import { type Push, pushOrLog } from '../platform/queue';
import { SCAN_QUEUE } from './run-model';

/**
 * Starts to raise levels by the findings of detectors that were turned on. If the event is lost, or a scan of a page runs at
 * the same time, the next scan of the page does it.
 */
export async function pushTurnedOn(
  { push, log, requestId }: { readonly push: Push; readonly log: Log; readonly requestId: string },
  detectorIds: readonly string[],
): Promise<void> {
  if (detectorIds.length === 0) return;
  const body = { turnedOn: detectorIds.join(','), time: '', key: '' };
  const event = 'detectors.turned-on-not-pushed';
  await pushOrLog(push, log, { queue: SCAN_QUEUE, body, event, requestId });
}
