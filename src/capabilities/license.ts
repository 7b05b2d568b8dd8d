import * as z from 'zod';
import type { Context } from '../platform/context';
import { type FoundLicense, isInProduction } from '../platform/license';
import type { ResolverCaller } from '../platform/resolver';
import type { Row, Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { instant } from '../platform/instant';
import { isLicenseRequired } from '../platform/variables';

/**
 * The license of the app on this site, for code that the platform calls without it: the web trigger, queue consumers,
 * events and actions. The five-minute trigger keeps the row up to date (docs/adr/0057).
 */

/** `unknown`: the app is not sold on this site, or the platform has not answered. It limits nothing. */
export type License = 'active' | 'inactive' | 'unknown';

/** In production, a vendor who sells the app demands a license. Other environments never have one. */
export function licenseOf(found: FoundLicense): License {
  if (found === 'none') return isLicenseRequired() && isInProduction() ? 'inactive' : 'unknown';
  return found === 'ended' ? 'inactive' : 'active';
}

const licenseState = z.enum(['active', 'inactive', 'unknown']);

const licenseAnswers = z.strictObject({
  license: licenseState,
  /** The answer of the platform. Omitted: an earlier version of the app wrote the row. */
  found: z.enum(['active', 'trial', 'ended', 'none']).optional(),
  /** When the license became so. */
  since: instant,
  /** The license before that. */
  before: licenseState.optional(),
  /** When the platform last answered. */
  answeredAt: instant.optional(),
  /** When the platform was last asked. */
  askedAt: instant,
});

export const LICENSE_ROW = storedDocument(licenseAnswers, { key: 'license', unreadable: 'absent' });

const DAY_MS = 86_400_000;
/** An answer counts for a day, so that a site is not locked if the trigger stops. */
const ANSWER_COUNTS_MS = DAY_MS;

/** Never throws, because a row that cannot be read limits nothing. */
export function parseLicense(row: Pick<Row, 'value'>, now: Date): License {
  const stored = LICENSE_ROW.parse(row);
  if (stored?.answeredAt === undefined) return 'unknown';
  const ageMs = now.getTime() - Date.parse(stored.answeredAt);
  return ageMs < ANSWER_COUNTS_MS ? stored.license : 'unknown';
}

/** @throws StorageUnavailableError */
export async function readLicense(storage: Pick<Storage, 'read'>, now: Date): Promise<License> {
  return parseLicense(await storage.read(LICENSE_ROW.entity, LICENSE_ROW.key), now);
}

/** The license of the app in a call of a person. @throws StorageUnavailableError */
export async function isLicensed(
  { isAppLicensed }: Pick<ResolverCaller, 'isAppLicensed'>,
  { storage, clock }: Pick<Context, 'storage' | 'clock'>,
): Promise<boolean> {
  return isAppLicensed ?? (await readLicense(storage, clock())) !== 'inactive';
}

/**
 * The time at which an ended license was renewed, if that was within the last day. Work that was skipped can be done
 * now.
 * @throws StorageUnavailableError
 */
export async function readLicenseReturn(storage: Pick<Storage, 'read'>, now: Date): Promise<string | undefined> {
  const { value } = await LICENSE_ROW.read(storage);
  if (value === undefined || value.license === 'inactive' || value.before !== 'inactive') return undefined;
  return now.getTime() - Date.parse(value.since) < DAY_MS ? value.since : undefined;
}

/** The code of every refusal without a license, and of the pause of background work. */
export const LICENSE_INACTIVE = 'APP_LICENSE_INACTIVE';

/** A sentence for people. */
export const LICENSE_INACTIVE_MESSAGE =
  'The app has no active license on this site, so nothing can be changed. Everything can still be read. Ask a site admin to renew the license.';
