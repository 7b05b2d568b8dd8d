import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { Candidate, Verdict } from '../detector';
import { BLOCK_BORDER } from '../text/flat-text';
import { digitsOf, isOneDigitRepeated, isSequence } from './digits';
import { foldText } from '../text/fold';
import { letterPattern } from '../text/letters';
import { COLUMN_OF_PEOPLE, endsWithName, isFullName, namesPerson, OF_FAMILY } from './person-evidence';

/** The minimum number of digits with and without country code. */
const MIN_DIGITS = { international: 6, national: 7 };
/** How many trailing groups of digits may be cut off, because other numbers may follow a phone number. */
const MAX_CUTS = 3;

/** Latitude and longitude west of Greenwich in degrees and minutes (ISO 6709): +4043-07400. */
const COORDINATES = /^\+[0-8]\d[0-5]\d-(?:0\d|1[0-7])\d[0-5]\d$/;

/** The limit for +12345678901 and similar, which could be assigned but are examples. */
const SAMPLE_CONFIDENCE = 0.3;

/**
 * Validates a number with country code. An invalid one of possible length is `unknown`, because the plan may be new.
 */
export function validateInternationalPhone(candidate: Candidate): Verdict {
  const { value, source } = candidate;
  const digits = digitsOf(value);
  const ofService = isOfServiceOrCompany(candidate, digits, isOfPerson(candidate)) && OF_SERVICE;
  if (digits.length < MIN_DIGITS.international || COORDINATES.test(value)) return { verdict: 'invalid' };
  let text = value;
  for (let cut = 0; cut <= MAX_CUTS; cut++) {
    const parsed = parse(source, text);
    if (parsed?.isValid === true) {
      const verdict = found(parsed.number, text.length);
      return isSequence(digits)
        ? { ...verdict, tags: ['sample'], confidence: SAMPLE_CONFIDENCE }
        : { ...verdict, ...ofService };
    }
    const end = text.search(/[ ()./\u00a0-]+\d+$/);
    if (end < 8) break;
    text = text.slice(0, end);
  }
  const number = parse(source, value)?.number;
  return number?.isPossible() && !isFiller(digitsOf(value))
    ? { verdict: 'unknown', evidence: ['phone:possible'], normalized: numberOf(number) }
    : { verdict: 'invalid' };
}

/** Labels of ID numbers of other countries, whose detectors do not run in the configured regions. */
const OF_PERSON =
  /(?:\bnhs|\brodne|\bpesel|\bbsn|personnummer|fodselsn|\bsocial sec|versicherungsn|fiscal|\btax|steuer)[^.,;:\n]{0,20}[:.]? ?$/;

/** Validates a number as dialed within a country. It is valid in one of the regions, or needs a context word. */
export function validateNationalPhone(candidate: Candidate): Verdict {
  const { value, regions, before, after, source, labels } = candidate;
  const digits = digitsOf(value);
  if (
    digits.length < MIN_DIGITS.national ||
    digits.length > 18 ||
    isInFours(value, before) ||
    isFiller(digits) ||
    isRepeatedGroups(value, before) ||
    labels.some((label) => OF_PERSON.test(foldText(label))) ||
    isOtherNumber(value, before, after) ||
    (candidate.groups['bare'] !== undefined && !isColumnOfPeople(candidate))
  )
    return { verdict: 'invalid' };
  const isNamed = isOfPerson(candidate);
  const isOfService = isOfServiceOrCompany(candidate, digits, isNamed);
  for (const region of regions) {
    if (!isSupportedCountry(region)) continue;
    const parsed = parse(source, value, region);
    if (parsed?.isValid === true && isPlausiblyWritten(value, parsed.number) && hasTrunkPrefix(digits, parsed))
      return {
        ...found(parsed.number, value.length),
        hasContext: isNamed,
        ...((isOfService || SERVICE_TYPES.includes(parsed.number.getType())) && OF_SERVICE),
      };
  }
  return { verdict: 'unknown', evidence: ['phone:format'], ...(isOfService && OF_SERVICE) };
}

/** True if a person or an email address is named beside a number. */
function isOfPerson({ before, after, row }: Candidate): boolean {
  if (endsWithName(before) || row.split(BLOCK_BORDER).some(isFullName)) return true;
  const near = [before.slice(-MAX_NAME), after.slice(0, MAX_NAME)];
  return (
    near.some((text) => namesPerson(text) || EMAIL.test(text)) ||
    NAME_ON.test(before) ||
    OF_FAMILY.test(foldText(before))
  );
}

