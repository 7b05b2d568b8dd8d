import * as z from 'zod';
import { instant } from '../platform/instant';

/** The events of the queue `probes`. */

export const PROBE_QUEUE = 'probes';

export const probeEvent = z.discriminatedUnion('task', [
  /** The account id is in the event only, and is not stored. Omitted: an installation by an unknown person. */
  z.object({ task: z.literal('now'), pushedAt: instant, accountId: z.string().min(1).max(255).optional() }),
  /** Delayed by a minute. */
  z.object({ task: z.literal('later'), pushedAt: instant }),
  /** A person has opened the home page. The account id is in the event only. */
  z.object({ task: z.literal('person'), pushedAt: instant, accountId: z.string().min(1).max(255) }),
]);
export type ProbeEvent = z.infer<typeof probeEvent>;
