import { type Push, pushOrLog } from '../../platform/queue';
import type { Pushing } from '../../runs/push-run';
import { type Exclusion, isActive } from '../exclusions/model';
import type { FindingFilter } from '../lists/list-findings';
import { SCAN_QUEUE } from './run-model';

/** Events that raise the levels of pages in the background when findings count again (raise-levels.ts). */

/**
 * Starts to raise levels by the findings of detectors that were turned on. If the event is lost, or a scan of a page runs at
 * the same time, the daily sweep does it.
 */
export async function pushTurnedOn({ push, log, requestId }: Pushing, detectorIds: readonly string[]): Promise<void> {
  if (detectorIds.length === 0) return;
  const body = { turnedOn: detectorIds.join(','), time: '', key: '' };
  const event = 'detectors.turned-on-not-pushed';
  await pushOrLog(push, log, { queue: SCAN_QUEUE, body, event, requestId });
}

const SCOPES = { page: 'pageId', space: 'spaceId', detector: 'detectorId' } as const;

/** The findings of a page, a space or a detector, or of the whole site. */
type Reopened = `${keyof typeof SCOPES}:${string}` | 'site';

function eventOf(reopened: Reopened) {
  return { queue: SCAN_QUEUE, body: { reopened, time: '', key: '' } };
}

/** The event for the findings that an ended exclusion may have excluded. */
export function reopenedEvent({ scope, match }: Pick<Exclusion, 'scope' | 'match'>) {
  if (scope.of === 'page') return eventOf(`page:${scope.pageId}`);
  if (scope.of === 'space') return eventOf(`space:${scope.spaceId}`);
  return eventOf('detectorId' in match && match.detectorId !== undefined ? `detector:${match.detectorId}` : 'site');
}

/** The filter for the findings that an event names. */
export function reopenedFilter(reopened: string): FindingFilter {
  const [, scope, id] = /^(page|space|detector):(.+)$/.exec(reopened) ?? [];
  const name = Object.entries(SCOPES).find(([one]) => one === scope)?.[1];
  return name === undefined ? {} : { [name]: id };
}

/**
 * Starts the daily sweep over the pages with open findings. It raises the levels that a lost event, a label, or a change of
 * the levels left behind.
 */
export async function pushDailySweep(push: Push): Promise<void> {
  const { queue, body } = eventOf('site');
  await push.push(queue, body);
}

/** Confluence's search shows the labels of a page some time after they change. */
const LABEL_DELAY_SECONDS = 120;

/** After a label that exclusions use was removed from a page. If the event is lost, the daily sweep does it. */
export async function pushLabelRemoved(push: Push, pageId: string): Promise<void> {
  const { queue, body } = eventOf(`page:${pageId}`);
  await push.push(queue, body, LABEL_DELAY_SECONDS);
}

/** Two runs of the hourly trigger, because a run can be late. Repeating the work is harmless. */
const EXPIRED_WITHIN_MS = 2 * 3_600_000;

/** For exclusions that expired since the last run of the hourly trigger. */
export async function pushExpired(push: Push, exclusions: readonly Exclusion[], now: Date): Promise<void> {
  const before = new Date(now.getTime() - EXPIRED_WITHIN_MS);
  const ended = exclusions.filter((one) => isActive(one, before) && !isActive(one, now));
  const events = new Map(ended.map(reopenedEvent).map((event) => [event.body.reopened, event]));
  for (const { queue, body } of events.values()) await push.push(queue, body);
}
