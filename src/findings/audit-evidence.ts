import { hasEvidence, JUSTIFICATION_WITHOUT_EVIDENCE } from '../classification/evidence';
import type { AuditEntry } from '../audit/read-events';

/** Decides which events reveal findings, and redacts them for readers who cannot see the findings. Pure. */

/** The members of a redaction event that reveal findings. */
const REDACTION_FINDING_FACTS = ['detectors', 'values', 'findings'];

/** The members of an exclusion event that do not reveal findings. */
const EXCLUSION_PUBLIC_FACTS = ['scope', 'exclusionIds', 'expiresAt'];

/** @returns the pages whose findings an event reveals; empty = none */
export function pagesWithFindings({ type, subject, details }: AuditEntry): readonly string[] {
  const [kind, pageId] = subject.split(':');
  if (isExclusionEvent(type)) return pagesIn((details.after ?? details.before)?.['scope']);
  if (kind !== 'page' || pageId === undefined) return [];
  return type === 'page.redacted' || hasEvidence(details.justification) ? [pageId] : [];
}

function isExclusionEvent(type: string): boolean {
  return type === 'exclusion.created' || type === 'exclusion.deleted';
}

function pagesIn(scope: unknown): readonly string[] {
  const places: readonly unknown[] = Array.isArray(scope) ? scope : [];
  return places.flatMap((place) => (typeof place === 'string' && place.startsWith('page:') ? [place.slice(5)] : []));
}

/** The event without findings, for a reader who cannot see the findings of the page. */
export function withoutFindings(entry: AuditEntry): AuditEntry {
  const { type, details } = entry;
  const { before, after, justification } = details;
  if (isExclusionEvent(type)) {
    const { justification: _reason, ...others } = details;
    return {
      ...entry,
      details: {
        ...others,
        ...(before === undefined ? {} : { before: withOnly(before, EXCLUSION_PUBLIC_FACTS) }),
        ...(after === undefined ? {} : { after: withOnly(after, EXCLUSION_PUBLIC_FACTS) }),
      },
    };
  }
  return {
    ...entry,
    details: {
      ...details,
      ...(type === 'page.redacted' && after !== undefined ? { after: withoutFacts(after) } : {}),
      ...(hasEvidence(justification) ? { justification: JUSTIFICATION_WITHOUT_EVIDENCE } : {}),
    },
  };
}

function withOnly(facts: Facts, kept: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => kept.includes(name)));
}

type Facts = NonNullable<AuditEntry['details']['after']>;

function withoutFacts(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !REDACTION_FINDING_FACTS.includes(name)));
}

/** The event for a reader who can see no findings: without exclusions, redactions and scans. */
export function withoutDetection(entry: AuditEntry): AuditEntry {
  if (!/^(?:exclusion|exclusions|redaction|scan)(?::|$)/.test(entry.subject)) return withoutFindings(entry);
  const { before: _before, after: _after, justification: _justification, ...details } = entry.details;
  return { ...entry, details };
}
