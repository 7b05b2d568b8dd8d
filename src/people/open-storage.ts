import { createHash } from 'node:crypto';
import type { Clock } from '../platform/clock';
import type { Deadline } from '../platform/deadline';
import { currentInstallation, MAX_OPERATIONS, type RowWrite, type Storage } from '../platform/storage';
import * as platform from '../platform/storage';
import { accountIdsIn } from './account-ids';
import { retryOnConflict, unlessContended } from '../platform/retry-on-conflict';
import { personWrite, seenAtIn } from './register';

/**
 * Storage that registers people. Every transaction that stores an account id also writes the row of that person, so no
 * writer can forget it. A process remembers whom it registered, so this costs no call, and about one operation a person
 * and day (docs/adr/0056).
 */

/**
 * Shorter than a day, and counted from the process's own write, so that processes do not all write the same row at
 * midnight.
 */
const REMEMBERED_MS = 20 * 3_600_000;
const MAX_REMEMBERED = 5_000;

/** Until when a person of an installation counts as registered, in milliseconds. */
type Registered = Map<string, number>;

/** A process has one clock, and each test site its own. */
const registeredBy = new WeakMap<Clock, Registered>();

/** Opens the storage of the current installation. */
export function openStorage(deadline: Deadline, clock: Clock, callLimitMs?: number): Storage {
  const storage = platform.openStorage(deadline, callLimitMs);
  const registered: Registered = registeredBy.get(clock) ?? new Map<string, number>();
  registeredBy.set(clock, registered);
  /** Other processes may register the same people. The attempt after a conflict skips those who are registered by now. */
  const rememberStored = async (people: readonly Person[], now: Date) => {
    const rows = await storage.readMany(people.map(({ accountId: key }) => ({ entity: 'person', key })));
    people.forEach((person, index) => {
      const seenAt = seenAtIn(rows[index]?.value);
      if (seenAt !== undefined && seenAt <= now.toISOString()) remember(registered, [person], new Date(seenAt));
    });
  };
  return {
    ...storage,
    commit: async (writes, checks, ...others) => {
      const now = clock();
      const people = newPeople(writes, registered, now);
      if (people.length === 0) return storage.commit(writes, checks, ...others);
      const rows = people.map(({ accountId }) => personWrite(accountId, now));
      const isTooLarge = [writes, checks, rows, ...others].flat().length > MAX_OPERATIONS;
      // Registering a person whose id is not stored after all is harmless.
      if (isTooLarge) unlessContended(await retryOnConflict(() => storage.commit(rows, [])));
      const outcome = await storage.commit(isTooLarge ? writes : [...writes, ...rows], checks, ...others);
      if (outcome === 'committed') remember(registered, people, now);
      else await rememberStored(people, now);
      return outcome;
    },
  };
}

interface Person {
  readonly accountId: string;
  /** Undefined: the installation is unknown, and nothing is remembered. */
  readonly name: string | undefined;
}

function newPeople(writes: readonly RowWrite[], registered: Registered, now: Date): readonly Person[] {
  const accountIds = new Set<string>();
  for (const write of writes) {
    if (write.entity === 'person') continue;
    for (const accountId of accountIdsIn(write.entity === 'erasure' ? withoutPerson(write) : write))
      accountIds.add(accountId);
  }
  if (accountIds.size === 0) return [];
  const installation = currentInstallation();
  return [...accountIds]
    .map((accountId) => ({ accountId, name: installation && nameOf(installation, accountId) }))
    .filter(({ name }) => name === undefined || (registered.get(name) ?? 0) <= now.getTime())
    .filter(({ accountId }) => !writes.some(({ entity, key }) => entity === 'person' && key === accountId));
}

/** A hash, because a process keeps no ids of a site. */
function nameOf(installation: string, accountId: string): string {
  return createHash('sha256').update(`${installation} ${accountId}`).digest('base64url');
}

/**
 * The person of an erasure has a row already. The erasure does not renew it, because its end depends on when another
 * writer last did, and no process may remember the person after the end.
 */
function withoutPerson(erasure: RowWrite): RowWrite {
  const { data } = erasure.value;
  if (typeof data !== 'object' || data === null) return erasure;
  return { ...erasure, value: { ...erasure.value, data: { ...data, accountId: undefined } } };
}

function remember(registered: Registered, people: readonly Person[], now: Date): void {
  if (registered.size + people.length > MAX_REMEMBERED) registered.clear();
  for (const { name } of people) if (name !== undefined) registered.set(name, now.getTime() + REMEMBERED_MS);
}
