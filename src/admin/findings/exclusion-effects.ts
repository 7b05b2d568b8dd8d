import * as z from 'zod';
import {
  type Excludable,
  excludableOf,
  type ExcludablePage,
  excludedBy,
  isMeant,
} from '../../findings/exclusions/excluded-by';
import { readExclusions } from '../../findings/exclusions/exclusion-store';
import type { Exclusion } from '../../findings/exclusions/model';
import { readPageLabels } from '../../findings/exclusions/page-labels';
import type { FindingRecord } from '../../findings/model';
import { type Question, readManyFindingsFor } from './visible-findings';
import { operation } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/**
 * Applies exclusions to the findings that an admin sees. The result is not stored, because exclusions apply when
 * findings are read.
 */

export interface SeenExcludable {
  readonly finding: Excludable;
  readonly page: ExcludablePage;
  readonly foundAt: string;
  readonly maskedExcerpt: string;
}

interface SeenExcludables {
  /** The most recently found first. */
  readonly findings: readonly SeenExcludable[];
  /** false: there are more. Findings on pages that the admin cannot see do not count. */
  readonly isComplete: boolean;
}

/** @param exclusions the exclusions to apply to the findings */
export async function readExcludables(
  request: AdminRequest,
  question: Question,
  exclusions: readonly Exclusion[],
): Promise<SeenExcludables> {
  const { results: findings, hasMore } = await readManyFindingsFor(request, question);
  const pageIds = [...new Set(findings.map(({ record }) => record.pageId))];
  const labels = await readPageLabels(request.confluence, exclusions, pageIds, request.now);
  return {
    findings: findings.map(({ record, page: { pageId, spaceId }, level }) => ({
      finding: excludableOf(record),
      page: { pageId, spaceId, levelId: level?.levelId, labels: labels.get(pageId) },
      foundAt: record.foundAt,
      maskedExcerpt: record.data.maskedExcerpt,
    })),
    isComplete: !hasMore,
  };
}

/** The filters that match every finding to which an exclusion can apply. */
export function narrowedBy({ match, scope }: Pick<Exclusion, 'match' | 'scope'>) {
  return {
    ...(scope.of === 'page' ? { pageId: scope.pageId } : {}),
    ...(scope.of === 'space' ? { spaceId: scope.spaceId } : {}),
    ...('detectorId' in match && match.detectorId !== undefined ? { detectorId: match.detectorId } : {}),
  };
}

const countExcludedInput = z.strictObject({ exclusionId: z.uuid() });

export interface ExcludedNow {
  /** The number of findings to which it currently applies, on pages that the admin can see. */
  readonly excluded: number;
  /** false: there are more. */
  readonly isComplete: boolean;
  /** The time when the latest of them was first found. */
  readonly lastFoundAt?: string;
}

/** @throws Refusal, HostError, StorageUnavailableError */
export const countExcluded = operation(countExcludedInput, async (request, { exclusionId }): Promise<ExcludedNow> => {
  const { all } = await readExclusions(request.storage);
  const one = all.find((exclusion) => exclusion.exclusionId === exclusionId);
  if (one === undefined) throw new Refusal('EXCLUSION_NOT_FOUND', 'The exclusion no longer exists.');
  const filter = { status: 'open', ...narrowedBy(one) } as const;
  const isAsked = (record: FindingRecord) => isMeant(one, excludableOf(record));
  const question = { filter, status: 'excluded', levelIds: undefined, after: undefined, isAsked } as const;
  const { findings, isComplete } = await readExcludables(request, question, all);
  const excluded = findings.filter(({ finding, page }) => excludedBy(finding, page, [one], request.now) !== undefined);
  const [last] = excluded;
  return {
    excluded: excluded.length,
    isComplete,
    ...(last === undefined ? {} : { lastFoundAt: last.foundAt }),
  };
});