function isOfServiceOrCompany({ before, headers, headerRow }: Candidate, digits: string, isNamed: boolean): boolean {
  if (TOLL_FREE.test(digits)) return true;
  const label = foldText(`${before.slice(-MAX_NAME)} ${headers.join(' ')}`);
  const columns = foldText(headerRow);
  // The name of a company may look like that of a person.
  const isInCompanies = COMPANY_COLUMN.test(columns) && !COLUMN_OF_PEOPLE.test(columns);
  return SERVICE.test(label) || isInCompanies || (!isNamed && COMPANY.test(label));
}

/** Also in countries that are no regions of the site. */
const TOLL_FREE = /^(?:0?800\d{5,7}|90[012]\d{6})$/;
/** Departments and companies. A person may be named beside these. */
const COMPANY = letterPattern(
  String.raw`(?<!\p{L})(?:reception|front desk|main (?:line|number)|head ?office|vendor|supplier|carrier|sales|support|bookings?|press office|empfang|pforte|sekretariat|geschaftsstelle|lieferant|hersteller|pressestelle|fournisseur|prestataire|accueil|secretariat|recepcion|secretaria|soporte|incidencias|proveedor|gestoria|rececao|recepcao|fornecedor|fornitore|portineria|segreteria|receptie|leverancier|hulp nodig|recepcja|sekretariat|dostawca|receptionen|leverantor|leverandor|recepce|dodavatel|受付|本社|管理会社|取引先)(?!\p{L}| \()`,
  'u',
);
const COMPANY_COLUMN = new RegExp(
  String.raw`(?:^|[\n\u001e]) *(?:vendor|supplier|company|lieferant|firma|fournisseur|societe|entreprise|proveedor|empresa|fornecedor|fornitore|azienda|leverancier|bedrijf|dostawca|leverantor|foretag|leverandor|virksomhed|dodavatel|取引先|会社(?:名)?|仕入先) *(?:\n|$)`,
);

/** Numbers of a service are published, and belong to no person. */
const OF_SERVICE = { confidence: 0.3 };
const SERVICE =
  /help ?(?:line|desk)|security desk|switchboard|hotline|service ?desk|customer (?:service|care)|free ?phone|toll free|public (?:number|line|phone)|desk is public|out of hours line|leitstelle|\bzentrale\b|kundenservice|kundendienst|servicenummer|das buro ist|storungsdienst|numero vert|ligne du service|standard d|\ble standard|accueil telephon|service client|centralita|atencion al cliente|la oficina atiende|telefono gratuito|numero verde|centralino|servizio clienti|balcao|telefone geral|linha (?:publica|de apoio|verde)|apoio ao cliente|klantenservice|storingsdienst|infolini|dla pacjentow|vaxeln?|kundtjanst|dogntelefon|omstilling|kundeservice|zakaznick|infolink|窓口|フリーダイヤル|コールセンター|代表(?:電話|は)/;
const SERVICE_TYPES: readonly unknown[] = ['TOLL_FREE', 'SHARED_COST'];

/** "Person | Number". Other numbers have such a header as well. */
function isColumnOfPeople({ headers, headerRow }: Candidate): boolean {
  return NUMBER_HEADER.test(foldText(headers[0] ?? '')) && COLUMN_OF_PEOPLE.test(foldText(headerRow));
}

const MAX_NAME = 60;
const NUMBER_HEADER = /^(?:number|nummer|numero?|nr|no)\.?$/;
/** "Leonie first on ", "Fermín al " */
const NAME_ON = letterPattern(
  String.raw`\p{Lu}\p{Ll}+(?: \p{L}+)? (?:on|at|au|al|ao|på|pod|na|op|unter|auf|em)[ :]{1,2}$`,
  'u',
);
const EMAIL = /[\w-]@[\w-]+\.[a-z]/i;

/**
 * Landline plans, such as Germany's, accept almost any ten digits after a zero. Digits without separators are therefore only
 * accepted as mobile numbers, and numbers with a leading zero have at most twelve digits, unless 00 starts a country code.
 */
function isPlausiblyWritten(value: string, number: PhoneNumber): boolean {
  if (/^\d+$/.test(value)) return !value.startsWith('0') || number.getType() === 'MOBILE';
  return /^(?:00|[^0])/.test(value) || digitsOf(value).length <= 12;
}

