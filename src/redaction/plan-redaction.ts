import type { Part } from '../detection/finding';
import { type ScanOptions, showChanges } from '../detection/scan-page';
import type { EditableContent } from './content-editing';
import type { MarkerStyle } from './cut';
import { type CutPlace, type PlacedChange, redactParts, type TextRange, type UncertainPlace } from './redact-parts';
import type { ShownCut, StayingPlace } from './run-model';

/** What can be taken out of a page or a comment, and what cannot. Pure. */

export interface RedactionPlan {
  /** The parts as they are to be: all of them, changed or not. */
  readonly parts: readonly Part[];
  readonly isChange: boolean;
  /** All that goes, where each of it is text that is found as it stands; else undefined. */
  readonly textRanges?: readonly TextRange[] | undefined;
  readonly places: readonly CutPlace[];
  /** The cuts in the parts, and in the fixed ones behind them. */
  readonly cuts: readonly PlacedChange[];
  /** Where something only resembles one of the values, in the parts as they are to be. */
  readonly uncertain: readonly UncertainPlace[];
  /** The fingerprints that were found, and go. */
  readonly goes: ReadonlySet<string>;
  /** Those that were found and would stay in part, by where: nothing is taken out of these. */
  readonly stays: ReadonlyMap<string, StayingPlace>;
}

export function planRedaction(
  { parts, fixed }: Pick<EditableContent, 'parts' | 'fixed'>,
  fingerprints: ReadonlySet<string>,
  options: ScanOptions,
  style: MarkerStyle,
): RedactionPlan {
  const redact = (some: ReadonlySet<string>): Attempt => {
    const redaction = redactParts([...parts, ...fixed], some, options, style);
    if (redaction.outcome === 'not-possible')
      return { outcome: 'stays', place: redaction.part.field, isForAll: redaction.reason === 'not-readable' };
    if (redaction.outcome === 'clean') return redaction;
    const isFixed = redaction.parts.some(({ before }) => fixed.includes(before));
    return isFixed ? { outcome: 'stays', place: 'inline-selection', isForAll: false } : redaction;
  };
  const goes = new Set<string>();
  const stays = new Map<string, StayingPlace>();
  const whole = redact(fingerprints);
  if (whole.outcome === 'redacted') return planOf(parts, whole, foundIn(whole.findings), stays);
  if (whole.outcome === 'clean') return withoutChange(parts, whole.uncertain, stays);
  // A value that must stay does not keep the others from going. Few do, so that halves find them in few attempts.
  const divide = (some: readonly string[], attempt: Attempt): void => {
    const [first] = some;
    if (attempt.outcome === 'redacted') for (const fingerprint of foundIn(attempt.findings)) goes.add(fingerprint);
    if (attempt.outcome !== 'stays' || first === undefined) return;
    if (some.length === 1 || attempt.isForAll) for (const fingerprint of some) stays.set(fingerprint, attempt.place);
    else
      for (const half of [some.slice(0, some.length / 2), some.slice(some.length / 2)])
        divide(half, redact(new Set(half)));
  };
  divide([...fingerprints], whole);
  const rest = redact(goes);
  if (rest.outcome === 'redacted') return planOf(parts, rest, goes, stays);
  if (rest.outcome === 'stays') for (const fingerprint of goes) stays.set(fingerprint, rest.place);
  return withoutChange(parts, rest.outcome === 'clean' ? rest.uncertain : [], stays);
}

function withoutChange(
  parts: readonly Part[],
  uncertain: readonly UncertainPlace[],
  stays: ReadonlyMap<string, StayingPlace>,
): RedactionPlan {
  return { parts, isChange: false, places: [], cuts: [], uncertain, goes: new Set(), stays };
}

/** The cuts of a plan as they are shown, masked, with their surroundings. */
export function showCuts(
  { parts, fixed }: Pick<EditableContent, 'parts' | 'fixed'>,
  cuts: readonly PlacedChange[],
  options: ScanOptions,
): readonly ShownCut[] {
  const all = [...parts, ...fixed];
  const shown = showChanges(all, cuts, options);
  return cuts.flatMap(({ part, kind }, index) => {
    const { field, contentId } = all[part] ?? {};
    const change = shown[index];
    if (field === undefined || change === undefined) return [];
    return [{ field, ...(contentId === undefined ? {} : { contentId }), kind, ...change }];
  });
}

type Redacted = Extract<ReturnType<typeof redactParts>, { outcome: 'redacted' }>;
type Attempt =
  | Redacted
  | Extract<ReturnType<typeof redactParts>, { outcome: 'clean' }>
  | { readonly outcome: 'stays'; readonly place: StayingPlace; readonly isForAll: boolean };

function planOf(
  parts: readonly Part[],
  { parts: changed, places, cuts, uncertain, textRanges }: Redacted,
  goes: ReadonlySet<string>,
  stays: ReadonlyMap<string, StayingPlace>,
): RedactionPlan {
  const after = parts.map((part) => changed.find(({ before }) => before === part)?.after ?? part);
  return { parts: after, isChange: true, textRanges, places, cuts, uncertain, goes, stays };
}

function foundIn(findings: Redacted['findings']): ReadonlySet<string> {
  return new Set(findings.map(({ fingerprint }) => fingerprint));
}

/**
 * Of parts that nobody can edit, those that hold one of the values, however it is written there.
 * @param parts where the values are, or were
 */
export function findHolders(
  copies: readonly Part[],
  parts: readonly Part[],
  fingerprints: ReadonlySet<string>,
  options: ScanOptions,
): readonly Part[] {
  const whole = redactParts([...parts, ...copies], fingerprints, options);
  switch (whole.outcome) {
    case 'clean':
      return [];
    case 'redacted':
      return copies.filter((copy) => whole.parts.some(({ before }) => before === copy));
    case 'not-possible':
      return copies.filter((copy) => redactParts([copy], fingerprints, options).outcome !== 'clean');
  }
}
