import * as z from 'zod';

/** The events of the queue `probes`. */

export const PROBE_QUEUE = 'probes';

const pushedAt = z.iso.datetime({ precision: 3 });
export const probeEvent = z.discriminatedUnion('task', [
  /** The account id is in the event only, and is not stored. Omitted: an installation by an unknown person. */
  z.object({ task: z.literal('now'), pushedAt, accountId: z.string().min(1).max(255).optional() }),
  /** Delayed by a minute. */
  z.object({ task: z.literal('later'), pushedAt }),
  /** A person has opened the home page. The account id is in the event only. */
  z.object({ task: z.literal('person'), pushedAt, accountId: z.string().min(1).max(255) }),
]);
export type ProbeEvent = z.infer<typeof probeEvent>;