/**
 * Some countries dial a 0 before every national number. Digits without it are no phone number there, except after a
 * word for one. Otherwise three columns of a table, `538 538 1075`, would be a German number.
 */
function hasTrunkPrefix(digits: string, { isDialedWithZero }: Parsed): boolean {
  return digits.startsWith('0') || !isDialedWithZero;
}

/** True for the days of a calendar and other columns of rising numbers: `26 27 28 29 30 31`, `610 987 1597`. */
function isRow(value: string, before: string): boolean {
  const groups = value.split(/[ \u00a0]+/);
  if (groups.length < 3 || groups.some((group) => !/^\d+$/.test(group))) return false;
  const steps = groups.slice(1).map((group, index) => Number(group) - Number(groups[index]));
  if (steps.every((step) => step === steps[0] && step !== 0)) return true;
  return /\d[ \u00a0\t]{1,4}\d+[ \u00a0\t]{1,4}$/.test(before) && !value.startsWith('0');
}

/** True for a part of four groups of four digits, as in cards and orders. A phone number has at most 15 digits. */
function isInFours(value: string, before: string): boolean {
  const [, earlier = ''] = /(?:^|\D)((?:\d{4}[ .\u00a0-]){0,3})$/.exec(before) ?? [];
  return /^(?:\d{4}[ .\u00a0-]){3}\d{4}(?!\d)/.test(earlier + value);
}

/** True for versions, decimals and ranges: `2013.0523`, `240.00 128.00`, `3456-4567 5678-6789`, `10000-01-01`. */
function isDecimalOrRange(value: string): boolean {
  if (/^\d+\.\d+\)?$/.test(value) && !/^0\d{2,4}\.|^\d{3}\.\d{4}$/.test(value)) return true;
  if (/(?:^|[ /])\d{1,4}\.\d{2}(?:[ )]|$)/.test(value) && !/\d\.\d+\.\d/.test(value)) return true;
  // Round numbers: 1000-5000.
  if (/^[1-9]\d{0,3}000?-[1-9]\d{0,3}000?$/.test(value)) return true;
  if (/(?:^| )(\d{2,})-(\d{2,}) \d{2,}-\d{2,}$/.test(value)) return true;
  return /^\d{5,}-\d\d-\d\d$/.test(value);
}

/** True for two ascending years: `1400-1600`, `2019 2021`. */
function isYears(value: string): boolean {
  const [, first = '', last = ''] = /^((?:1\d|20)\d\d)[ \u00a0-]((?:1\d|20)\d\d)\)?$/.exec(value) ?? [];
  return first !== '' && Number(first) <= Number(last);
}

/** True for octal numbers of characters and file modes, each with a zero: `0100-0177 (0101-0176)`, `0377 (0241`. */
function isOctal(value: string): boolean {
  return /^0[0-7]{2,3}(?:[ (-]{1,3}0[0-7]{2,3}){1,4}\)?$/.test(value);
}

interface Parsed {
  readonly number: PhoneNumber;
  readonly isValid: boolean;
  /** True if the national form of a valid number starts with a zero. */
  readonly isDialedWithZero: boolean;
}

/** Parsed numbers per text. Parsing is slow, and a number may occur many times in a text. */
const parsedNumbers = new WeakMap<object, Map<string, Parsed | undefined>>();

function parse(source: object, text: string, region?: CountryCode): Parsed | undefined {
  const numbers = parsedNumbers.get(source) ?? new Map<string, Parsed | undefined>();
  parsedNumbers.set(source, numbers);
  const key = `${region ?? '+'} ${text}`;
  if (numbers.has(key)) return numbers.get(key);
  // +44 (0)20: the zero is dialed within the country only.
  const dialed = text.replace(/^(\+\d{1,3} ?)\(0\)/, '$1');
  const options = region === undefined ? { extract: false } : { defaultCountry: region, extract: false };
  const number = parsePhoneNumberFromString(dialed, options);
  const isValid = number?.isValid() === true;
  const isDialedWithZero = isValid && digitsOf(number.formatNational()).startsWith('0');
  const parsed = number && { number, isValid, isDialedWithZero };
  numbers.set(key, parsed);
  return parsed;
}

function found(number: PhoneNumber, length: number) {
  const evidence = ['phone:valid', ...(number.country === undefined ? [] : [`country:${number.country}`])];
  return { verdict: 'valid' as const, evidence, normalized: numberOf(number), length };
}

