import type { Part } from '../../detection/finding';
import type { ScanOptions } from '../../detection/scan-page';
import type { EditableContent } from './content-editing';
import type { ValueToRemove } from './copies';
import type { MarkerStyle } from './cut';
import { type CutPlace, type PlacedChange, redactParts, type TextRange, type UncertainPlace } from './redact-parts';
import type { ShownCut, RemainingPlace } from '../run-model';

/** The values that can be removed from a page or a comment, and those that cannot. Pure. */

export interface RedactionPlan {
  /** All parts after the redaction, changed or not. */
  readonly parts: readonly Part[];
  readonly isChange: boolean;
  /** The ranges of all cuts, if each cut is unchanged text that a detector finds; else undefined. */
  readonly textRanges?: readonly TextRange[] | undefined;
  readonly places: readonly CutPlace[];
  /** The cuts in the parts, followed by those in the fixed parts. */
  readonly cuts: readonly PlacedChange[];
  /** Places that only resemble one of the values, in the parts after the redaction. */
  readonly uncertain: readonly UncertainPlace[];
  /** The fingerprints of the values that are cut. */
  readonly removed: ReadonlySet<string>;
  /** The values that were found and would stay in part, with the place. They are not cut. */
  readonly remaining: ReadonlyMap<string, RemainingPlace>;
}

/** The values to cut. */
export interface ValuesToRemove {
  /** Values to cut in places where a detector finds them. */
  readonly fingerprints: ReadonlySet<string>;
  /** Values whose certain copies are cut as well: the values of the page and its comments. */
  readonly known: readonly ValueToRemove[];
}

export function planRedaction(
  { parts, fixed }: Pick<EditableContent, 'parts' | 'fixed'>,
  { fingerprints, known }: ValuesToRemove,
  options: ScanOptions,
  style: MarkerStyle,
): RedactionPlan {
  const all = new Set([...fingerprints, ...known.map(({ fingerprint }) => fingerprint)]);
  const redact = (some: ReadonlySet<string>): Attempt => {
    const found = new Set([...some].filter((fingerprint) => fingerprints.has(fingerprint)));
    const values = known.filter(({ fingerprint }) => some.has(fingerprint));
    const redaction = redactParts([...parts, ...fixed], found, options, style, values);
    if (redaction.outcome === 'not-possible')
      return { outcome: 'remains', place: redaction.part.field, isForAll: redaction.reason === 'not-readable' };
    if (redaction.outcome === 'clean') return redaction;
    const isFixed = redaction.parts.some(({ before }) => fixed.includes(before));
    return isFixed ? { outcome: 'remains', place: 'inline-selection', isForAll: false } : redaction;
  };
  const removed = new Set<string>();
  const remaining = new Map<string, RemainingPlace>();
  const whole = redact(all);
  if (whole.outcome === 'redacted') return planOf(parts, whole, whole.fingerprints, remaining);
  if (whole.outcome === 'clean') return withoutChange(parts, whole.uncertain, remaining);
  // A value that must stay does not block the others. Such values are rare, so halving finds them in few attempts.
  const divide = (some: readonly string[], attempt: Attempt): void => {
    const [first] = some;
    if (attempt.outcome === 'redacted') for (const fingerprint of attempt.fingerprints) removed.add(fingerprint);
    if (attempt.outcome !== 'remains' || first === undefined) return;
    if (some.length === 1 || attempt.isForAll)
      for (const fingerprint of some) remaining.set(fingerprint, attempt.place);
    else
      for (const half of [some.slice(0, some.length / 2), some.slice(some.length / 2)])
        divide(half, redact(new Set(half)));
  };
  divide([...all], whole);
  const rest = redact(removed);
  if (rest.outcome === 'redacted') return planOf(parts, rest, removed, remaining);
  if (rest.outcome === 'remains') for (const fingerprint of removed) remaining.set(fingerprint, rest.place);
  return withoutChange(parts, rest.outcome === 'clean' ? rest.uncertain : [], remaining);
}

/**
 * Plans the edit of a content. A value that only its document shows stays, because the parts have no place to cut it. So does one that
 * the document cannot lose.
 */
export function planEdit(
  content: EditableContent,
  values: ValuesToRemove,
  options: ScanOptions,
  style: MarkerStyle,
): RedactionPlan {
  const plan = planRedaction(content, values, options, style);
  if (content.document === undefined) return plan;
  const shown = planRedaction({ parts: content.document, fixed: [] }, values, options, style);
  const isCut = (fingerprint: string) => plan.removed.has(fingerprint) && !shown.remaining.has(fingerprint);
  const staying = [...shown.removed, ...shown.remaining.keys()].filter((fingerprint) => !isCut(fingerprint));
  if (staying.length === 0) return { ...plan, textRanges: shown.textRanges };
  const fingerprints = new Set([...values.fingerprints].filter((fingerprint) => !staying.includes(fingerprint)));
  const known = values.known.filter(({ fingerprint }) => !staying.includes(fingerprint));
  const rest = planRedaction(content, { fingerprints, known }, options, style);
  const stays = staying.map((fingerprint) => [fingerprint, 'body'] as const);
  return { ...rest, textRanges: undefined, remaining: new Map([...rest.remaining, ...stays]) };
}

function withoutChange(
  parts: readonly Part[],
  uncertain: readonly UncertainPlace[],
  remaining: ReadonlyMap<string, RemainingPlace>,
): RedactionPlan {
  return { parts, isChange: false, places: [], cuts: [], uncertain, removed: new Set(), remaining };
}

/** The cuts of a plan for display, without any text of the page. */
export function showCuts(
  { parts, fixed }: Pick<EditableContent, 'parts' | 'fixed'>,
  cuts: readonly PlacedChange[],
): readonly ShownCut[] {
  const all = [...parts, ...fixed];
  return cuts.flatMap(({ part, kind, place, before, after }) => {
    const { field, contentId } = all[part] ?? {};
    if (field === undefined) return [];
    const where = Object.keys(place).length === 0 ? {} : { place };
    return [{ field, ...(contentId === undefined ? {} : { contentId }), kind, ...where, before, after }];
  });
}

type Redacted = Extract<ReturnType<typeof redactParts>, { outcome: 'redacted' }>;
type Attempt =
  | Redacted
  | Extract<ReturnType<typeof redactParts>, { outcome: 'clean' }>
  | { readonly outcome: 'remains'; readonly place: RemainingPlace; readonly isForAll: boolean };

function planOf(
  parts: readonly Part[],
  { parts: changed, places, cuts, uncertain, textRanges }: Redacted,
  removed: ReadonlySet<string>,
  remaining: ReadonlyMap<string, RemainingPlace>,
): RedactionPlan {
  const after = parts.map((part) => changed.find(({ before }) => before === part)?.after ?? part);
  return { parts: after, isChange: true, textRanges, places, cuts, uncertain, removed, remaining };
}

/** The parts that cannot be edited and hold one of the values. */
export function findHolders(
  copies: readonly Part[],
  { fingerprints, known }: ValuesToRemove,
  options: ScanOptions,
): readonly Part[] {
  return copies.filter((copy) => redactParts([copy], fingerprints, options, 'block', known).outcome !== 'clean');
}
