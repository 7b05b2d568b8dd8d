import * as z from 'zod';

/** A run that cannot do its work on this site for now. It keeps its progress, and waits in the line without a place. */

/** Why a run is paused. */
export const PAUSE_CODES = [
  /** The platform refuses to let the app act for a person in the background. */
  'CANNOT_ACT_AS_PERSON',
  /** The license of the app has ended. */
  'APP_LICENSE_INACTIVE',
] as const;

export type PauseCode = (typeof PAUSE_CODES)[number];

export const pausedMember = z.strictObject({
  code: z.enum(PAUSE_CODES),
  /** The first attempt that failed for this reason. */
  since: z.iso.datetime({ precision: 3 }),
});

export type Paused = z.infer<typeof pausedMember>;

/** A paused run is tried again after this time, or when the app finds that the reason no longer applies. */
export const PAUSED_RETRY_MS = 3_600_000;
