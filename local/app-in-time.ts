import './forge/runtime';
import { createActions } from '../src/actions/functions';
import { createAdmin } from '../src/admin/resolver';
import { createEvents } from '../src/events/app';
import { createLifecycle } from '../src/events/lifecycle';
import { createMirrorQueueConsumer } from '../src/events/mirror';
import { createPageEvents } from '../src/events/page-events';
import { createScanEventTrigger } from '../src/events/page-scans';
import { createProbeQueueConsumer } from '../src/events/probes';
import { createRedactionQueueConsumer } from '../src/events/redactions';
import { createScanRuns } from '../src/events/scan-runs';
import { createWalkQueueConsumer } from '../src/events/walks';
import type { Dependencies } from '../src/quota/invocation';
import { createRest } from '../src/rest/app';
import { createSurfaces } from '../src/surfaces/resolver';
import type { App } from './host';

/** The app with its own clock and quotas in place of those of `src/index.ts`, for a past that is replayed and for measurements. */
export function createApp(dependencies: Dependencies): App {
  const pageEvents = createPageEvents(dependencies);
  const scanRuns = createScanRuns(dependencies);
  return {
    rest: createRest({ hostLimitMs: 8_000, ...dependencies, requestLimitMs: 20_000 }),
    admin: createAdmin({ ...dependencies, operationLimitMs: 20_000 }),
    surfaces: createSurfaces({ ...dependencies, operationLimitMs: 20_000 }),
    pageEventTrigger: pageEvents.handleEvent,
    pageQueueConsumer: pageEvents.consumeQueue,
    dailyPageTrigger: pageEvents.reconcileDaily,
    scanEventTrigger: createScanEventTrigger(dependencies),
    scanQueueConsumer: scanRuns.consumeQueue,
    redactionQueueConsumer: createRedactionQueueConsumer(dependencies),
    hourlyScanTrigger: scanRuns.runHourly,
    mirrorQueueConsumer: createMirrorQueueConsumer(dependencies),
    walkQueueConsumer: createWalkQueueConsumer(dependencies),
    probeQueueConsumer: createProbeQueueConsumer(dependencies),
    ...createActions({ ...dependencies, operationLimitMs: 20_000 }),
    ...createLifecycle(dependencies),
    ...createEvents(dependencies),
  };
}
