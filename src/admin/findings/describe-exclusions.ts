import * as z from 'zod';
import { excludableOf, excludedBy, isMeant } from '../../findings/exclusions/excluded-by';
import type { Exclusion } from '../../findings/exclusions/model';
import { readPageLabels } from '../../findings/exclusions/page-labels';
import { type FindingConditions, readFindingConditions } from '../../findings/finding-conditions';
import { listFindings, type ListedFinding } from '../../findings/lists/list-findings';
import type { FindingRecord } from '../../findings/model';
import { definedOf } from '../../platform/defined-of';
import { awaitAll } from '../../platform/await-all';
import { readExcludables, type SeenExcludable } from './exclusion-effects';
import { findPagesWithLevels } from '../visible-pages';
import { operation } from '../input';
import type { AdminRequest } from '../operation';

/**
 * Describes exclusions for a list of them: an example of what each excludes, and how many findings it excludes. One
 * request reads the findings of all of them together, so its cost does not grow with their number.
 */

/** The exclusions that a page of the list shows. */
const MAX_DESCRIBED = 25;

const describeExclusionsInput = z.strictObject({
  exclusionIds: z
    .array(z.uuid())
    .min(1, { error: 'must not be empty' })
    .max(MAX_DESCRIBED, { error: `must have at most ${MAX_DESCRIBED} entries` }),
});

export interface DescribedExclusion {
  readonly exclusionId: string;
  /** The number of findings to which it currently applies, on pages that the admin can see. */
  readonly excluded: number;
  /** false: there may be more. */
  readonly isComplete: boolean;
  /** The time when the latest of them was first found. */
  readonly lastFoundAt?: string;
  /** A finding that it applies to, or applied to. Omitted: the admin can see none. */
  readonly example?: { readonly detectorId: string; readonly maskedExcerpt: string };
}

export interface DescribedExclusions {
  /** Exclusions that no longer exist are omitted. */
  readonly exclusions: readonly DescribedExclusion[];
}

/** @throws Refusal, HostError, StorageUnavailableError */
export const describeExclusions = operation(describeExclusionsInput, async (request, { exclusionIds }) => {
  const {
    exclusions: { all },
    config,
  } = await readFindingConditions(request.storage);
  const asked = all.filter(({ exclusionId }) => exclusionIds.includes(exclusionId));
  if (asked.length === 0) return { exclusions: [] };
  const isAsked = (record: FindingRecord) => asked.some((one) => isMeant(one, excludableOf(record)));
  const question = {
    filter: { status: 'open' },
    status: 'excluded',
    levelIds: undefined,
    after: undefined,
    isAsked,
  } as const;
  const { findings, isComplete } = await readExcludables(request, question, all);
  const excluded = new Map(
    asked.map((one) => [
      one,
      findings.filter(({ finding, page }) => excludedBy(finding, page, [one], request.now) !== undefined),
    ]),
  );
  const examples = await findExamples(
    request,
    config,
    asked.filter((one) => excluded.get(one)?.length === 0),
  );
  return {
    exclusions: asked.map((one): DescribedExclusion => {
      const applied = excluded.get(one) ?? [];
      const [last] = applied;
      const example = last ?? examples.get(one);
      return {
        exclusionId: one.exclusionId,
        excluded: applied.length,
        isComplete,
        ...definedOf({
          lastFoundAt: last?.foundAt,
          example: example && { detectorId: example.finding.detectorId, maskedExcerpt: example.maskedExcerpt },
        }),
      };
    }),
  };
});

type Example = Pick<SeenExcludable, 'finding' | 'maskedExcerpt'>;

/** A value may be on many pages. The first ones are enough, because most values are excluded from a page that has them. */
const FINDINGS_OF_A_VALUE = 5;

/**
 * Finds an example of the first value of each exclusion of values, whatever the status of its findings is. It ignores
 * the expiry of the exclusions.
 */
async function findExamples(
  request: AdminRequest,
  config: FindingConditions['config'],
  exclusions: readonly Exclusion[],
): Promise<ReadonlyMap<Exclusion, Example>> {
  const { storage, confluence, now } = request;
  const lists = await awaitAll(
    exclusions.map(async (one): Promise<readonly [Exclusion, readonly ListedFinding[]]> => {
      const { match, scope } = one;
      const fingerprint = match.by === 'fingerprint' ? match.fingerprints[0] : undefined;
      if (fingerprint === undefined) return [one, []];
      const isWanted = ({ pageId }: FindingRecord) => scope.of !== 'page' || scope.pageId === pageId;
      const query = { filter: { fingerprint }, isWanted, config, now, after: undefined, limit: FINDINGS_OF_A_VALUE };
      return [one, (await listFindings(storage, query)).items];
    }),
  );
  const pageIds = [...new Set(lists.flatMap(([, items]) => items.map(({ pageId }) => pageId)))];
  if (pageIds.length === 0) return new Map();
  const always = (one: Exclusion): Exclusion => ({ ...one, expiresAt: undefined });
  const [seen, labels] = await awaitAll([
    findPagesWithLevels(request, pageIds),
    readPageLabels(confluence, exclusions.map(always), pageIds, now),
  ] as const);
  const isExample = (one: Exclusion, { pageId, record }: ListedFinding): boolean => {
    const visible = seen.get(pageId) ?? 'hidden';
    if (visible === 'hidden') return false;
    const { spaceId } = visible.page;
    const page = { pageId, spaceId, levelId: visible.level?.levelId, labels: labels.get(pageId) };
    return excludedBy(excludableOf(record), page, [always(one)], now) !== undefined;
  };
  const examples = new Map<Exclusion, Example>();
  for (const [one, items] of lists) {
    const record = items.find((item) => isExample(one, item))?.record;
    if (record === undefined) continue;
    examples.set(one, { finding: excludableOf(record), maskedExcerpt: record.data.maskedExcerpt });
  }
  return examples;
}
