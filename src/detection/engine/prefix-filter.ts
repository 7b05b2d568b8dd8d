/**
 * The ASCII characters that a pattern allows at each of its first places. Comparing these with a text is much cheaper than
 * running the pattern, and most places of a text fail the comparison.
 */
export interface PrefixFilter {
  /** The number of known places. Every match is at least this long. */
  readonly length: number;
  /** For each place the allowed ASCII characters, as 128 bits in four numbers. Non-ASCII characters are always allowed. */
  readonly sets: Int32Array;
}

/** The most places that a filter covers. */
const MAX_PLACES = 24;
/** Numbers that hold the characters of one place. */
export const NUMBERS_PER_PLACE = 4;
export const ASCII_END = 0x80;

/** True if a match may start at a position. The codes must end with 0. */
export function mayMatch({ length, sets }: PrefixFilter, codes: Uint16Array, from: number): boolean {
  for (let place = 0; place < length; place++) {
    if (!isAllowed(sets, place, codes[from + place] ?? 0)) return false;
  }
  return true;
}

/** True if a character is allowed at a known place. */
export function isAllowed(sets: Int32Array, place: number, code: number): boolean {
  return code >= ASCII_END || (((sets[place * NUMBERS_PER_PLACE + (code >> 5)] ?? 0) >>> (code & 31)) & 1) === 1;
}

/** The ASCII characters that are allowed at a known place. */
export function allowedAt({ sets }: PrefixFilter, place: number): number[] {
  const codes: number[] = [];
  for (let word = 0; word < NUMBERS_PER_PLACE; word++) {
    for (let bits = sets[place * NUMBERS_PER_PLACE + word] ?? 0; bits !== 0; bits &= bits - 1) {
      codes.push(word * 32 + 31 - Math.clz32(bits & -bits));
    }
  }
  return codes;
}

/** Derives the filter of a pattern. The filter may allow too much, never too little. */
export function prefixFilterOf(pattern: RegExp): PrefixFilter {
  // With both flags, some characters beyond ASCII match letters of ASCII.
  if (pattern.flags.includes('u') && pattern.flags.includes('i')) return { length: 0, sets: new Int32Array(0) };
  return new PatternReader(pattern).read();
}

/** A set of places as bits. Places beyond the last are dropped. */
type Places = number;
const ALL_PLACES: Places = 2 ** MAX_PLACES - 1;

const ONCE = [1, 1] as const;

/** An atom that matches one code unit, also with the flag `u`. */
const ONE_UNIT = /^(?:[^\\.[\ud800-\udfff]|\\[^DWSpPu]|\[(?!\^)(?:[^\\\]\ud800-\udfff]|\\[^DWSpPu])+\])/;

class PatternReader {
  private at = 0;
  private readonly source: string;
  private readonly flags: string;
  private readonly sets = new Int32Array(MAX_PLACES * NUMBERS_PER_PLACE);
  /** The characters of the last atom that is no group. */
  private set: Int32Array | undefined;
  /** From this place on, every character is allowed. */
  private unrestrictedFrom = MAX_PLACES;
  private knownGroups: readonly Group[] | undefined;

  constructor({ source, flags }: RegExp) {
    this.source = source;
    this.flags = flags;
  }

  read(): PrefixFilter {
    const ends = this.readAlternatives(1);
    const length = Math.min(this.unrestrictedFrom, firstOf(ends));
    return { length, sets: this.sets.slice(0, length * NUMBERS_PER_PLACE) };
  }

