import { hasEvidence, JUSTIFICATION_WITHOUT_EVIDENCE } from '../classification/evidence';
import type { AuditEntry } from './read-events';

/** Which events say what was found on a page, and how they look to a reader who cannot see the findings. Pure. */

/** The facts of a redacted page that say what was found on it. */
const EVIDENCE_OF_REDACTION = ['detectors', 'values', 'findings'];

/** The facts of an exclusion that do not say what was found on its pages. */
const PLACES_OF_EXCLUSION = ['scope', 'exclusionIds', 'expiresAt'];

/** @returns the pages whose findings an event shows; empty = it shows none */
export function pagesOfEvidence({ type, subject, details }: AuditEntry): readonly string[] {
  const [kind, pageId] = subject.split(':');
  if (isOfExclusion(type)) return pagesIn((details.after ?? details.before)?.['scope']);
  if (kind !== 'page' || pageId === undefined) return [];
  return type === 'page.redacted' || hasEvidence(details.justification) ? [pageId] : [];
}

function isOfExclusion(type: string): boolean {
  return type === 'exclusion.created' || type === 'exclusion.deleted';
}

function pagesIn(scope: unknown): readonly string[] {
  const places: readonly unknown[] = Array.isArray(scope) ? scope : [];
  return places.flatMap((place) => (typeof place === 'string' && place.startsWith('page:') ? [place.slice(5)] : []));
}

/** The event for a reader who cannot see the findings of the page. */
export function withoutEvidence(entry: AuditEntry): AuditEntry {
  const { type, details } = entry;
  const { before, after, justification } = details;
  if (isOfExclusion(type)) {
    const { justification: _reason, ...others } = details;
    return {
      ...entry,
      details: {
        ...others,
        ...(before === undefined ? {} : { before: withOnly(before, PLACES_OF_EXCLUSION) }),
        ...(after === undefined ? {} : { after: withOnly(after, PLACES_OF_EXCLUSION) }),
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
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !EVIDENCE_OF_REDACTION.includes(name)));
}

/** The event for a reader who can see no findings at all: no exclusion, redaction or scan either. */
export function withoutDetection(entry: AuditEntry): AuditEntry {
  if (!/^(?:exclusion|exclusions|redaction|scan)(?::|$)/.test(entry.subject)) return withoutEvidence(entry);
  const { before: _before, after: _after, justification: _justification, ...details } = entry.details;
  return { ...entry, details };
}
