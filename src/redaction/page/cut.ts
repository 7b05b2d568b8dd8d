import type { Category } from '../../detection/detector';
import type { LocationKind, SourceRange } from '../../detection/text/flat-text';

/** A value to remove, string by string. The first place gets the marker, and the other places are deleted. */
export interface Cut {
  readonly kind: LocationKind;
  /** At least one. */
  readonly ranges: readonly SourceRange[];
  /** The replacement. */
  readonly marker: string;
}

/** The marker that replaces a value of any length. No detector takes it for a value. */
export const MARKER = '█████';

/** `category`: shows the kind of the value, as in `[REDACTED: financial]`. */
export const MARKER_STYLES = ['block', 'category'] as const;

export type MarkerStyle = (typeof MARKER_STYLES)[number];

export function markerOf(style: MarkerStyle, category: Category): string {
  return style === 'block' ? MARKER : `[REDACTED: ${category}]`;
}

/** A range of a string and its replacement. */
export interface StringCut {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The first place of a value gets the marker. */
export function replacementOf({ marker }: Cut, index: number): string {
  return index === 0 ? marker : '';
}

/** In order, without overlaps. */
function mergeCuts(cuts: readonly StringCut[]): StringCut[] {
  const merged: StringCut[] = [];
  for (const cut of [...cuts].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last === undefined || last.end <= cut.start) merged.push(cut);
    else {
      const replacement = last.replacement === '' ? cut.replacement : last.replacement;
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, cut.end), replacement };
    }
  }
  return merged;
}

/** Everything outside the cuts stays unchanged. */
export function applyCuts(text: string, cuts: readonly StringCut[]): string {
  let kept = '';
  let at = 0;
  for (const { start, end, replacement } of mergeCuts(cuts)) {
    kept += text.slice(at, start) + replacement;
    at = end;
  }
  return kept + text.slice(at);
}
