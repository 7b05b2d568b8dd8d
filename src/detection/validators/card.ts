import type { Candidate, Verdict } from '../detector';
import { digitsOf, isOneDigitRepeated } from './digits';
import { passesLuhn } from './luhn';
import { isPublishedNumber } from './published-samples';

interface Brand {
  readonly name: string;
  /** Inclusive ranges of first digits. Both ends have the same number of digits. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly lengths: readonly number[];
}

/**
 * Issuer identification numbers (ISO/IEC 7812) and number lengths, as the networks publish them. Narrower ranges come first.
 */
const BRANDS: readonly Brand[] = [
  brand(
    'elo',
    '16',
    '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 636368',
  ),
  brand('hipercard', '16', '606282'),
  brand('rupay', '16', '508500-508999 606985-607984 608001-608500 652150-653149'),
  brand('verve', '16 18 19', '506099-506198'),
  brand('naranja', '16', '589562'),
  brand('mir', '16 17 18 19', '2200-2204'),
  brand('troy', '16', '9792'),
  brand('visa', '13 16 18 19', '4'),
  brand('mastercard', '16', '51-55 2221-2720'),
  brand('amex', '15', '34 37'),
  brand('diners', '14 16 19', '300-305 3095 36 38-39'),
  brand('discover', '16 19', '6011 644-649 65'),
  brand('jcb', '16 17 18 19', '35'),
  brand('jcb', '15', '2131 1800'),
  brand('unionpay', '14 15 16 17 18 19', '62 81'),
  brand('maestro', '12 13 14 15 16 17 18 19', '5018 5020 5038 5893 6304 6759 6761-6763'),
  brand('uatp', '15', '1'),
];

/** Lengths and ranges are separated by spaces. `51-55` is a range, `4` a single prefix. */
function brand(name: string, lengths: string, ranges: string): Brand {
  return {
    name,
    lengths: lengths.split(' ').map(Number),
    ranges: ranges.split(' ').map((range) => {
      const [from = '', to = from] = range.split('-');
      return [Number(from), Number(to)] as const;
    }),
  };
}

/** Test cards of payment providers: Stripe has one issuer prefix, and others have accounts of zeros. */
const TEST_CARD = /^400000|^\d{4,9}0{6,}\d{0,4}$/;
/** Article codes, times in milliseconds and many kinds of ids have these lengths as well. */
const COMMON_LENGTHS = [12, 13, 17, 18, 19];

/** A card number: a known issuer prefix, one of its lengths, and a Luhn check digit. */
export function validateCard({ value, before }: Candidate): Verdict {
  const digits = digitsOf(value);
  const brand = brandOf(digits);
  if (brand === undefined || !passesLuhn(digits)) return { verdict: 'invalid' };
  const evidence = ['checksum:luhn', `iin:${brand}`];
  if (isPublishedNumber(digits, true) || TEST_CARD.test(digits)) {
    return { verdict: 'valid', evidence, tags: ['test-number'], confidence: 0.3, normalized: digits };
  }
  if (isOneDigitRepeated(digits.slice(1))) return { verdict: 'invalid' };
  if (value === digits && isNamedAsId(before)) return { verdict: 'unknown', evidence, normalized: digits };
  // Grouping is evidence of its own; without it, common lengths prove nothing.
  const isPlain = value === digits && (brand === 'uatp' || COMMON_LENGTHS.includes(digits.length));
  return { verdict: isPlain ? 'unknown' : 'valid', evidence, normalized: digits };
}

/** `pageId=…`, "order number …", `/issues/…`. One in ten numbers with an issuer prefix passes Luhn by chance. */
function isNamedAsId(before: string): boolean {
  return /(?:[a-z]Id|(?:\b|_)(?:id|uid)s?|(?:page|order|tracking|lot|batch|serial|invoice|ticket|case|build|job|run|article)[ _-]?(?:no|nr|number|num)?\.?)["'`]?[ \t]{0,2}[:=#]?[ \t]{0,2}["'`]?$|\w\/$/i.test(
    before,
  );
}

function brandOf(digits: string): string | undefined {
  return BRANDS.find(
    ({ ranges, lengths }) =>
      lengths.includes(digits.length) &&
      ranges.some(([from, to]) => {
        const prefix = Number(digits.slice(0, String(from).length));
        return prefix >= from && prefix <= to;
      }),
  )?.name;
}

/** Track 1 (`%B…^NAME^…`) or track 2 (`;…=…`) of a magnetic stripe (ISO/IEC 7813). The card number in it must be valid. */
export function validateTrack({ groups }: Candidate): Verdict {
  const digits = groups['pan'] ?? '';
  const month = Number(groups['month']);
  if (brandOf(digits) === undefined || !passesLuhn(digits) || month < 1 || month > 12) return { verdict: 'invalid' };
  return { verdict: 'valid', evidence: ['checksum:luhn'] };
}
