import { hasEvidence, JUSTIFICATION_WITHOUT_EVIDENCE } from '../../classification/evidence';
import type { AuditEntry } from '../../audit/read-events';

/** Decides which events reveal findings or the exposure of a page, and redacts them for readers who cannot see these. */

/** The members of a redaction event that reveal findings. */
const REDACTION_FINDING_FACTS = ['detectors', 'values', 'findings', 'failed', 'state'];

/** The members of an exclusion event that do not reveal findings. */
const EXCLUSION_PUBLIC_FACTS = ['scope', 'exclusionIds', 'expiresAt'];

/** @returns the pages whose findings an event reveals; empty = none */
function pagesWithFindings({ type, subject, details }: AuditEntry): readonly string[] {
  const [kind, pageId] = subject.split(':');
  const only = details.after?.['pageId'];
  if (kind === 'redaction') return typeof only === 'string' ? [only] : [];
  if (isExclusionEvent(type)) return pagesIn((details.after ?? details.before)?.['scope']);
  if (kind !== 'page' || pageId === undefined) return [];
  return type === 'page.redacted' ||
    isWorkEvent(type) ||
    isExposureEvent({ type }) ||
    hasEvidence(details.justification)
    ? [pageId]
    : [];
}

function isExclusionEvent(type: string): boolean {
  return type === 'exclusion.created' || type === 'exclusion.deleted';
}

function isWorkEvent(type: string): boolean {
  return type === 'finding.updated' || type === 'finding.owner-asked';
}

function isExposureEvent({ type }: Pick<AuditEntry, 'type'>): boolean {
  return type === 'page.exposure.changed' || type === 'exposure.check.disagreed';
}

function pagesIn(scope: unknown): readonly string[] {
  const places: readonly unknown[] = Array.isArray(scope) ? scope : [];
  return places.flatMap((place) => (typeof place === 'string' && place.startsWith('page:') ? [place.slice(5)] : []));
}

/** As many pages as Confluence returns in one call. The findings of further pages are not shown. */
const MAX_PAGES = 250;

/**
 * Keeps what events reveal about pages that the reader sees now.
 * @param findVisible which of up to 250 pages the reader sees
 * @throws what `findVisible` throws
 */
export function withVisibleFindings(entries: readonly AuditEntry[], findVisible: FindVisible) {
  return withVisibleFacts(entries, findVisible, () => true);
}

/** For a reader who can see no findings: without them, and with the exposure of pages that the reader sees now. */
export function withoutDetection(entries: readonly AuditEntry[], findVisible: FindVisible) {
  return withVisibleFacts(entries.map(withoutAnyDetection), findVisible, isExposureEvent);
}

type FindVisible = (pageIds: readonly string[]) => Promise<(pageId: string) => boolean>;

async function withVisibleFacts(
  entries: readonly AuditEntry[],
  findVisible: FindVisible,
  isAsked: (entry: AuditEntry) => boolean,
): Promise<readonly AuditEntry[]> {
  const pageIds = [...new Set(entries.filter(isAsked).flatMap(pagesWithFindings))].slice(0, MAX_PAGES);
  if (pageIds.length === 0) return entries;
  const isVisible = await findVisible(pageIds);
  return entries.map((entry) => (pagesWithFindings(entry).every(isVisible) ? entry : withoutFindings(entry)));
}

/** The event without findings, for a reader who cannot see the findings of the page. */
function withoutFindings(entry: AuditEntry): AuditEntry {
  const { type, subject, details } = entry;
  const { justification, ...others } = details;
  if (isExclusionEvent(type))
    return { ...entry, details: withFacts(others, (name) => EXCLUSION_PUBLIC_FACTS.includes(name)) };
  if (isWorkEvent(type) || isExposureEvent({ type })) return { ...entry, details: withFacts(others, () => false) };
  const isRedaction = type === 'page.redacted' || subject.startsWith('redaction:');
  const shown = isRedaction ? withFacts(details, (name) => !REDACTION_FINDING_FACTS.includes(name)) : details;
  const reason = hasEvidence(justification) ? { justification: JUSTIFICATION_WITHOUT_EVIDENCE } : {};
  return { ...entry, details: { ...shown, ...reason } };
}

type Details = AuditEntry['details'];

/** The details with only some of the facts before and after the event. */
function withFacts({ before, after, ...others }: Details, isKept: (name: string) => boolean): Details {
  const keep = (facts: NonNullable<Details['after']>) =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => isKept(name)));
  return { ...others, ...(before && { before: keep(before) }), ...(after && { after: keep(after) }) };
}

/** Without exclusions, redactions and scans. */
function withoutAnyDetection(entry: AuditEntry): AuditEntry {
  if (isExposureEvent(entry)) return entry;
  if (!/^(?:exclusion|exclusions|redaction|scan)(?::|$)/.test(entry.subject)) return withoutFindings(entry);
  const { before: _before, after: _after, justification: _justification, ...details } = entry.details;
  return { ...entry, details };
}
