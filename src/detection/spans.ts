/** A stretch of a text; the end is excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Puts one where it belongs, unless another is there: then it is that one that is returned. */
export function placeApart<S extends Span>(apart: S[], one: S): S | undefined {
  const position = firstEndingAfter(apart, one.start);
  const other = apart[position];
  if (other !== undefined && other.start < one.end) return other;
  apart.splice(position, 0, one);
  return undefined;
}

/**
 * Spans in the order of their starts, in groups that do not touch each other: what overlaps is in one group. To place the
 * spans of each group apart takes time in proportion to them; of all at once, their square.
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

/** The same stretches, in order and without overlaps. */
export function union(spans: readonly Span[]): readonly Span[] {
  const united: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = united.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else united.push({ start, end });
  }
  return united;
}

/** Of spans that do not overlap, so that their ends are in the order of their starts: the number of the first. */
export function firstEndingAfter(apart: readonly Span[], position: number): number {
  let low = 0;
  let high = apart.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((apart[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
