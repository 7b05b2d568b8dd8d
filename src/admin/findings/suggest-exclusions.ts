import type * as z from 'zod';
import { domainHashOf } from '../../detection/report/fingerprint';
import { domain } from '../../findings/exclusions/exclusion-fields';
import { PUBLIC_MAIL_DOMAINS } from '../../findings/exclusions/public-mail-domains';
import {
  type ExclusionChoice,
  type Recommendation,
  type SiblingFindings,
  suggestExclusions as suggest,
} from '../../findings/exclusions/suggest-exclusion';
import type { FindingRecord } from '../../findings/model';
import type { VisibleFinding } from '../../findings/lists/visible-findings';
import { awaitAll } from '../../platform/await-all';
import { type addExclusionInput, requireFingerprintKey } from './exclusions';
import { oneFindingInput, readSeenFinding } from './findings';
import { listFindingsFor, type Question } from './visible-findings';
import { operation } from '../input';
import type { AdminRequest } from '../operation';
import { invalidInput, Refusal } from '../result';

/** The exclusions that fit one finding, each with the number of findings that it would exclude on pages that the admin sees. */

const suggestExclusionsInput = oneFindingInput.extend({
  /** The domain of the address, or a parent domain. Scans store only hashes of it. */
  domain: domain.optional(),
});

export interface ExclusionOffer {
  readonly choice: ExclusionChoice;
  /** The number of findings that it would exclude now. */
  readonly findings: number;
  readonly pages: number;
  /** False: there may be more. */
  readonly isComplete: boolean;
  /** For `addExclusion`. Omitted: call again with the domain. */
  readonly exclusion?: Pick<z.input<typeof addExclusionInput>, 'findingIds' | 'match' | 'scope'>;
}

export interface ExclusionOffers {
  /** The narrowest ones first. */
  readonly offers: readonly ExclusionOffer[];
  readonly recommended: ExclusionChoice;
  readonly because: Recommendation;
}

/**
 * @throws Refusal FINDING_NOT_FOUND, also if the finding is no longer open; INVALID_INPUT if the address has another domain;
 *   HostError, StorageUnavailableError
 */
export const suggestExclusions = operation(suggestExclusionsInput, async (request, input): Promise<ExclusionOffers> => {
  const { findingId } = input;
  const finding = await readSeenFinding(request, findingId);
  const { record, page, shown } = finding;
  const { status } = shown;
  if (status !== 'open' && status !== 'observed')
    throw new Refusal('FINDING_NOT_FOUND', 'The finding is no longer open.');
  const { spaceId, pageId } = page;
  const domainHash = domainHashFor(request, record, input.domain);
  const { siblings, isComplete } = await readSiblings(request, finding, { status, domainHash });
  const { choices, ...recommendation } = suggest({ record, spaceId }, siblings);
  const { detectorId } = record;
  const ofDetector = { by: 'detector', detectorId } as const;
  const inSpace = { of: 'space', spaceId } as const;
  const exclusions: Readonly<Record<ExclusionChoice, ExclusionOffer['exclusion']>> = {
    'value-on-page': { findingIds: [findingId], scope: { of: 'page' } },
    'value-in-space': { findingIds: [findingId], scope: { of: 'space' } },
    'value-on-site': { findingIds: [findingId], scope: { of: 'site' } },
    domain:
      input.domain === undefined ? undefined : { match: { by: 'domain', domain: input.domain }, scope: { of: 'site' } },
    'code-in-space': { match: { by: 'location', kind: 'code', detectorId }, scope: inSpace },
    'detector-on-page': { match: ofDetector, scope: { of: 'page', pageId } },
    'detector-in-space': { match: ofDetector, scope: inSpace },
  };
  return {
    ...recommendation,
    offers: choices.map(({ choice, covers }): ExclusionOffer => {
      const exclusion = exclusions[choice];
      return {
        choice,
        findings: covers.length,
        pages: new Set(covers.map((one) => one.record.pageId)).size,
        isComplete: isComplete(choice),
        ...(exclusion === undefined ? {} : { exclusion }),
      };
    }),
  };
});

/** @returns the hash of the given domain, or of the whole domain of the address; undefined: not an address */
function domainHashFor(request: AdminRequest, { data }: FindingRecord, given: string | undefined): string | undefined {
  const { domainHashes: [whole] = [] } = data;
  if (given === undefined) return whole;
  const hash = domainHashOf(requireFingerprintKey(request).bytes, given);
  if (data.domainHashes?.includes(hash) === true) return hash;
  throw invalidInput([{ field: 'domain', message: 'must be the domain of the address that was found' }]);
}

function isOfPublicDomain(request: AdminRequest, domainHash: string): boolean {
  const { bytes } = requireFingerprintKey(request);
  return PUBLIC_MAIL_DOMAINS.some((one) => domainHashOf(bytes, one) === domainHash);
}

/** The number of siblings of each kind that are counted. */
const MAX_SIBLINGS = 250;

/** Reads the siblings that the admin sees. */
async function readSiblings(
  request: AdminRequest,
  finding: VisibleFinding,
  { status, domainHash }: { readonly status: 'open' | 'observed'; readonly domainHash: string | undefined },
): Promise<{
  readonly siblings: SiblingFindings;
  readonly isComplete: (choice: ExclusionChoice) => boolean;
}> {
  const { record, page } = finding;
  const { fingerprint, detectorId } = record;
  const { spaceId } = page;
  const read = (filter: Question['filter'], isAsked: Question['isAsked'] = () => true) => {
    const question = { filter: { ...filter, status: 'open' as const }, status, levelIds: undefined, isAsked };
    return listFindingsFor(request, { ...question, after: undefined }, MAX_SIBLINGS);
  };
  const [value, detector, address] = await awaitAll([
    read({ fingerprint }),
    read({ detectorId, spaceId }),
    domainHash === undefined
      ? { results: [], hasMore: false }
      : read({ detectorId }, ({ data }) => data.domainHashes?.includes(domainHash) === true),
  ] as const);
  return {
    siblings: {
      ofValue: placed(finding, value.results),
      ofDetector: placed(finding, detector.results),
      ofDomain: domainHash === undefined ? [] : placed(finding, address.results),
      isPublicDomain: domainHash !== undefined && isOfPublicDomain(request, domainHash),
    },
    isComplete: (choice) => {
      if (choice === 'domain') return !address.hasMore;
      return !(choice.startsWith('value') ? value : detector).hasMore;
    },
  };
}

/** Includes the finding itself. A list may end before it, or not have it yet. */
function placed(finding: VisibleFinding, listed: readonly VisibleFinding[]): SiblingFindings['ofValue'] {
  const others = listed.filter(({ findingId }) => findingId !== finding.findingId);
  return [finding, ...others].map(({ record, page: { spaceId } }) => ({ record, spaceId }));
}