/** E.164, with the extension if there is one, because numbers with different extensions are different values. */
function numberOf({ number, ext }: PhoneNumber): string {
  return ext === undefined || ext === '' ? number : `${number};ext=${ext}`;
}

/** True for groups of one digit each, also at the end of them: `(111) 222-3333`. */
function isRepeatedGroups(value: string, before: string): boolean {
  const start = /[(\d][\d ().-]{0,12}$/.exec(before)?.[0] ?? '';
  const groups: readonly string[] = (start + value).match(/\d+/g) ?? [];
  return groups.length >= 3 && !groups.includes('555') && groups.every((group) => /^(\d)\1{2,}$/.test(group));
}

/** Fillers such as 000-000-0000 and 1234567890. Repeated fives are not excluded, because some such numbers exist. */
function isFiller(digits: string): boolean {
  return isSequence(digits) || (isOneDigitRepeated(digits) && !digits.startsWith('5'));
}

/** Dates, times, IP addresses, versions, amounts, and the ids of CVEs and issues are grouped digits as well. */
function isOtherNumber(value: string, before: string, after: string): boolean {
  if (isRow(value, before) || isDecimalOrRange(value)) return true;
  if (/^0\.\d+$/.test(value) || isYears(value) || isOctal(value)) return true;
  // The form of social security numbers of the US.
  if (/^\d{3}-\d\d-\d{4}\)?$/.test(value)) return true;
  // A US ZIP+4 code after the abbreviation of a state.
  if (/^\d{5}-\d{4}$/.test(value) && /\b[A-Z]{2}[.,]?[ \u00a0]{1,3}$/.test(before)) return true;
  // A citation such as "41 (1983) 759", or a commit.
  if (/^(?:\d{1,3} ?)?\((?:19|20)\d\d\) ?\d{1,4}$/.test(value) || before.endsWith('[`')) return true;
  // An amount, or a time in seconds.
  if (/^[1-9]\d*0{6}$/.test(value)) return true;
  // A dump of bytes.
  if (/^0\d(?:(?: 0\d){3}|(?:-0\d){3})/.test(value) || isInPath(value, before) || isInId(value, before)) return true;
  if (/^(?:19|20)\d\d[-./ ](?:0?[1-9]|1[0-2])[-./ ](?:0?[1-9]|[12]\d|3[01])(?!\d)/.test(value)) return true;
  if (/[ .](?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/.test(value)) return true;
  if (/^(?:0?[1-9]|[12]\d|3[01])[-./ ](?:0?[1-9]|[12]\d|3[01])[-./ ](?:19|20)\d\d(?!\d)/.test(value)) return true;
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(value)) return true;
  // 1.234.567 and 1 234 567 are amounts, and so is a number next to a currency or unit.
  if (/^[1-9]\d{0,2}(?:[.\u00a0 ]000)+$/.test(value)) return true;
  return /[$€£¥#]\s?$/.test(before) || /^\s?(?:[$€£¥%]|(?:usd|eur|gbp|chf|bytes|[kmg]b|ms)\b)/i.test(after);
}

/** True inside the path of a URL or a file. A path has no spaces, so it has ended before the number in `/team/office/030 12345678`. */
function isInPath(value: string, before: string): boolean {
  if (!before.endsWith('/')) return false;
  const path = /[\w.~:/?#@%&=+-]*$/.exec(before)?.[0] ?? '';
  // The start of a long path is not visible.
  if (/:\/\/[^/]+\//.test(path) || path.length > 60) return true;
  return (
    !/[ \u00a0(]/.test(value) &&
    /^(?:\.{0,2}(?:\/[\w.-]+){2}|(?:[a-z\d-]+\.)+[a-z]{2,}\/[\w.-]+)\/(?:[\w.-]+\/)*$/.test(path)
  );
}

/** True for ids such as CVE-2024-12345, also after a word for phones. WORK-030 12345678 and NYC-(415) 867-5309 may be phone numbers then. */
function isInId(value: string, before: string): boolean {
  return (
    /(?:^|[^A-Za-z])(?!TEL|FAX|MOB|HANDY|(?:PHONE|FON|CELL|HOTLINE)-)[A-Z][A-Z0-9]{1,9}-$/.test(before) &&
    !/^(?:\(|0\d{1,4}[ \u00a0/]|\d{3}([ .-])\d{3}\1\d{4})/.test(value)
  );
}
