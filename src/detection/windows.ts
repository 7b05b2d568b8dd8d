import type { Compiled } from './compiled-rule';
import type { Rule } from './detector';
import type { Span } from './spans';

/**
 * Where rules look that look around a keyword (WindowRule). Keywords near each other have one window, so that nothing
 * in it is looked at as often as there are keywords.
 */
export class Windows {
  private readonly byRule = new Map<Compiled<Rule>, Window[]>();

  /** @param reach of one keyword; they come in the order of their ends */
  open(compiled: Compiled<Rule>, reach: Span): void {
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

  /** Tells what the pattern of each rule finds within the reach of one of its keywords. */
  search(text: string, tell: (compiled: Compiled<Rule>, found: RegExpExecArray) => void): void {
    for (const [compiled, windows] of this.byRule) {
      for (const window of windows) searchWindow(compiled, window, text, tell);
    }
  }
}

/** One stretch of text, with the reaches of the keywords in it. */
interface Window {
  start: number;
  end: number;
  readonly reaches: Span[];
}

function searchWindow(
  compiled: Compiled<Rule>,
  { start, end, reaches }: Window,
  text: string,
  tell: (compiled: Compiled<Rule>, found: RegExpExecArray) => void,
): void {
  const within = text.slice(0, end);
  const inOrder = reaches.sort((a, b) => a.start - b.start);
  let next = 0;
  // How far those reach that begin before a place.
  let farthest = 0;
  let at = start;
  while (at < end) {
    const found = compiled.pattern.exec(within, at);
    if (found === null) return;
    const foundEnd = found.index + found[0].length;
    for (let reach = inOrder[next]; reach !== undefined && reach.start <= found.index; reach = inOrder[++next]) {
      farthest = Math.max(farthest, reach.end);
    }
    if (foundEnd <= farthest) tell(compiled, found);
    at = Math.max(at + 1, foundEnd);
  }
}
