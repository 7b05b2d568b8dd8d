import { auditDetails } from '../audit/details';
import { commitAudited } from '../audit/commit-audited';
import { APP_ACTOR, auditRow } from '../audit/event';
import type { Context } from '../platform/context';
import { fetchLicense } from '../platform/license';
import { nextRevision } from '../platform/storage';
import { type License, LICENSE_ROW, licenseOf } from './license';

/** Atlassian recommends one call in an hour. Without a license, the app asks more often, so that work continues soon. */
const INTERVAL_MS = 55 * 60_000;
/** The platform allows one call in five minutes. */
const SHORTEST_INTERVAL_MS = 5 * 60_000;

type RenewContext = Pick<Context, 'storage' | 'deadline' | 'clock' | 'random' | 'log'>;

/**
 * Asks the platform for the license, unless it was asked recently. The time of the question is stored before the call, so
 * that concurrent runs ask once.
 * @returns the license before and after, if it changed
 * @throws StorageUnavailableError
 */
export async function renewLicense(
  context: RenewContext,
): Promise<{ readonly before: License; readonly after: License } | undefined> {
  const { storage, deadline, clock, random, log } = context;
  const now = clock();
  const { revision, value: known } = await LICENSE_ROW.read(storage);
  const intervalMs =
    known?.license === 'inactive' || known?.answeredAt === undefined ? SHORTEST_INTERVAL_MS : INTERVAL_MS;
  if (known !== undefined && now.getTime() - Date.parse(known.askedAt) < intervalMs) return undefined;

  const at = now.toISOString();
  const asked = { license: 'unknown' as const, since: at, ...known, askedAt: at };
  if ((await LICENSE_ROW.save(storage, revision, asked)) === 'conflict') return undefined;

  const found = await fetchLicense(deadline);
  if (found === 'no-answer') {
    log('license.no-answer', {});
    return undefined;
  }
  const license = licenseOf(found);
  const hasChanged = license !== asked.license;
  const change = hasChanged ? { since: at, before: asked.license } : {};
  const answered = { ...asked, license, found, ...change, answeredAt: at };
  const write = LICENSE_ROW.write(nextRevision(revision), answered);
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