  /** Reads up to the end or the closing parenthesis. */
  private readAlternatives(starts: Places): Places {
    let ends = 0;
    let places = starts;
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      if (this.source[this.at] === '|') {
        this.at++;
        ends |= places;
        places = starts;
      } else places = this.readRepeated(places);
    }
    this.at++;
    return ends | places;
  }

  private readRepeated(starts: Places): Places {
    const from = this.at;
    const once = this.readAtom(starts);
    const set = this.source[from] === '(' ? undefined : this.set;
    const [min, max] = this.readRepeat();
    const next = this.at;
    let ends = min === 0 ? starts | once : once;
    let places = once;
    // Each repetition starts where the last one ended. Stops when places run out or no new place is reached.
    for (let times = 1; times < max && places !== 0; times++) {
      this.at = from;
      places = set === undefined ? this.readAtom(places) : this.place(set, places);
      if (times < min) ends = places;
      else if ((ends | places) === ends) break;
      else ends |= places;
    }
    this.at = next;
    return max === 0 ? starts : ends;
  }

  private readAtom(starts: Places): Places {
    const from = this.at;
    this.set = undefined;
    const character = this.source[this.at++];
    if (character === '(') return this.readGroup(starts);
    if (character === '^' || character === '$') return starts;
    if (character === '\\') {
      const escaped = this.source[this.at++] ?? '';
      if (escaped === 'b' || escaped === 'B') return starts;
      if (escaped === 'k' || /[1-9]/.test(escaped)) return this.readReference(from, starts);
      if (this.flags.includes('u') && this.source[this.at] === '{' && 'pPu'.includes(escaped)) {
        this.at = this.source.indexOf('}', this.at) + 1;
      } else if (escaped === 'u' || escaped === 'x') this.at += escaped === 'u' ? 4 : 2;
    } else if (character === '[') {
      while (this.source[this.at] !== ']') this.at += this.source[this.at] === '\\' ? 2 : 1;
      this.at++;
    }
    if (starts === 0) return 0;
    this.set = asciiOf(this.source.slice(from, this.at), this.flags);
    const ends = this.place(this.set, starts);
    // With this flag, a character may be two code units, so the places behind it are unknown.
    return this.flags.includes('u') && !ONE_UNIT.test(this.source.slice(from, this.at))
      ? this.allowAllFrom(ends)
      : ends;
  }

  /** Look-around assertions consume no characters. */
  private readGroup(starts: Places): Places {
    const isPlain = this.source[this.at] !== '?';
    const kind = isPlain ? '' : (/^\?(?:<?[=!]|:|<\w+>)/.exec(this.source.slice(this.at, this.at + 40))?.[0] ?? '');
    this.at += kind.length;
    // With no start, nothing is recorded.
    if (/[=!]$/.test(kind)) return this.readAlternatives(0) | starts;
    return this.readAlternatives(starts);
  }

  /** A back-reference to one character, such as a separator, repeats it; another one may match anything. */
  private readReference(from: number, starts: Places): Places {
    const [all, number, name] = /^\\(?:(\d+)|k<(\w+)>)/.exec(this.source.slice(from, from + MAX_REFERENCE)) ?? [''];
    this.at = from + all.length;
    this.knownGroups ??= groupsOf(this.source);
    const group = this.knownGroups.find((one, index) =>
      name === undefined ? index + 1 === Number(number) : one.name === name,
    );
    if (group?.atom === undefined || group.end > from) return this.allowAllFrom(starts);
    if (starts === 0) return 0;
    this.set = asciiOf(group.atom, this.flags);
    return this.place(this.set, starts) | (group.isCertain ? 0 : starts);
  }

  /** Every character is allowed from there on. */
  private allowAllFrom(starts: Places): Places {
    if (starts !== 0) this.unrestrictedFrom = Math.min(this.unrestrictedFrom, firstOf(starts));
    return starts;
  }

  private place(set: Int32Array, starts: Places): Places {
    for (let left = starts; left !== 0; left &= left - 1) {
      const place = firstOf(left);
      for (let word = 0; word < NUMBERS_PER_PLACE; word++) {
        this.sets[place * NUMBERS_PER_PLACE + word] =
          (this.sets[place * NUMBERS_PER_PLACE + word] ?? 0) | (set[word] ?? 0);
      }
    }
    return (starts << 1) & ALL_PLACES;
  }

  /** The minimum and maximum count. */
  private readRepeat(): readonly [number, number] {
    if (!'*+?{'.includes(this.source[this.at] ?? ' ')) return ONCE;
    const repeat = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.at, this.at + 16));
    if (repeat === null) return ONCE;
    this.at += repeat[0].length;
    const [sign, min, comma, max] = repeat;
    if (min !== undefined) return [Number(min), max !== '' ? Number(max) : comma === '' ? Number(min) : Infinity];
    return [sign.startsWith('+') ? 1 : 0, sign.startsWith('?') ? 1 : Infinity];
  }
}

/** A group that captures. */
interface Group {
  readonly name: string | undefined;
  readonly end: number;
  /** Its content, if it is one atom that matches one code unit. */
  readonly atom: string | undefined;
  /** True if it takes part in every match. */
  readonly isCertain: boolean;
}

const MAX_REFERENCE = 40;
/** A class, an escape, or the start or end of a group. */
const PARTS = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<(\w+)>))?|[)|]/g;

