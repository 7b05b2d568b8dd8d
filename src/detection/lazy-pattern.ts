import { type Outline, outlineOf } from './outline';
import type { Span } from './spans';

/** A regular expression that is compiled when it is first needed: of most detectors it never is. */
export class LazyPattern {
  private compiled: RegExp | undefined;
  private known: Outline | undefined;
  private readonly place: 'whole' | 'first' | 'last' | 'within';

  constructor(
    private readonly source: RegExp,
    private readonly mode: 'y' | 'g',
  ) {
    this.place = placeOfValue(source.source);
  }

  get outline(): Outline {
    return (this.known ??= outlineOf(this.source));
  }

  exec(text: string, from: number): RegExpExecArray | null {
    const pattern = (this.compiled ??= this.compile());
    pattern.lastIndex = from;
    return pattern.exec(text);
  }

  /** Where the value is in what was found: the group of that name, or all of it. Undefined: that group is in no part of it. */
  valueOf(found: RegExpExecArray): Span | undefined {
    const start = found.index;
    const end = start + found[0].length;
    if (this.place === 'whole') return { start, end };
    const value = found.groups?.['value'];
    if (value === undefined) return undefined;
    switch (this.place) {
      case 'first':
        return { start, end: start + value.length };
      case 'last':
        return { start: end - value.length, end };
      case 'within': {
        const [first, last] = found.indices?.groups?.['value'] ?? [0, 0];
        return { start: first, end: last };
      }
    }
  }

  /** Indices take long to make: they are asked for where nothing else tells them. */
  private compile(): RegExp {
    const { source, flags } = this.source;
    return new RegExp(source, `${flags}${this.mode}${this.place === 'within' ? 'd' : ''}`);
  }
}

const VALUE = '(?<value>';

function placeOfValue(source: string): 'whole' | 'first' | 'last' | 'within' {
  const start = source.indexOf(VALUE);
  if (start < 0) return 'whole';
  const end = afterGroup(source, start);
  const isRepeated = '*+?{'.includes(source[end] ?? ' ');
  if (isRepeated || source.includes(VALUE, end)) return 'within';
  if (takesNothing(source, 0, start)) return 'first';
  return takesNothing(source, end, source.length) ? 'last' : 'within';
}

/** Whether that part of a pattern looks around at most. */
function takesNothing(source: string, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    if (/^\(\?<?[=!]/.test(source.slice(at, at + 4))) at = afterGroup(source, at);
    else if (source.startsWith('\\b', at)) at += 2;
    else return false;
  }
  return at === to;
}

/** Behind the parenthesis that closes the group that begins there. */
function afterGroup(source: string, start: number): number {
  let depth = 0;
  let inClass = false;
  for (let at = start; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return source.length;
}
