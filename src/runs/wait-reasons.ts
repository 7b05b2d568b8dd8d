import * as z from 'zod';
import type { HostError } from '../platform/confluence';
import { QUOTA_NAMES, type QuotaName } from '../quota/policies';
import type { PauseCode } from './paused';

/**
 * Why an open run waits. The words are for people in the admin area and on pages, and for clients of the API, so every reason has
 * them once.
 */
export const WAIT_REASONS = {
  WAITS_FOR_TURN: 'It waits for its turn behind other work.',
  POINTS_USED_UP: 'The calls to Confluence for background work are used up until this time.',
  CHANGES_USED_UP: 'The changes that its owner may make in a minute are used up until this time.',
  RATE_LIMITED: 'Confluence asked the app to wait until this time.',
  CONFLUENCE_UNAVAILABLE: 'Confluence did not respond. The app tries again at this time.',
  STORAGE_UNAVAILABLE: 'The storage of the app did not respond. The app tries again at this time.',
  EVENTS_USED_UP: 'The platform takes no more events of this site in this minute. The app tries again until this time.',
  STEP_REPEATED: 'The last step could not be completed. The app tries again at this time.',
  CANNOT_ACT_AS_PERSON:
    'The platform does not let the app act for this person in the background. The app tries again at this time.',
  APP_LICENSE_INACTIVE:
    'The license of the app has ended. The app tries again at this time, and when the license is renewed.',
} as const satisfies Readonly<Record<PauseCode, string>> & Readonly<Record<string, string>>;

export type WaitCode = keyof typeof WAIT_REASONS;
export const WAIT_CODES = Object.keys(WAIT_REASONS) as [WaitCode, ...WaitCode[]];

/** As stored in the line. */
export const waitMember = z.strictObject({
  code: z.enum(WAIT_CODES),
  /** The quota that is used up. */
  quota: z.enum(QUOTA_NAMES).optional(),
  since: z.iso.datetime({ precision: 3 }),
});

export type Wait = Omit<z.infer<typeof waitMember>, 'since'>;

/** Until the next five-minute trigger, which does not wait for the time. */
export const EVENTS_USED_UP: Wait = { code: 'EVENTS_USED_UP' };
export const STEP_REPEATED: Wait = { code: 'STEP_REPEATED' };

export function waitForQuota(quota: QuotaName | undefined): Wait {
  if (quota === undefined) return STEP_REPEATED;
  return { code: quota === 'host' || quota === 'host-share' ? 'POINTS_USED_UP' : 'CHANGES_USED_UP', quota };
}

/** After a call to Confluence that failed, or was not made for lack of points. */
export function waitAfter({ kind, quota }: HostError): Wait {
  const named = QUOTA_NAMES.find((name) => name === quota);
  if (named !== undefined) return waitForQuota(named);
  return { code: kind === 'quota' ? 'RATE_LIMITED' : 'CONFLUENCE_UNAVAILABLE' };
}
