/** The parts of a text that occur again at some distance after them. Queries come in text order, so each character is compared once. */
export class EqualRanges {
  private readonly byDistance = new Map<number, { start: number; end: number }>();

  /** @param codes the codes of the text (codesOf) */
  constructor(private readonly codes: Uint16Array) {}

  /** True if a part of the text is the same as the one at that distance after it. */
  isSame(from: number, to: number, distance: number): boolean {
    const { codes } = this;
    const range = this.byDistance.get(distance) ?? { start: 0, end: -1 };
    if (range.end < 0) this.byDistance.set(distance, range);
    if (from < range.start || from > range.end) {
      range.start = from;
      range.end = from;
    }
    while (range.end < to && codes[range.end] === codes[range.end + distance]) range.end++;
    return range.end >= to;
  }
}
