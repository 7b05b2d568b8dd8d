import { HostError } from '../platform/confluence';
import { StorageUnavailableError } from '../platform/storage';
import type { Dependencies } from '../quota/invocation';
import { installationIdOf } from './invocation';

/** The units of `page-event` for each pushed queue event, so that at most 22 are pushed in ten seconds (docs/adr/0113). */
export const OF_A_PUSH = 2;

/**
 * The cost of an event, charged with its points. The two events of a new page pay for that of its property together.
 * @param more the units above the one that each event costs
 */
export const pageEventCost = (more = 0) => ({ 'page-event': 1 + more });

/** The units of storage are counted by minute. */
const MINUTE_SECONDS = 60;
const MOST_SECONDS = 900;
/** The part of the longest delay that is always at random. */
const SPREAD_SECONDS = 300;

/**
 * Lets page events wait while the site has no room for them. An import causes thousands of events in a few minutes, and even the
 * question whether there is room costs units of storage. A process that got a refusal therefore asks again only after a while,
 * and the events return spread over minutes (docs/adr/0101).
 */
export function createPace({ clock, random }: Pick<Dependencies, 'clock' | 'random'>) {
  /** By installation, because a process serves many. */
  const fullUntilMs = new Map<string, number>();
  /**
   * @param failedBefore the number of earlier attempts of the event
   * @throws HostError of kind `quota` with the time of the next attempt, and what `work` throws for another reason
   */
  return async <T>(context: unknown, failedBefore: number, work: () => Promise<T>): Promise<T> => {
    const installationId = installationIdOf(context);
    const nowMs = clock().getTime();
    let seconds: number | undefined = ((fullUntilMs.get(installationId) ?? 0) - nowMs) / 1_000;
    let most = failedBefore === 0 ? MINUTE_SECONDS : MOST_SECONDS - SPREAD_SECONDS;
    if (seconds <= 0) {
      try {
        return await work();
      } catch (error) {
        seconds = secondsOfShortage(error);
        if (seconds === undefined) throw error;
        // Confluence's Retry-After is exact.
        if (error instanceof HostError && error.status === 429) most = MOST_SECONDS - SPREAD_SECONDS;
        fullUntilMs.set(installationId, nowMs + Math.min(seconds, MINUTE_SECONDS) * 1_000);
      }
    }
    // Other events may hold the points that are missing, and return most of them at once.
    const least = Math.min(seconds, most);
    const spread = Math.min(MOST_SECONDS - least, MINUTE_SECONDS * 4 ** failedBefore);
    const [chance = 0] = random.bytes(1);
    throw new HostError('quota', 'page events wait for room', least + (spread * chance) / 256);
  };
}

/** Undefined: the error has another reason. */
function secondsOfShortage(error: unknown): number | undefined {
  if (error instanceof StorageUnavailableError) return error.isThrottled ? MINUTE_SECONDS : undefined;
  return error instanceof HostError && error.kind === 'quota' ? (error.retryAfterSeconds ?? MINUTE_SECONDS) : undefined;
}
