import * as z from 'zod';
import type { RowWrite } from '../platform/storage';

/**
 * The register of the people whose account ids are stored: entity `person`, row key = the account id. `seenAt` is when the app
 * last stored the id, to about a day. Every write replaces the row. Its revision is the minute of the write, so that the end
 * of an erasure deletes no row that another process has written in the meantime.
 */
export function personWrite(accountId: string, now: Date): RowWrite {
  return {
    entity: 'person',
    key: accountId,
    value: { v: 1, rev: Math.floor(now.getTime() / 60_000), seenAt: now.toISOString() },
  };
}

const person = z.object({ seenAt: z.iso.datetime({ precision: 3 }) });

/** When the app last stored the id, from the value of a row. Undefined: the row is absent or cannot be read. */
export function seenAtIn(value: unknown): string | undefined {
  return person.safeParse(value).data?.seenAt;
}
