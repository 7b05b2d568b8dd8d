import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { Candidate, Verdict } from '../detector';
import { digitsOf, isOneDigitRepeated, isSequence } from './digits';

/** With the country's code, and without. */
const LEAST_DIGITS = { international: 6, national: 7 };
/** How often something is cut off at the end, where other digits may follow a number. */
const MAX_CUTS = 3;

/** A number with its country's code. What is not valid, but as long as numbers there are, may be one that is not known yet. */
export function validateInternationalPhone({ value, source }: Candidate): Verdict {
  if (digitsOf(value).length < LEAST_DIGITS.international) return { verdict: 'invalid' };
  let text = value;
  for (let cut = 0; cut <= MAX_CUTS; cut++) {
    const parsed = parse(source, text);
    if (parsed?.isValid === true) return found(parsed.number, text.length);
    const end = text.search(/[ ()./\u00a0-]+\d+$/);
    if (end < 8) break;
    text = text.slice(0, end);
  }
  const number = parse(source, value)?.number;
  return number?.isPossible() && !isFiller(digitsOf(value))
    ? { verdict: 'unknown', evidence: ['phone:possible'], normalised: numberOf(number) }
    : { verdict: 'invalid' };
}

/** A number as it is dialled within a country: valid in one of the regions, or what a word beside it may make one. */
export function validateNationalPhone({ value, regions, before, after, source }: Candidate): Verdict {
  const digits = digitsOf(value);
  if (
    digits.length < LEAST_DIGITS.national ||
    digits.length > 18 ||
    isFiller(digits) ||
    looksLikeAnother(value, before, after)
  )
    return { verdict: 'invalid' };
  for (const region of regions) {
    if (!isSupportedCountry(region)) continue;
    const parsed = parse(source, value, region);
    if (parsed?.isValid === true && isWrittenLikeOne(value, parsed.number)) return found(parsed.number, value.length);
  }
  return { verdict: 'unknown', evidence: ['phone:format'] };
}

/**
 * Plans of fixed lines take almost any ten digits behind a zero (Germany's do), so that digits in a row are believed where
 * they are a mobile number's; and none is longer than twelve, unless it begins with 00 and the country.
 */
function isWrittenLikeOne(value: string, number: PhoneNumber): boolean {
  if (/^\d+$/.test(value)) return !value.startsWith('0') || number.getType() === 'MOBILE';
  return /^(?:00|[^0])/.test(value) || digitsOf(value).length <= 12;
}

interface Parsed {
  readonly number: PhoneNumber;
  readonly isValid: boolean;
}

/** By the text that they are in: a number that stands in it again is not taken apart again, which takes long. */
const numbersIn = new WeakMap<object, Map<string, Parsed | undefined>>();

function parse(source: object, text: string, region?: CountryCode): Parsed | undefined {
  const numbers = numbersIn.get(source) ?? new Map<string, Parsed | undefined>();
  numbersIn.set(source, numbers);
  const key = `${region ?? '+'} ${text}`;
  if (numbers.has(key)) return numbers.get(key);
  // +44 (0)20: the zero that is dialled within the country only.
  const dialled = text.replace(/^(\+\d{1,3} ?)\(0\)/, '$1');
  const options = region === undefined ? { extract: false } : { defaultCountry: region, extract: false };
  const number = parsePhoneNumberFromString(dialled, options);
  const parsed = number && { number, isValid: number.isValid() };
  numbers.set(key, parsed);
  return parsed;
}

function found(number: PhoneNumber, length: number): Verdict {
  const evidence = ['phone:valid', ...(number.country === undefined ? [] : [`country:${number.country}`])];
  return { verdict: 'valid', evidence, normalised: numberOf(number), length };
}

/** E.164, with the extension where there is one: two extensions are two numbers. */
function numberOf({ number, ext }: PhoneNumber): string {
  return ext === undefined || ext === '' ? number : `${number};ext=${ext}`;
}

/** 000-000-0000 and 1234567890. Of fives, as films have them, some are taken for real. */
function isFiller(digits: string): boolean {
  return isSequence(digits) || (isOneDigitRepeated(digits) && !digits.startsWith('5'));
}

/** Dates, times, internet addresses, versions, sums, and what CVEs and issues are called are grouped digits, too. */
function looksLikeAnother(value: string, before: string, after: string): boolean {
  if (/^0\.\d+$/.test(value) || /^(?:19|20)\d\d[ -](?:19|20)\d\d\)?$/.test(value)) return true;
  // The postal code of a place in the United States.
  if (/^\d{5}-\d{4}$/.test(value) && /\b[A-Z]{2}[.,]?[ \u00a0]{1,3}$/.test(before)) return true;
  // What is cited: "41 (1983) 759"; a commit.
  if (/^(?:\d{1,3} ?)?\((?:19|20)\d\d\) ?\d{1,4}$/.test(value) || before.endsWith('[`')) return true;
  // A sum, or a time in seconds.
  if (/^[1-9]\d*0{6}$/.test(value)) return true;
  // Bytes.
  if (/^0\d 0\d 0\d 0\d/.test(value) || isInPath(value, before) || isInName(value, before)) return true;
  if (/^(?:19|20)\d\d[-./ ](?:0?[1-9]|1[0-2])[-./ ](?:0?[1-9]|[12]\d|3[01])(?!\d)/.test(value)) return true;
  if (/[ .](?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/.test(value)) return true;
  if (/^(?:0?[1-9]|[12]\d|3[01])[-./ ](?:0?[1-9]|[12]\d|3[01])[-./ ](?:19|20)\d\d(?!\d)/.test(value)) return true;
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(value)) return true;
  // 1.234.567 and 1 234 567 are amounts; so is what a currency or a unit stands beside.
  if (/^[1-9]\d{0,2}(?:[.\u00a0 ]000)+$/.test(value)) return true;
  return /[$€£¥#]\s?$/.test(before) || /^\s?(?:[$€£¥%]|(?:usd|eur|gbp|chf|bytes|[kmg]b|ms)\b)/i.test(after);
}

/** A part of the path of an address or a file. A path has no spaces, so that `/team/office/030 12345678` goes on behind its end. */
function isInPath(value: string, before: string): boolean {
  if (!before.endsWith('/')) return false;
  const path = /[\w.~:/?#@%&=+-]*$/.exec(before)?.[0] ?? '';
  // Of a long one the beginning is not seen.
  if (/:\/\/[^/]+\//.test(path) || path.length > 60) return true;
  return (
    !/[ \u00a0(]/.test(value) &&
    /^(?:\.{0,2}(?:\/[\w.-]+){2}|(?:[a-z\d-]+\.)+[a-z]{2,}\/[\w.-]+)\/(?:[\w.-]+\/)*$/.test(path)
  );
}

/** Whether the number is part of the name of a CVE, an issue or a part: CVE-2024-12345. WORK-030 12345678 and NYC-(415) 867-5309 are phone numbers with a label. */
function isInName(value: string, before: string): boolean {
  return (
    /(?:^|[^A-Za-z])(?!TEL|FAX|MOB|HANDY|(?:PHONE|FON|CELL|HOTLINE)-)[A-Z][A-Z0-9]{1,9}-$/.test(before) &&
    !/^(?:\(|0\d{1,4}[ \u00a0/]|\d{3}([ .-])\d{3}\1\d{4})/.test(value)
  );
}
