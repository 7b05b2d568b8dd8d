import { findVisiblePages } from '../../classification/pages-lookup';
import { findPagesWithLabel } from '../../findings/exclusions/page-labels';
import type { Exclusion } from '../../findings/exclusions/model';
import { readFindingConditions } from '../../findings/finding-conditions';
import type { AffectedPages } from '../../findings/preview/preview-configuration';
import { awaitAll } from '../../platform/await-all';
import { findPagesWithFindings, previewOnSample, type SamplePreview } from './preview-on-sample';
import type { AdminRequest } from '../operation';

/**
 * Tries a new exclusion by pattern on a sample of pages. Stored findings do not say whether a new pattern matches their values,
 * so the pages are scanned with it.
 */

const PAGES_WITH_LABEL = { searched: 100, sampled: 25 } as const;

/** @param made not stored. @throws Refusal PEPPER_MISSING, HostError, StorageUnavailableError, CorruptRecordError */
export async function previewPatternExclusion(request: AdminRequest, made: Exclusion): Promise<SamplePreview> {
  const { match } = made;
  const detectorIds = 'detectorId' in match && match.detectorId !== undefined ? [match.detectorId] : undefined;
  const [{ config, observed, exclusions }, affected] = await awaitAll([
    readFindingConditions(request.storage),
    affectedBy(request, made, detectorIds),
  ] as const);
  const before = { config, observed, exclusions: exclusions.all };
  const after = { ...before, exclusions: [...exclusions.all, made] };
  return previewOnSample(request, { before, after }, affected, detectorIds);
}

async function affectedBy(
  request: AdminRequest,
  { scope }: Exclusion,
  detectorIds: readonly string[] | undefined,
): Promise<AffectedPages> {
  const { confluence, accountId } = request;
  switch (scope.of) {
    case 'space':
      return { spaceIds: [scope.spaceId] };
    case 'page':
      return { pageIds: [scope.pageId] };
    case 'label': {
      const found = await findPagesWithLabel(confluence, scope.label, PAGES_WITH_LABEL.searched);
      const visible = await findVisiblePages(confluence, accountId, found);
      if (visible === 'inactive') return { pageIds: [] };
      return { pageIds: found.filter((pageId) => visible.has(pageId)).slice(0, PAGES_WITH_LABEL.sampled) };
    }
    case 'level':
      return { pageIds: await findPagesWithFindings(request, { detectorIds, levelId: scope.levelId }) };
    case 'site':
      return 'site';
  }
}
