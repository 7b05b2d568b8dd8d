import type { FindingRecord } from '../model';

/**
 * Suggests exclusions for one finding: of its value or its detector, on its page, in its space or everywhere, in code only,
 * or of the domain of its address. Recommends the narrowest one that saves the reader from deciding again. Pure.
 */

export const EXCLUSION_CHOICES = [
  'value-on-page',
  'value-in-space',
  'value-on-site',
  'domain',
  'code-in-space',
  'detector-on-page',
  'detector-in-space',
] as const;

export type ExclusionChoice = (typeof EXCLUSION_CHOICES)[number];

/** Why a choice is recommended. */
export const RECOMMENDATIONS = [
  'published-example',
  'many-addresses',
  'many-spaces',
  'many-pages',
  'many-in-code',
  'many-on-page',
  'one-place',
] as const;

export type Recommendation = (typeof RECOMMENDATIONS)[number];

type Judged = Pick<FindingRecord, 'pageId' | 'severity' | 'fingerprint' | 'data'>;

/** A finding and the current space of its page. */
export interface PlacedFinding {
  readonly record: Judged;
  readonly spaceId: string;
}

/** The findings with the same status, on pages that the reader sees. They include the finding itself. */
export interface SiblingFindings {
  /** Those of the same value, everywhere. */
  readonly ofValue: readonly PlacedFinding[];
  /** Those of the same detector in the same space. */
  readonly ofDetector: readonly PlacedFinding[];
  /** Those with an address of the same domain, everywhere. */
  readonly ofDomain: readonly PlacedFinding[];
  /** True if people of any organization have addresses of the domain. */
  readonly isPublicDomain: boolean;
}

export interface SuggestedExclusion {
  readonly choice: ExclusionChoice;
  /** The findings that it would exclude now. */
  readonly covers: readonly PlacedFinding[];
}

export interface ExclusionSuggestions {
  /** The narrowest ones first. */
  readonly choices: readonly SuggestedExclusion[];
  readonly recommended: ExclusionChoice;
  readonly because: Recommendation;
}

/** From this number of different values, one exclusion for all of them is recommended. */
const MANY_VALUES = 5;
/** The share of findings in code from which an exclusion of code is recommended. */
const MOST = 0.8;
/**
 * An exclusion of other values than the one that the reader saw is not recommended for these, because one of them may
 * be real.
 */
const SEVERE: readonly FindingRecord['severity'][] = ['critical', 'high'];

export function suggestExclusions(finding: PlacedFinding, siblings: SiblingFindings): ExclusionSuggestions {
  const { record, spaceId } = finding;
  const onPage = ({ record: { pageId } }: PlacedFinding) => pageId === record.pageId;
  const inSpace = (one: PlacedFinding) => one.spaceId === spaceId;
  const isInCode = ({ record: { data } }: PlacedFinding) => data.location.kind === 'code';
  const { ofValue, ofDetector, ofDomain } = siblings;
  const covered: Readonly<Record<ExclusionChoice, readonly PlacedFinding[]>> = {
    'value-on-page': ofValue.filter(onPage),
    'value-in-space': ofValue.filter(inSpace),
    'value-on-site': ofValue,
    domain: ofDomain,
    'code-in-space': isInCode(finding) ? ofDetector.filter(isInCode) : [],
    'detector-on-page': ofDetector.filter(onPage),
    'detector-in-space': ofDetector,
  };
  const choices = EXCLUSION_CHOICES.flatMap((choice) => {
    const isOffered = choice.startsWith('value') || choice.startsWith('detector') || covered[choice].length > 0;
    return isOffered ? [{ choice, covers: covered[choice] }] : [];
  });
  return { choices, ...recommend(finding, siblings, covered) };
}

function recommend(
  { record }: PlacedFinding,
  { ofValue, ofDetector, isPublicDomain }: SiblingFindings,
  covered: Readonly<Record<ExclusionChoice, readonly PlacedFinding[]>>,
): Pick<ExclusionSuggestions, 'recommended' | 'because'> {
  if (record.data.evidence.some((one) => EXAMPLES.includes(one)))
    return { recommended: 'value-on-site', because: 'published-example' };
  const hasMany = (choice: ExclusionChoice) =>
    valuesIn(covered[choice]) >= MANY_VALUES && !SEVERE.includes(record.severity);
  if (hasMany('domain') && !isPublicDomain) return { recommended: 'domain', because: 'many-addresses' };
  if (new Set(ofValue.map(({ spaceId }) => spaceId)).size > 1)
    return { recommended: 'value-on-site', because: 'many-spaces' };
  if (new Set(ofValue.map((one) => one.record.pageId)).size > 1)
    return { recommended: 'value-in-space', because: 'many-pages' };
  if (hasMany('code-in-space') && covered['code-in-space'].length >= MOST * ofDetector.length)
    return { recommended: 'code-in-space', because: 'many-in-code' };
  if (hasMany('detector-on-page')) return { recommended: 'detector-on-page', because: 'many-on-page' };
  return { recommended: 'value-on-page', because: 'one-place' };
}

/** Values that are published as examples are examples on every page. */
const EXAMPLES: readonly string[] = ['tag:test-number', 'tag:example-address', 'tag:sample', 'tag:well-known-address'];

function valuesIn(findings: readonly PlacedFinding[]): number {
  return new Set(findings.map(({ record }) => record.fingerprint)).size;
}
