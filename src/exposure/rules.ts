import type { Levels } from '../classification/level-store';
import {
  type ExposureException,
  type ExposureRule,
  type Governance,
  readGovernance,
} from '../configuration/governance';
import type { Storage } from '../platform/storage';

/** The rules by level for who may see a page, and the exceptions from them (docs/adr/0128). */

export const MAX_EXCEPTIONS = 500;
export const MAX_EXCEPTION_DAYS = 366;

export interface Exposure {
  /** The revision of the row. 0: never changed. */
  readonly revision: number;
  readonly rules: Readonly<Record<string, ExposureRule>>;
  readonly exceptions: readonly ExposureException[];
  /** The rules are the proposed ones, and there was no change yet. */
  readonly isProposed?: boolean;
  /** The whole row, of which this is a part. */
  readonly stored: Governance;
}

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readExposure(storage: Pick<Storage, 'read'>, levels: Levels): Promise<Exposure> {
  return exposureOf(await readGovernance(storage), levels);
}

export function exposureOf(
  { revision, stored }: { readonly revision: number; readonly stored: Governance },
  levels: Pick<Levels, 'all'>,
): Exposure {
  const { rules = proposedRules(levels), exceptions = [] } = stored.exposure ?? {};
  return { revision, rules, exceptions, stored, isProposed: stored.exposure === undefined };
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
