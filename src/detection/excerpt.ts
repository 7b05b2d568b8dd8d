import type { Detector } from './detector';
import { firstEndingAfter, type Span } from './spans';
import { INLINE_OBJECT } from './text/flat-text';

/** Always the same, so that it does not tell how long a value is. */
const BAR = '••••••••';
const AROUND = 30;
const ELLIPSIS = '…';
const LONGEST_CUT = 128;

/** What may be shown of a value: of a card the last four digits, of most things nothing. */
function maskValue(value: string, mask: Detector['mask']): string {
  switch (mask) {
    case 'last-4':
      return `${BAR}${value.replace(/\D/g, '').slice(-4)}`;
    case 'email': {
      const dot = value.lastIndexOf('.');
      return `${Array.from(value)[0] ?? ''}${BAR}@${BAR}${dot > value.lastIndexOf('@') ? value.slice(dot) : ''}`;
    }
    case undefined: {
      const characters = Array.from(value);
      if (characters.length < 16) return BAR;
      return `${characters.slice(0, 2).join('')}${BAR}${characters.slice(-2).join('')}`;
    }
  }
}

/**
 * A value as it is shown, with up to 30 characters before and after it of the same block. Whatever else was made out there is masked
 * as a whole, and so is every long run that looks like a secret though nothing knows it: such things come in pairs.
 * @param sensitive in order, without overlaps
 */
export function excerptOf(
  text: string,
  block: Span,
  value: Span,
  mask: Detector['mask'],
  sensitive: readonly Span[],
): string {
  const from = startOfCharacter(text, Math.max(block.start, value.start - AROUND));
  const to = startOfCharacter(text, Math.min(block.end, value.end + AROUND));
  const covered = [...spansWithin(sensitive, from, to), ...longRuns(text, from, to)].sort((a, b) => a.start - b.start);
  const before = cover(text, from, Math.max(from, value.start), covered);
  const after = cover(text, Math.min(to, value.end), to, covered);
  const shown = maskValue(text.slice(value.start, value.end), mask);
  return tidy(`${from > block.start ? ELLIPSIS : ''}${before}${shown}${after}${to < block.end ? ELLIPSIS : ''}`);
}

function spansWithin(apart: readonly Span[], from: number, to: number): readonly Span[] {
  const first = firstEndingAfter(apart, from);
  let after = first;
  while ((apart[after]?.start ?? to) < to) after += 1;
  return apart.slice(first, after);
}

function cover(text: string, from: number, to: number, sorted: readonly Span[]): string {
  let shown = '';
  let at = from;
  for (const { start, end } of sorted) {
    if (end <= at || start >= to) continue;
    if (start > at) shown += text.slice(at, start);
    if (!shown.endsWith(BAR)) shown += BAR;
    at = Math.min(end, to);
  }
  return shown + text.slice(at, to);
}

/** Runs of 16 characters and more that hold a digit, also where the excerpt would cut them. */
function longRuns(text: string, from: number, to: number): Span[] {
  const start = Math.max(0, from - LONGEST_CUT);
  const runs = text.slice(start, to + LONGEST_CUT).matchAll(/[\w+/=.~-]{16,}/g);
  return Array.from(runs, ({ index, 0: run }) => ({ run, start: start + index }))
    .filter(({ run }) => /\d/.test(run))
    .map(({ run, start: at }) => ({ start: at, end: at + run.length }));
}

/** Line breaks and inline objects as a blank, nothing that could change how it is read. */
function tidy(text: string): string {
  return text.replaceAll(INLINE_OBJECT, ' ').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
}

/** No half of a surrogate pair. */
function startOfCharacter(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code >= 0xdc00 && code <= 0xdfff ? position + 1 : position;
}
