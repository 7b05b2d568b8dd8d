import * as z from 'zod';
import { auditDetails } from '../audit/details';
import { commitAudited } from '../audit/commit-audited';
import { APP_ACTOR, auditRow } from '../audit/event';
import { CATALOG } from '../detection/detector';
import { removeOldSwitches } from '../mirror/switches';
import type { Context } from '../platform/context';
import { instant } from '../platform/instant';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { nextRevision, type Revision, type RowWrite } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';

/**
 * The installed version of the app, and the work that each version starts with (docs/adr/0057). The platform reports an
 * installation and an update at least once, late or twice, so the stored row decides which work still has to start. The
 * account that installed the app is not stored.
 */

/** For example `2.14.0`. */
const appVersion = z.string().regex(/^\d{1,9}(\.\d{1,9}){0,3}$/);

const installation = z.strictObject({
  installedAt: instant,
  appVersion,
  /** When this version was first reported. */
  versionSince: instant,
  /** The version whose first work is done. */
  preparedVersion: appVersion.optional(),
  /** The catalog of detectors at the installation (docs/adr/0069). */
  catalogue: z.int().min(0),
});

type Installation = z.infer<typeof installation>;

const INSTALLATION_ROW = storedDocument(installation, { key: 'installation', unreadable: 'refused' });

const accountId = z.string().min(1).max(255).optional().catch(undefined);

/** The event of an installation or update. Its type is not needed. The account is for a probe only, and is not stored. */
export const versionEvent = z.object({
  app: z.object({ version: appVersion }),
  installerAccountId: accountId,
  upgraderAccountId: accountId,
});

export interface InstallationContext extends Pick<
  Context,
  'storage' | 'confluence' | 'clock' | 'random' | 'log' | 'requestId'
> {
  /** The work that every version starts with. Running it twice is harmless. @throws: it runs again */
  readonly prepareVersion: () => Promise<void>;
}

/**
 * Records the version, and then runs the first work of this version unless it is done.
 * @throws StorageUnavailableError, CorruptRecordError, HostError: deliver the event again
 */
export async function followVersion(context: InstallationContext, version: string): Promise<'done' | 'contended'> {
  const recorded = await retryOnConflict(() => recordVersion(context, version));
  if (recorded === 'conflict') return 'contended';
  if (recorded === 'outdated') return 'done';
  const { storage, prepareVersion } = context;
  if (recorded.installation.preparedVersion === version) return 'done';
  await removeOldSwitches(context);
  await prepareVersion();
  const prepared = { ...recorded.installation, preparedVersion: version };
  // On a conflict, a concurrent delivery of the event, or of a later one, does the same.
  await INSTALLATION_ROW.save(storage, recorded.revision, prepared);
  return 'done';
}

type Recorded = { readonly revision: Revision; readonly installation: Installation };

/** @returns outdated: the event of an earlier version arrived late */
async function recordVersion(
  { storage, clock, random, log, requestId }: InstallationContext,
  version: string,
): Promise<Recorded | 'outdated' | 'conflict'> {
  const { revision, value: known } = await INSTALLATION_ROW.read(storage);
  if (known?.appVersion === version) return { revision, installation: known };
  if (known !== undefined && isEarlier(version, known.appVersion)) return 'outdated';
  const now = clock();
  const at = now.toISOString();
  const first = known ?? { installedAt: at, catalogue: CATALOG };
  const next = { ...first, appVersion: version, versionSince: at };
  const type = known === undefined ? 'app.installed' : 'app.upgraded';
  const audit = auditRow({
    id: random.uuid(),
    type,
    time: now,
    subject: 'app',
    actor: APP_ACTOR,
    requestId,
    before: known && auditDetails({ version: known.appVersion }),
    after: auditDetails({ version }),
  });
  const commit = (write: RowWrite) => commitAudited(storage, [write], [audit]);
  if ((await INSTALLATION_ROW.save(storage, revision, next, commit)) === 'conflict') return 'conflict';
  log(type, { version });
  return { revision: nextRevision(revision), installation: next };
}

/** Compares the numbers of two versions, so that `2.9.0` is earlier than `2.10.0`. */
function isEarlier(one: string, other: string): boolean {
  const others = other.split('.').map(Number);
  for (const [index, number] of one.split('.').map(Number).entries()) {
    const difference = number - (others[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
