import * as z from 'zod';
import { confluenceId } from '../platform/confluence-id';
import { instant } from '../platform/instant';
import type { Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { readConfiguration } from './read-configuration';

/**
 * The rules by level beyond its definition, each part changed by its room. They have a row of their own, so that an older version of the
 * app still reads the levels (docs/adr/0128). An omitted part was never changed, so what the app proposes applies.
 */

const allowed = z.enum(['allowed', 'forbidden']);

/** Who may see the pages of a level. Omitted `maxPeople` or `groupIds`: any. */
export const exposureRule = z.strictObject({
  /** People with a license, and guests. */
  maxPeople: z.int().min(1).max(1_000_000).optional(),
  guests: allowed,
  /** People who are logged in without a license for Confluence. */
  unlicensed: allowed,
  /** Anyone on the internet. */
  anonymous: allowed,
  /** Only members of these groups may see the page. */
  groupIds: z.array(z.string().min(1).max(100)).min(1).max(50).optional(),
});

export const EXCEPTION_REASON_LENGTH = { min: 3, max: 500 } as const;

const exposureException = z.strictObject({
  exceptionId: z.uuid(),
  /** One of both: a page, or all pages of a space. */
  pageId: confluenceId.optional(),
  spaceId: confluenceId,
  levelId: z.uuid(),
  /** From here on, it does not apply. */
  until: instant,
  reason: z.string().min(EXCEPTION_REASON_LENGTH.min).max(EXCEPTION_REASON_LENGTH.max),
  createdAt: instant,
});

/** Labels are lowercase, and the key of a level follows. */
export const LABEL_PREFIX = /^[a-z](?:[a-z0-9_-]{0,30}[a-z0-9_-])$/;

const labelSync = z.strictObject({ enabled: z.boolean(), prefix: z.string().regex(LABEL_PREFIX) });

const governance = z.strictObject({
  exposure: z
    .strictObject({
      /** By level id. Omitted: the level has no rule. */
      rules: z.record(z.uuid(), exposureRule),
      exceptions: z.array(exposureException),
    })
    .optional(),
  labels: labelSync.optional(),
});

export type ExposureRule = z.infer<typeof exposureRule>;
export type ExposureException = z.infer<typeof exposureException>;
export type LabelSync = z.infer<typeof labelSync>;
export type Governance = z.infer<typeof governance>;

/** Entity `config`. */
export const GOVERNANCE_ROW = storedDocument(governance, { key: 'governance', unreadable: 'refused' });

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readGovernance(
  storage: Pick<Storage, 'read'>,
): Promise<{ readonly revision: number; readonly stored: Governance }> {
  const { revision, value } = (await readConfiguration(storage, GOVERNANCE_ROW)) ?? { revision: 0, value: {} };
  return { revision, stored: value };
}