/** The groups of a pattern, in the order of their numbers. */
export function groupsOf(source: string): readonly Group[] {
  const groups: (Omit<Group, 'end'> & { end: number })[] = [];
  const open: (typeof groups)[number][] = [];
  let isOneAlternative = true;
  for (const { 0: part, 1: name, index } of source.matchAll(PARTS)) {
    if (part === '|' && open.length === 0) isOneAlternative = false;
    if (part === ')') {
      const group = open.pop();
      if (group !== undefined) group.end = index + 1;
    } else if (part.startsWith('(')) {
      const content = source.slice(index + part.length);
      const atom = ONE_UNIT.exec(content)?.[0];
      const group = {
        name,
        end: 0,
        atom: atom !== undefined && content[atom.length] === ')' ? atom : undefined,
        isCertain: open.length === 0 && !/^[*?{]/.test(content.slice((atom?.length ?? 0) + 1)),
      };
      open.push(group);
      if (part === '(' || name !== undefined) groups.push(group);
    }
  }
  return isOneAlternative ? groups : groups.map((group) => ({ ...group, isCertain: false }));
}

function firstOf(places: Places): number {
  return places === 0 ? MAX_PLACES : 31 - Math.clz32(places & -places);
}

/** The ASCII characters of an atom, which is a class, an escape, a dot or a character. */
export function asciiOf(atom: string, flags: string): Int32Array {
  const key = `${flags} ${atom}`;
  const known = asciiSets.get(key);
  if (known !== undefined) return known;
  const set = simpleSetOf(atom, flags) ?? testedSetOf(atom, flags);
  asciiSets.set(key, set);
  return set;
}

const asciiSets = new Map<string, Int32Array>();

/** Runs the atom as a pattern on each character, so that unusual atoms need no parser. */
export function testedSetOf(atom: string, flags: string): Int32Array {
  const set = new Int32Array(NUMBERS_PER_PLACE);
  const pattern = new RegExp(`^${atom}$`, flags);
  for (let code = 0; code < ASCII_END; code++) if (pattern.test(String.fromCharCode(code))) addRange(set, code, code);
  return set;
}

/** The parts of a class: an escape of a class, or a character or a range of characters. Others are unusual. */
const PART =
  /\\([dws])|(\\u[\da-f]{4}|\\x[\da-f]{2}|\\[^\w]|\\[nrt]|[^\\\]])(?:-(\\u[\da-f]{4}|\\x[\da-f]{2}|\\[^\w]|\\[nrt]|[^\\\]]))?/gy;
const CONTROLS: Readonly<Record<string, number>> = { '\\n': 0x0a, '\\r': 0x0d, '\\t': 0x09 };
const CLASSES: Readonly<Record<string, readonly (readonly [first: number, last: number])[]>> = {
  d: [[0x30, 0x39]],
  w: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  s: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
};

function codeOf(character: string): number {
  if (/^\\[ux]/.test(character)) return Number.parseInt(character.slice(2), 16);
  return CONTROLS[character] ?? character.charCodeAt(character.length - 1);
}

/** Compiling a pattern for each atom would take most of the time until the first page is scanned. */
function simpleSetOf(atom: string, flags: string): Int32Array | undefined {
  if (atom === '.') return undefined;
  const isClass = atom.startsWith('[');
  const isNegated = atom.startsWith('[^');
  const from = isNegated ? 2 : Number(isClass);
  const to = atom.length - Number(isClass);
  const set = new Int32Array(NUMBERS_PER_PLACE);
  let end = from;
  PART.lastIndex = from;
  for (let part = PART.exec(atom); part !== null && end < to; part = PART.exec(atom)) {
    const [, name = '', first = '', last = first] = part;
    for (const [one, other] of CLASSES[name] ?? [[codeOf(first), codeOf(last)]]) addRange(set, one, other);
    end = PART.lastIndex;
  }
  if (end !== to) return undefined;
  if (flags.includes('i')) addOtherCase(set);
  return isNegated ? set.map((bits) => ~bits) : set;
}

function addRange(set: Int32Array, first: number, last: number): void {
  for (let code = first; code <= Math.min(last, ASCII_END - 1); code++) {
    set[code >> 5] = (set[code >> 5] ?? 0) | (1 << (code & 31));
  }
}

/** The bits of letters in the numbers of `A` to `Z` and `a` to `z`, which have the same places. */
const LETTERS = 0x7fffffe;

function addOtherCase(set: Int32Array): void {
  const letters = ((set[2] ?? 0) | (set[3] ?? 0)) & LETTERS;
  set[2] = (set[2] ?? 0) | letters;
  set[3] = (set[3] ?? 0) | letters;
}
