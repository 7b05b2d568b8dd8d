/**
 * Which characters can stand at each of the first places of whatever matches a pattern. Most places where a pattern is
 * tried are nothing like it, and to see that takes less than to begin with a regular expression.
 */
export interface Outline {
  /** How many places are known: no match is shorter. */
  readonly length: number;
  /** Of each place the 128 characters of ASCII, as bits in four numbers. All others may stand everywhere. */
  readonly sets: Int32Array;
}

/** Places after these are not looked at. */
const PLACES = 24;
/** Numbers that hold the characters of a place. */
export const WORDS = 4;
export const ASCII_END = 0x80;

/** Whether a match may begin at a position. Behind the last character is 0, or nothing. */
export function mayMatch({ length, sets }: Outline, codes: Uint16Array, from: number): boolean {
  for (let place = 0; place < length; place++) {
    if (!mayStand(sets, place, codes[from + place] ?? 0)) return false;
  }
  return true;
}

/** Whether a character may stand at a place that is known. */
export function mayStand(sets: Int32Array, place: number, code: number): boolean {
  return code >= ASCII_END || (((sets[place * WORDS + (code >> 5)] ?? 0) >>> (code & 31)) & 1) === 1;
}

/** The characters of ASCII that may stand at a place that is known. */
export function charactersAt({ sets }: Outline, place: number): number[] {
  const codes: number[] = [];
  for (let word = 0; word < WORDS; word++) {
    for (let bits = sets[place * WORDS + word] ?? 0; bits !== 0; bits &= bits - 1) {
      codes.push(word * 32 + 31 - Math.clz32(bits & -bits));
    }
  }
  return codes;
}

/** It may say too little, never too much: what it rules out is no match. */
export function outlineOf(pattern: RegExp): Outline {
  // A character may be two of the text.
  if (pattern.flags.includes('u')) return { length: 0, sets: new Int32Array(0) };
  return new Reader(pattern).read();
}

/** The places that something may begin or end at, as bits. Those behind the last are not told. */
type Places = number;
const ALL_PLACES: Places = 2 ** PLACES - 1;

class Reader {
  private at = 0;
  private readonly source: string;
  private readonly flags: string;
  private readonly sets = new Int32Array(PLACES * WORDS);
  /** Of these nothing is known from here on. */
  private known = PLACES;

  constructor({ source, flags }: RegExp) {
    this.source = source;
    this.flags = flags;
  }

  read(): Outline {
    const ends = this.readAlternatives(1);
    const length = Math.min(this.known, firstOf(ends));
    return { length, sets: this.sets.slice(0, length * WORDS) };
  }

  /** Up to the end or the closing parenthesis. */
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
    const [least, most] = this.readRepeat();
    const next = this.at;
    let ends = least === 0 ? starts | once : once;
    let places = once;
    // Each turn goes on from where the last one ended, until that is behind the last place, or nowhere new.
    for (let times = 1; times < most && places !== 0; times++) {
      this.at = from;
      places = this.readAtom(places);
      if (times < least) ends = places;
      else if ((ends | places) === ends) break;
      else ends |= places;
    }
    this.at = next;
    return most === 0 ? starts : ends;
  }

  private readAtom(starts: Places): Places {
    const from = this.at;
    const character = this.source[this.at++];
    if (character === '(') return this.readGroup(starts);
    if (character === '^' || character === '$') return starts;
    if (character === '\\') {
      const escaped = this.source[this.at++] ?? '';
      if (escaped === 'b' || escaped === 'B') return starts;
      if (escaped === 'k' || /[1-9]/.test(escaped)) return this.forget(starts);
      if (escaped === 'u' || escaped === 'x') this.at += escaped === 'u' ? 4 : 2;
    } else if (character === '[') {
      while (this.source[this.at] !== ']') this.at += this.source[this.at] === '\\' ? 2 : 1;
      this.at++;
    }
    return starts === 0 ? 0 : this.place(asciiOf(this.source.slice(from, this.at), this.flags), starts);
  }

  /** What looks ahead or behind takes nothing. */
  private readGroup(starts: Places): Places {
    const kind = /^\?(?:<?[=!]|:|<\w+>)/.exec(this.source.slice(this.at, this.at + 40))?.[0] ?? '';
    this.at += kind.length;
    // From nowhere, nothing is placed.
    if (/[=!]$/.test(kind)) return this.readAlternatives(0) | starts;
    return this.readAlternatives(starts);
  }

  /** What was read before is not gone after: whatever it is, from there on everything may stand everywhere. */
  private forget(starts: Places): Places {
    if (starts !== 0) this.known = Math.min(this.known, firstOf(starts));
    return starts;
  }

  private place(set: Int32Array, starts: Places): Places {
    for (let place = 0; place < PLACES; place++) {
      if (((starts >>> place) & 1) === 0) continue;
      for (let word = 0; word < WORDS; word++) {
        this.sets[place * WORDS + word] = (this.sets[place * WORDS + word] ?? 0) | (set[word] ?? 0);
      }
    }
    return (starts << 1) & ALL_PLACES;
  }

  /** How often at least and at most. */
  private readRepeat(): readonly [number, number] {
    const repeat = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.at, this.at + 16));
    if (repeat === null) return [1, 1];
    this.at += repeat[0].length;
    const [sign, least, comma, most] = repeat;
    if (least !== undefined)
      return [Number(least), most !== '' ? Number(most) : comma === '' ? Number(least) : Infinity];
    return [sign.startsWith('+') ? 1 : 0, sign.startsWith('?') ? 1 : Infinity];
  }
}

function firstOf(places: Places): number {
  return places === 0 ? PLACES : 31 - Math.clz32(places & -places);
}

/** The language of patterns knows best what a class is. */
function asciiOf(atom: string, flags: string): Int32Array {
  const key = `${flags} ${atom}`;
  let set = known.get(key);
  if (set === undefined) {
    set = new Int32Array(WORDS);
    const pattern = new RegExp(`^${atom}$`, flags);
    for (let code = 0; code < ASCII_END; code++) {
      if (pattern.test(String.fromCharCode(code))) set[code >> 5] = (set[code >> 5] ?? 0) | (1 << (code & 31));
    }
    known.set(key, set);
  }
  return set;
}

const known = new Map<string, Int32Array>();
