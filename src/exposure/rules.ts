import * as z from 'zod';
import type { Levels } from '../classification/level-store';
import { readConfiguration } from '../configuration/read-configuration';
import { confluenceId } from '../platform/confluence-id';
import { instant } from '../platform/instant';
import type { Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';

/**
 * The rules by level for who may see a page, and the exceptions from them (docs/adr/0128). They have a row of their own, so that an older
 * version of the app still reads the levels.
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

export type ExposureRule = z.infer<typeof exposureRule>;

export const MAX_EXCEPTIONS = 500;
export const EXCEPTION_REASON_LENGTH = { min: 3, max: 500 } as const;
export const MAX_EXCEPTION_DAYS = 366;

const exception = z.strictObject({
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

export type ExposureException = z.infer<typeof exception>;

const governance = z.strictObject({
  exposure: z.strictObject({
    /** By level id. Omitted: the level has no rule. */
    rules: z.record(z.uuid(), exposureRule),
    exceptions: z.array(exception),
  }),
});

/** Entity `config`. */
export const GOVERNANCE_ROW = storedDocument(governance, { key: 'governance', unreadable: 'refused' });

export interface Exposure {
  /** 0: never changed, so the proposed rules apply. */
  readonly revision: number;
  readonly rules: Readonly<Record<string, ExposureRule>>;
  readonly exceptions: readonly ExposureException[];
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readExposure(storage: Pick<Storage, 'read'>, levels: Levels): Promise<Exposure> {
  const stored = await readConfiguration(storage, GOVERNANCE_ROW);
  if (stored === undefined) return { revision: 0, rules: proposedRules(levels), exceptions: [] };
  return { revision: stored.revision, ...stored.value.exposure };
}

const NO_ANONYMOUS: ExposureRule = { guests: 'allowed', unlicensed: 'allowed', anonymous: 'forbidden' };
const NO_OUTSIDERS: ExposureRule = { guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' };
const PROPOSED_PEOPLE = 50;

/** The rules of a site that has set none. They report, and change nothing. */
export function proposedRules({ all }: Pick<Levels, 'all'>): Readonly<Record<string, ExposureRule>> {
  const used = all.filter(({ status }) => status === 'PUBLISHED');
  const ruled = used.slice(0, -1);
  return Object.fromEntries(
    ruled.map(({ levelId }, index) => [
      levelId,
      index === 0 ? { ...NO_OUTSIDERS, maxPeople: PROPOSED_PEOPLE } : index === 1 ? NO_OUTSIDERS : NO_ANONYMOUS,
    ]),
  );
}

/** The exception that applies to a page. One for the page comes before one for its space. */
export function exceptionFor(
  { exceptions }: Pick<Exposure, 'exceptions'>,
  page: { readonly pageId: string; readonly spaceId: string; readonly levelId: string },
  now: Date,
): ExposureException | undefined {
  const applies = exceptions.filter(
    ({ pageId, spaceId, levelId, until }) =>
      levelId === page.levelId &&
      spaceId === page.spaceId &&
      (pageId === undefined || pageId === page.pageId) &&
      until > now.toISOString(),
  );
  return applies.find(({ pageId }) => pageId !== undefined) ?? applies[0];
}

const ENDING_MS = 7 * 86_400_000;

/** The exceptions that end within seven days. */
export function endingIn({ exceptions }: Pick<Exposure, 'exceptions'>, now: Date): readonly string[] {
  const [from, to] = [now.toISOString(), new Date(now.getTime() + ENDING_MS).toISOString()];
  return exceptions.flatMap(({ exceptionId, until }) => (until > from && until <= to ? [exceptionId] : []));
}
