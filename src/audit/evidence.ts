import { hasEvidence, JUSTIFICATION_WITHOUT_EVIDENCE } from '../classification/evidence';
import type { AuditEntry } from './read-events';

/** Which events say what was found on a page, and how they look to a reader who cannot see the findings. Pure. */

/** The facts of a redacted page that say what was found on it. */
const EVIDENCE_OF_REDACTION = ['detectors', 'values', 'findings'];

/** @returns the page whose findings an event shows; undefined = it shows none */
export function pageOfEvidence({ type, subject, details }: AuditEntry): string | undefined {
  const [kind, pageId] = subject.split(':');
  if (kind !== 'page') return undefined;
  return type === 'page.redacted' || hasEvidence(details.justification) ? pageId : undefined;
}

/** The event for a reader who cannot see the findings of the page. */
export function withoutEvidence(entry: AuditEntry): AuditEntry {
  const { type, details } = entry;
  const { after, justification } = details;
  return {
    ...entry,
    details: {
      ...details,
      ...(type === 'page.redacted' && after !== undefined ? { after: withoutFacts(after) } : {}),
      ...(hasEvidence(justification) ? { justification: JUSTIFICATION_WITHOUT_EVIDENCE } : {}),
    },
  };
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
