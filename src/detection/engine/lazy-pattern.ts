import packed from './filters-packed.json';
import { PackedFilters } from './packed-filters';
import { reachOf } from './pattern-reach';
import { groupsOf, type PrefixFilter, prefixFilterOf } from './prefix-filter';
import type { Span } from '../text/spans';

/** Reading the patterns in a new process would take a third of the time for its first page. */
const builtInFilters = new PackedFilters(packed);

/** A regular expression that is compiled on first use. The patterns of most detectors are never used. */
export class LazyPattern {
  private compiled: RegExp | undefined;
  private withIndices: RegExp | undefined;
  private filter: PrefixFilter | undefined;
  private knownReach: number | undefined;
  private knownNames: GroupNames | undefined;
  private knownPlace: 'whole' | 'first' | 'last' | 'within' | undefined;

  constructor(
    private readonly source: RegExp,
    private readonly mode: 'y' | 'g',
  ) {}

  get prefixFilter(): PrefixFilter {
    return (this.filter ??= builtInFilters.of(this.source) ?? prefixFilterOf(this.source));
  }

  /** The most characters that it reads before and after its start. */
  get reach(): number {
    return (this.knownReach ??= reachOf(this.source));
  }

  exec(text: string, from: number): RegExpExecArray | null {
    const pattern = (this.compiled ??= this.compile(''));
    pattern.lastIndex = from;
    return pattern.exec(text);
  }

  /** The range of the value: the group named `value`, or the whole match. Undefined if the group took no part in the match. */
  valueOf(found: RegExpExecArray): Span | undefined {
    const start = found.index;
    const end = start + found[0].length;
    if (this.place === 'whole') return { start, end };
    const value: string | undefined = found[this.names.value];
    if (value === undefined) return undefined;
    switch (this.place) {
      case 'first':
        return { start, end: start + value.length };
      case 'last':
        return { start: end - value.length, end };
      case 'within':
        return this.placeWithin(found, value);
    }
  }

  /** The named groups besides `value`. */
  groupsOf({ groups }: RegExpExecArray): Readonly<Record<string, string | undefined>> {
    return groups !== undefined && this.names.others.some((name) => groups[name] !== undefined) ? groups : NO_GROUPS;
  }

  private get place() {
    return (this.knownPlace ??= placeOfValue(this.source.source));
  }

  private get names(): GroupNames {
    return (this.knownNames ??= namesOf(this.source.source));
  }

  /** Match indices are slow, so they are requested only if the match holds the text of the value more than once. */
  private placeWithin(found: RegExpExecArray, value: string): Span {
    const first = found[0].indexOf(value);
    if (first >= 0 && first === found[0].lastIndexOf(value)) {
      return { start: found.index + first, end: found.index + first + value.length };
    }
    const pattern = (this.withIndices ??= this.compile('d'));
    pattern.lastIndex = found.index;
    const [start, end] = pattern.exec(found.input)?.indices?.[this.names.value] ?? [0, 0];
    return { start, end };
  }

  /** An object of named groups for each match would take longer than many patterns, so that a value alone gets a number. */
  private compile(indices: 'd' | ''): RegExp {
    const { source, flags } = this.source;
    const isAlone = this.names.others.length === 0 && !source.includes('\\k<');
    return new RegExp(isAlone ? source.replace(VALUE, '(') : source, `${flags}${this.mode}${indices}`);
  }
}

interface GroupNames {
  /** The number of the group `value`, or 0. */
  readonly value: number;
  readonly others: readonly string[];
}

function namesOf(source: string): GroupNames {
  if (!NAMED.test(source)) return NO_NAMES;
  const names = groupsOf(source).map(({ name }) => name);
  return {
    value: names.indexOf('value') + 1,
    others: names.filter((name): name is string => name !== undefined && name !== 'value'),
  };
}

const NO_NAMES: GroupNames = { value: 0, others: [] };
const NAMED = /\(\?<\w/;
const VALUE = '(?<value>';
/** Shared, because the groups of many matches take much memory. */
const NO_GROUPS = {};

function placeOfValue(source: string): 'whole' | 'first' | 'last' | 'within' {
  const start = source.indexOf(VALUE);
  if (start < 0) return 'whole';
  const end = afterGroup(source, start);
  const isRepeated = '*+?{'.includes(source[end] ?? ' ');
  if (isRepeated || source.includes(VALUE, end)) return 'within';
  if (consumesNothing(source, 0, start)) return 'first';
  return consumesNothing(source, end, source.length) ? 'last' : 'within';
}

/** True if that part of a pattern consumes no characters. */
function consumesNothing(source: string, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    if (/^\(\?<?[=!]/.test(source.slice(at, at + 4))) at = afterGroup(source, at);
    else if (source.startsWith('\\b', at)) at += 2;
    else return false;
  }
  return at === to;
}

/** The position after the closing parenthesis of the group at `start`. */
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
