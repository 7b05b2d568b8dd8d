import { SYSTEM } from '../quota/invocation';
import { createScanEventTrigger } from './page-scans';
import { createRedactionQueueConsumer } from './redactions';
import { createScanRuns } from './scan-runs';

const scanRuns = createScanRuns(SYSTEM);

/** The handlers of page scans in manifest.yml. */
export const scanEventTrigger = createScanEventTrigger(SYSTEM);
export const scanQueueConsumer = scanRuns.consumeQueue;
export const hourlyScanTrigger = scanRuns.runHourly;

/** The handler of redactions in manifest.yml. */
export const redactionQueueConsumer = createRedactionQueueConsumer(SYSTEM);
