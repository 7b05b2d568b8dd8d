import type * as z from 'zod';
import { auditDetails } from '../audit/details';
import { commitAudited } from '../audit/commit-audited';
import { APP_ACTOR, auditRow } from '../audit/event';
import type { Clock } from '../platform/clock';
import type { Deadline } from '../platform/deadline';
import { fetchLicense } from '../platform/license';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { RowWrite, Storage } from '../platform/storage';
import { type License, LICENSE_ROW, licenseRecord } from './license';

/** Atlassian recommends one call in an hour. Without a license, the app asks more often, so that work continues soon. */
const INTERVAL_MS = 55 * 60_000;
/** The platform allows one call in five minutes. */
const SHORTEST_INTERVAL_MS = 5 * 60_000;

interface RenewContext {
  readonly storage: Storage;
  readonly deadline: Deadline;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Asks the platform for the license, unless it was asked recently. The time of the question is stored before the call, so
 * that concurrent runs ask once.
 * @returns the license before and after, if it changed
 * @throws StorageUnavailableError
 */
export async function renewLicense({
  storage,
  deadline,
  clock,
  random,
  log,
}: RenewContext): Promise<{ readonly before: License; readonly after: License } | undefined> {
  const now = clock();
  const row = await storage.read(LICENSE_ROW.entity, LICENSE_ROW.key);
  const known = licenseRecord.safeParse(row.value).data?.value;
  const intervalMs =
    known?.license === 'inactive' || known?.answeredAt === undefined ? SHORTEST_INTERVAL_MS : INTERVAL_MS;
  if (known !== undefined && now.getTime() - Date.parse(known.askedAt) < intervalMs) return undefined;

  const at = now.toISOString();
  const asked = { license: 'unknown' as const, since: at, ...known, askedAt: at };
  if (row.revision === 'absent') await storage.placehold(LICENSE_ROW.entity, LICENSE_ROW.key);
  const expected = row.revision === 'absent' ? 0 : row.revision;
  if ((await storage.commit([licenseWrite(asked, expected)], [])) === 'conflict') return undefined;

  const license = await fetchLicense(deadline);
  if (license === 'no-answer') {
    log('license.no-answer', {});
    return undefined;
  }
  const hasChanged = license !== asked.license;
  const change = hasChanged ? { since: at, before: asked.license } : {};
  const answered = { ...asked, license, ...change, answeredAt: at };
  const write = licenseWrite(answered, expected + 1);
  // The first answer is no change that an admin must know.
  if (!hasChanged || (asked.license === 'unknown' && license === 'active')) {
    await storage.commit([write], []);
    return undefined;
  }
  const audit = auditRow({
    id: random.uuid(),
    type: 'app.license-changed',
    time: now,
    subject: 'app',
    actor: APP_ACTOR,
    requestId: random.uuid(),
    before: auditDetails({ license: asked.license }),
    after: auditDetails({ license }),
  });
  await commitAudited(storage, [write], [audit]);
  log('license.changed', { license });
  return { before: asked.license, after: license };
}

function licenseWrite(value: z.infer<typeof licenseRecord>['value'], expected: number): RowWrite {
  return { ...LICENSE_ROW, value: { v: 1, rev: expected + 1, value }, expected };
}
