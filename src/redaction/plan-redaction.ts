import type { Field, Part } from '../detection/finding';
import type { ScanOptions } from '../detection/scan-page';
import { type CutPlace, redactParts } from './redact-parts';

/** What can be taken out of a page, and what cannot. Pure. */

export interface RedactionPlan {
  /** The parts as they are to be: all of them, changed or not. */
  readonly parts: readonly Part[];
  readonly isChange: boolean;
  readonly places: readonly CutPlace[];
  /** The fingerprints that were found, and go. */
  readonly goes: ReadonlySet<string>;
  /** Those that were found and would stay in part, by where: nothing is taken out of these. */
  readonly stays: ReadonlyMap<string, Field>;
}

export function planRedaction(
  parts: readonly Part[],
  fingerprints: ReadonlySet<string>,
  options: ScanOptions,
): RedactionPlan {
  const goes = new Set<string>();
  const stays = new Map<string, Field>();
  const whole = redactParts(parts, fingerprints, options);
  if (whole.outcome === 'redacted') return planOf(parts, whole, foundIn(whole.findings), stays);
  if (whole.outcome === 'clean') return { parts, isChange: false, places: [], goes, stays };
  // One that cannot go holds up none of the others.
  for (const fingerprint of fingerprints) {
    const alone = redactParts(parts, new Set([fingerprint]), options);
    if (alone.outcome === 'redacted') goes.add(fingerprint);
    if (alone.outcome === 'not-possible') stays.set(fingerprint, alone.part.field);
  }
  const rest = redactParts(parts, goes, options);
  if (rest.outcome === 'redacted') return planOf(parts, rest, goes, stays);
  if (rest.outcome === 'not-possible') for (const fingerprint of goes) stays.set(fingerprint, rest.part.field);
  return { parts, isChange: false, places: [], goes: new Set(), stays };
}

type Redacted = Extract<ReturnType<typeof redactParts>, { outcome: 'redacted' }>;

function planOf(
  parts: readonly Part[],
  { parts: changed, places }: Redacted,
  goes: ReadonlySet<string>,
  stays: ReadonlyMap<string, Field>,
): RedactionPlan {
  const after = parts.map((part) => changed.find(({ before }) => before === part)?.after ?? part);
  return { parts: after, isChange: true, places, goes, stays };
}

function foundIn(findings: Redacted['findings']): ReadonlySet<string> {
  return new Set(findings.map(({ fingerprint }) => fingerprint));
}
