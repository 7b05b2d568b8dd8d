import type { Compiled } from './compiled-rule';
import type { Rule } from '../detector';

/**
 * The ranges that window rules search (WindowRule). Overlapping ranges of nearby keywords are merged, so that each character
 * is searched once, however many keywords there are.
 */
export class SearchWindows {
  private readonly byRule = new Map<Compiled<Rule>, Window[]>();

  /** Adds the range around one keyword. Keywords must come in text order. */
  add(compiled: Compiled<Rule>, start: number, end: number): void {
    const windows = this.byRule.get(compiled) ?? [];
    if (windows.length === 0) this.byRule.set(compiled, windows);
    const last = windows.at(-1);
    if (last === undefined || last.end < start) {
      windows.push({ start, end, starts: [start], ends: [end] });
      return;
    }
    const { starts, ends } = last;
    last.start = Math.min(last.start, start);
    last.end = Math.max(last.end, end);
    // A range within the new one adds nothing, so that both starts and ends are in order.
    while (start <= (starts.at(-1) ?? -1) && (ends.at(-1) ?? 0) <= end) {
      starts.pop();
      ends.pop();
    }
    starts.push(start);
    ends.push(end);
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
  readonly starts: number[];
  readonly ends: number[];
}

function* searchWindow(
  compiled: Compiled<Rule>,
  { start, end, starts, ends }: Window,
  text: string,
): Iterable<RegExpExecArray> {
  const within = text.slice(0, end);
  let next = 0;
  // The farthest end of the ranges that start before the match.
  let farthest = 0;
  let at = start;
  while (at < end) {
    const found = compiled.pattern.exec(within, at);
    if (found === null) return;
    const foundEnd = found.index + found[0].length;
    while ((starts[next] ?? Infinity) <= found.index) farthest = Math.max(farthest, ends[next++] ?? 0);
    if (foundEnd <= farthest) yield found;
    at = Math.max(at + 1, foundEnd);
  }
}
