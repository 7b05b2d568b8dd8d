import { NUMBERS_PER_PLACE, type PrefixFilter, prefixFilterOf } from './prefix-filter';

/** The prefix filters of patterns, as strings (docs/adr/0140). */
export interface Packed {
  /** The distinct sets of characters, as NUMBERS_PER_PLACE numbers each, in Base64. */
  readonly sets: string;
  /** By the fingerprint of the pattern, with one character per place: FIRST_SET and the index of its set. */
  readonly filters: Readonly<Record<string, string>>;
}

/** A letter, because JSON escapes some other characters. */
const FIRST_SET = 0x4e00;

/** @throws if two patterns have the same fingerprint but different filters */
export function packFilters(patterns: readonly RegExp[]): Packed {
  const sets = new Map<string, number>();
  const numbers: number[] = [];
  const filters: Record<string, string> = {};
  for (const pattern of patterns) {
    const filter = prefixFilterOf(pattern);
    const places = Array.from({ length: filter.length }, (_, place) => {
      const set = filter.sets.subarray(place * NUMBERS_PER_PLACE, (place + 1) * NUMBERS_PER_PLACE);
      const index = sets.get(set.join()) ?? sets.size;
      if (index === sets.size) numbers.push(...set);
      sets.set(set.join(), index);
      return String.fromCharCode(FIRST_SET + index);
    }).join('');
    const fingerprint = fingerprintOf(pattern);
    if ((filters[fingerprint] ??= places) !== places) throw new Error(`${pattern.source} has a known fingerprint.`);
  }
  return { sets: Buffer.from(Int32Array.from(numbers).buffer).toString('base64'), filters };
}

/** A pattern that has changed since its filter was packed has another fingerprint, so it has no filter here. */
export class PackedFilters {
  private knownSets: Int32Array | undefined;

  constructor(private readonly packed: Packed) {}

  of(pattern: RegExp): PrefixFilter | undefined {
    const places = this.packed.filters[fingerprintOf(pattern)];
    if (places === undefined) return undefined;
    this.knownSets ??= new Int32Array(new Uint8Array(Buffer.from(this.packed.sets, 'base64')).buffer);
    const sets = new Int32Array(places.length * NUMBERS_PER_PLACE);
    for (let place = 0; place < places.length; place++) {
      const from = (places.charCodeAt(place) - FIRST_SET) * NUMBERS_PER_PLACE;
      sets.set(this.knownSets.subarray(from, from + NUMBERS_PER_PLACE), place * NUMBERS_PER_PLACE);
    }
    return { length: places.length, sets };
  }
}

/** 32 bits of the pattern and its flags (FNV-1a). */
function fingerprintOf({ source, flags }: RegExp): string {
  const text = `${flags} ${source}`;
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
