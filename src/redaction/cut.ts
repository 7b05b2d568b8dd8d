import type { Category } from '../detection/detector';
import type { LocationKind, SourceRange } from '../detection/text/flat-text';

/** A value that goes, string by string: the first place gets the marker, of the others the part is gone. */
export interface Cut {
  readonly kind: LocationKind;
  /** At least one. */
  readonly ranges: readonly SourceRange[];
  /** What comes instead. */
  readonly marker: string;
}

/** What stands where a value stood, however long that was. No detector takes it for a value. */
export const MARKER = '█████';

/** `category`: what kind of value stood there, as `[REDACTED: financial]`. */
export const MARKER_STYLES = ['block', 'category'] as const;

export type MarkerStyle = (typeof MARKER_STYLES)[number];

export function markerOf(style: MarkerStyle, category: Category): string {
  return style === 'block' ? MARKER : `[REDACTED: ${category}]`;
}

/** A stretch of a string that goes, and what comes instead. */
export interface StringCut {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** Of the places of one value the first shows that something was there. */
export function insteadOf({ marker }: Cut, index: number): string {
  return index === 0 ? marker : '';
}

/** In order, without overlaps. */
function mergeCuts(cuts: readonly StringCut[]): StringCut[] {
  const merged: StringCut[] = [];
  for (const cut of [...cuts].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last === undefined || last.end <= cut.start) merged.push(cut);
    else {
      const instead = last.instead === '' ? cut.instead : last.instead;
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, cut.end), instead };
    }
  }
  return merged;
}

/** Everything outside of the cuts stays as it is. */
export function applyCuts(text: string, cuts: readonly StringCut[]): string {
  let kept = '';
  let at = 0;
  for (const { start, end, instead } of mergeCuts(cuts)) {
    kept += text.slice(at, start) + instead;
    at = end;
  }
  return kept + text.slice(at);
}
