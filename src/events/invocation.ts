import * as z from 'zod';
import type { ContentType } from '../classification/content-type';
import { HostError } from '../platform/confluence';
import { confluenceId } from '../platform/confluence-id';
import type { Log } from '../platform/log';
import { retryLater } from '../platform/queue';

/** Shared by event handlers, queue consumers and scheduled triggers. */

export type EventHandler = (event: unknown, context: unknown) => Promise<object | undefined>;

/** The response of a scheduled trigger. */
export const TRIGGER_DONE = { statusCode: 204 };

const siteContext = z.object({ installContext: z.string().min(1) });

export function installationIdOf(context: unknown): string {
  return siteContext.parse(context).installContext;
}

/** The id of a page, a space or another content of Confluence. Some events have it as a number. */
export const contentId = z.union([z.string(), z.number()]).transform(String).pipe(confluenceId);

/** The type of the content of an event, and its name as for a page. Blog posts have events with the same meaning. */
export function contentEventOf(eventType: string): { readonly name: string; readonly contentType: ContentType } {
  const name = eventType.replace(/:blogpost$/, ':page');
  return { name, contentType: name === eventType ? 'page' : 'blogpost' };
}

const RETRY_SECONDS = 60;

/** The delay before a retry, in seconds. A queue accepts at most 900, and a retry needs at least 1. */
export function secondsAfter(error: unknown): number {
  const asked = error instanceof HostError ? error.retryAfterSeconds : undefined;
  return Math.min(900, Math.max(1, Math.ceil(asked ?? RETRY_SECONDS)));
}

/**
 * Handles an event. If that fails, or conflicts with other writes, logs it, and the platform delivers the event again.
 * @param handle running it twice is harmless
 */
export async function handleOrRetry(
  log: Log,
  failedEvent: string,
  fields: Readonly<Record<string, string>>,
  handle: () => Promise<'done' | 'no-next' | 'contended'>,
): Promise<object | undefined> {
  try {
    if ((await handle()) !== 'contended') return undefined;
    log(failedEvent, { ...fields, reason: 'contended' });
    return retryLater(RETRY_SECONDS);
  } catch (error) {
    log(failedEvent, { ...fields, reason: reasonOf(error) });
    return retryLater(secondsAfter(error));
  }
}

/** For the log, without messages, because they may repeat responses of the platform. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
