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

/** The last configuration file that was applied (docs/adr/0132). */
const applied = z.strictObject({
  at: instant,
  /** The hash of the document. */
  hash: z.string().max(50),
  /** The hashes of its places and values, ten characters for each place. */
  items: z.string(),
});

/** Who answers for pages that are due: who created a page, or the admins of its space. */
export const REVIEWERS = ['owner', 'space-admins'] as const;
export const MAX_REVIEW_MONTHS = 60;
/** `notify`: a comment also mentions who created a page that is due. */
export const OVERDUE = ['list', 'notify'] as const;

/** When the level of a page must be reviewed again, and by whom. */
export const reviewRule = z.strictObject({
  months: z.int().min(1).max(MAX_REVIEW_MONTHS),
  reviewers: z.enum(REVIEWERS),
  /** Omitted: `list`. */
  overdue: z.enum(OVERDUE).optional(),
});

/** The ways to use a page. */
export const PURPOSES = ['ai-read', 'ai-index', 'ai-train', 'guest', 'public', 'export'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Every other purpose is allowed. */
export const useRule = z.strictObject({ ask: z.array(z.enum(PURPOSES)), deny: z.array(z.enum(PURPOSES)) });

/** `findings:high`: the page has an open finding of this severity or a higher one. `not-scanned`: its current version is not scanned completely. */
export type UseSubject =
  | `level:${string}`
  | `findings:${'low' | 'medium' | 'high' | 'critical'}`
  | 'no-level'
  | 'not-scanned'
  | 'over-exposed';

export const USE_SUBJECT =
  /^(level:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|findings:(low|medium|high|critical)|no-level|not-scanned|over-exposed)$/;

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
  applied: applied.optional(),
  /** By level id. Omitted: the pages of the level are never due by a rule. */
  review: z.strictObject({ rules: z.record(z.uuid(), reviewRule) }).optional(),
  use: z.strictObject({ rules: z.record(z.string().regex(USE_SUBJECT), useRule) }).optional(),
  labels: labelSync.optional(),
});

export type ExposureRule = z.infer<typeof exposureRule>;
export type ExposureException = z.infer<typeof exposureException>;
export type ReviewRule = z.infer<typeof reviewRule>;
export type UseRule = z.infer<typeof useRule>;
export type LabelSync = z.infer<typeof labelSync>;
export type Governance = z.infer<typeof governance>;
/** The parts that admins change. */
export type GovernancePart = Exclude<keyof Governance, 'applied'>;

/** Entity `config`. */
export const GOVERNANCE_ROW = storedDocument(governance, { key: 'governance', unreadable: 'refused' });

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readGovernance(
  storage: Pick<Storage, 'read'>,
): Promise<{ readonly revision: number; readonly stored: Governance }> {
  const { revision, value } = (await readConfiguration(storage, GOVERNANCE_ROW)) ?? { revision: 0, value: {} };
  return { revision, stored: value };
}
