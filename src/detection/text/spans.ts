/** A range of a text, in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Inserts a span in order, unless it overlaps another one. Returns that other span, or undefined if inserted. */
export function insertApart<S extends Span>(sorted: S[], span: S): S | undefined {
  const position = firstEndingAfter(sorted, span.start);
  const other = sorted[position];
  if (other !== undefined && other.start < span.end) return other;
  sorted.splice(position, 0, span);
  return undefined;
}

/**
 * Sorts spans and splits them into groups, so that overlapping spans are in the same group. Resolving overlaps group by group
 * takes linear time if groups are small; resolving all spans together would take quadratic time.
 */
export function groupOverlapping<S extends Span>(spans: readonly S[]): readonly (readonly S[])[] {
  const groups: S[][] = [];
  let end = -1;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const group = span.start < end ? groups.at(-1) : undefined;
    if (group === undefined) groups.push([span]);
    else group.push(span);
    end = group === undefined ? span.end : Math.max(end, span.end);
  }
  return groups;
}

/** Merges overlapping and adjacent spans, in order. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** The index of the first span that ends after a position. The spans must be sorted and must not overlap. */
export function firstEndingAfter(sorted: readonly Span[], position: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
