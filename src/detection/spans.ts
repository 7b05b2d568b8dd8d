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
