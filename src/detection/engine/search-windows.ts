import type { Compiled } from './compiled-rule';
import type { Rule } from '../detector';
import type { Span } from '../text/spans';

/**
 * The ranges that window rules search (WindowRule). Overlapping ranges of nearby keywords are merged, so that each character
 * is searched once, however many keywords there are.
 */
export class SearchWindows {
  private readonly byRule = new Map<Compiled<Rule>, Window[]>();

  /** @param reach the range around one keyword; ranges must come in the order of their ends */
  add(compiled: Compiled<Rule>, reach: Span): void {
    const windows = this.byRule.get(compiled) ?? [];
    this.byRule.set(compiled, windows);
    const last = windows.at(-1);
    if (last === undefined || last.end < reach.start) {
      windows.push({ start: reach.start, end: reach.end, reaches: [reach] });
    } else {
      last.start = Math.min(last.start, reach.start);
      last.end = Math.max(last.end, reach.end);
      last.reaches.push(reach);
    }
  }

  /** The matches of each rule that lie within the range of one of its keywords. */
  *search(text: string): Iterable<{ readonly compiled: Compiled<Rule>; readonly found: RegExpExecArray }> {
    for (const [compiled, windows] of this.byRule) {
      for (const window of windows) for (const found of searchWindow(compiled, window, text)) yield { compiled, found };
    }
  }
}

/** A merged range, with the ranges of its keywords. */
interface Window {
  start: number;
  end: number;
  readonly reaches: Span[];
}

function* searchWindow(
  compiled: Compiled<Rule>,
  { start, end, reaches }: Window,
  text: string,
): Iterable<RegExpExecArray> {
  const within = text.slice(0, end);
  const sorted = reaches.sort((a, b) => a.start - b.start);
  let next = 0;
  // The farthest end of the ranges that start before the match.
  let farthest = 0;
  let at = start;
  while (at < end) {
    const found = compiled.pattern.exec(within, at);
    if (found === null) return;
    const foundEnd = found.index + found[0].length;
    for (let reach = sorted[next]; reach !== undefined && reach.start <= found.index; reach = sorted[++next]) {
      farthest = Math.max(farthest, reach.end);
    }
    if (foundEnd <= farthest) yield found;
    at = Math.max(at + 1, foundEnd);
  }
}
