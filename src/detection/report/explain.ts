import type { Detector, KeywordRule, Rule } from '../detector';
import type { Band } from '../finding';
import { foldText } from '../text/fold';

/**
 * Explains a finding in one sentence: why the value was found, and how it would be more or less certain. Pure. The sentence
 * has words of detectors only, never a value.
 */

export interface Explainable {
  readonly evidence: readonly string[];
  readonly confidence: number;
  readonly band: Band;
}

/** The part of a detector that decides the confidence. Undefined: a custom detector, or one that no longer exists. */
export type ExplainedDetector = Pick<Detector, 'context' | 'confidence' | 'rules' | 'generic' | 'regions'> &
  Partial<Pick<Detector, 'category'>>;

/** `context:"card number"`, `checksum:luhn`, `date`. */
const PARTS = /^([a-z-]+)(?::"?(.*?)"?)?$/s;
/** Evidence from the words around a value. */
const WORDS: readonly string[] = ['context', 'keyword', 'table-header', 'row-header'];
const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' });

/** @param nameOf returns the name of a detector */
export function explainFinding(
  { evidence, confidence, band }: Explainable,
  detector: ExplainedDetector | undefined,
  nameOf: (detectorId: string) => string,
): string {
  const parts = partsOf(evidence);
  const { reasons, doubts } = reasonsOf(parts, detector, ({ kind, about }) => reasonOf(kind, about, nameOf));
  const but = doubts.length === 0 ? '' : `, but ${listOf(doubts)}`;
  return `Found with ${band} confidence because ${listOf(reasons)}${but}; ${changesOf(parts, confidence, detector, doubts.length > 0)}.`;
}

/**
 * Explains a finding to the author of a page, who does not set up detection: why it was found, and whether it may be
 * harmless.
 */
export function explainToAuthor(
  { evidence }: Pick<Explainable, 'evidence'>,
  detector: ExplainedDetector | undefined,
  nameOf: (detectorId: string) => string,
): string {
  const plain = ({ kind, about }: Part) =>
    kind === 'near'
      ? `other sensitive data is near (${nameOf(about)})`
      : ((PLAIN[detector?.category === 'secret' ? `${kind}-of-secret` : kind] ?? PLAIN[kind])?.replace(
          'real numbers',
          detector?.regions?.length === 1 ? `real numbers of ${countryName(detector.regions[0])}` : 'real numbers',
        ) ?? reasonOf(kind, about, nameOf));
  const { reasons, doubts } = reasonsOf(partsOf(evidence), detector, plain);
  const doubt = doubts.length === 0 ? '' : ` It may be harmless: ${listOf(doubts)}.`;
  return `Found because ${listOf(reasons)}.${doubt}`;
}

/** The reasons of a machine, in the words of a person. */
const PLAIN: Readonly<Record<string, string>> = {
  checksum: 'its digits pass the test that real numbers pass',
  'checksum-of-secret': 'its characters pass the test that real tokens pass',
  entropy: 'it looks like random characters, as passwords and keys do',
  alphabet: 'it looks like a password or a key',
  'key-material': 'it looks like a complete key',
  phone: 'it can be a real phone number',
};

function partsOf(evidence: readonly string[]): readonly Part[] {
  return evidence.map((one) => {
    const [, kind = '', about = ''] = PARTS.exec(one) ?? [];
    return { kind, about };
  });
}

/** Each reason and each doubt once. There is at least one reason. */
function reasonsOf(
  parts: readonly Part[],
  detector: ExplainedDetector | undefined,
  reason: (part: Part) => string | undefined,
) {
  const found = parts.flatMap((part) => reason(withSpelling(part, detector)) ?? []);
  // Random characters alone do not say which secret it is.
  const isUnnamed = parts.every(({ kind }) => /^(?:entropy|alphabet|tag)$/.test(kind));
  const reasons = [...new Set([...(isUnnamed ? [reasonWithoutEvidence(detector)] : []), ...found])];
  const doubts = parts.flatMap(({ kind, about }) => (kind === 'tag' ? [DOUBTS[about] ?? UNKNOWN_DOUBT] : []));
  return { reasons: reasons.length === 0 ? [reasonWithoutEvidence(detector)] : reasons, doubts: [...new Set(doubts)] };
}

interface Part {
  readonly kind: string;
  readonly about: string;
}

/**
 * A word in the spelling of the detector, with dots for the rest of a stem: "geburtsdat…". No country if other regions have the
 * same form.
 */
function withSpelling(part: Part, detector: ExplainedDetector | undefined): Part {
  if (part.kind === 'country' && detector?.rules.some(({ confidence }) => confidence?.inRegion !== undefined) === true)
    return { ...part, about: '' };
  const word = detector?.context?.find((one) => foldText(one.replaceAll('*', '')) === part.about);
  return word === undefined ? part : { ...part, about: word.replace(/^\*/, '').replace('*', '…') };
}

/** The ways in which the same value would be more or less certain. */
function changesOf(
  parts: readonly Part[],
  confidence: number,
  detector: ExplainedDetector | undefined,
  hasDoubts: boolean,
): string {
  const kinds = parts.map(({ kind }) => kind);
  const hasLabel = kinds.some((kind) => WORDS.includes(kind));
  const hasWord = hasLabel || kinds.includes('near');
  if (hasDoubts) return 'another value in its place would be more certain';
  if (kinds.includes('heading'))
    return 'the same word near the value would make it more certain, and without it, it would be less certain';
  if (hasWord && detector !== undefined && gainsByWords(detector))
    return `without the ${hasLabel ? 'word' : 'other finding'}, it would be less certain`;
  const [word] = detector?.context ?? [];
  if (!hasWord && word !== undefined && detector !== undefined && maxWithWords(detector) > confidence)
    return `a word such as “${word}” near it would make it more certain, and an example value less`;
  if (kinds.includes('checksum')) return 'only a published example value would be less certain';
  return 'an example or a placeholder in its place would be less certain';
}

const confidencesOf = ({ confidence, rules }: ExplainedDetector) => [
  confidence,
  ...rules.flatMap((rule) => rule.confidence ?? []),
];

function gainsByWords(detector: ExplainedDetector): boolean {
  return confidencesOf(detector).some(({ base, withContext = base }) => withContext > base);
}

function maxWithWords(detector: ExplainedDetector): number {
  return Math.max(
    ...confidencesOf(detector).map(({ base, withContext = base }) => (withContext > base ? withContext : 0)),
  );
}

/** Values of any format are found by a word: `password` before a password. */
function reasonWithoutEvidence(detector: ExplainedDetector | undefined): string {
  for (const rule of detector?.generic === true ? detector.rules : []) {
    if (rule.by === 'window') return `a word such as “${rule.keywords[0]}” is near it`;
    if (rule.by === 'assignment' || (rule.by === 'keyword' && rule.at === 'end'))
      return `a word such as “${rule.keywords[0]}” introduces it`;
  }
  const rules = detector?.rules ?? [];
  const prefixes = rules.flatMap((rule) => (isPrefixed(rule) ? rule.keywords : []));
  if (prefixes.length === 0 || !rules.every(isPrefixed))
    return FORMS_BY_CATEGORY[detector?.category ?? 'other'] ?? 'it has the form of such data';
  return `it starts with “${prefixes[0]}”${prefixes.length > 1 ? ' or a similar prefix' : ''}`;
}

function isPrefixed(rule: Rule): rule is KeywordRule {
  return rule.by === 'keyword' && rule.at !== 'end' && !rule.lead && !rule.pattern.source.includes('(?<value>');
}

/** The reason of a value that has no other reason than its form. */
const FORMS_BY_CATEGORY: Readonly<Record<string, string>> = {
  secret: 'a command, a setting or a service has its secret in this form',
  pii: 'numbers and addresses of people have this form',
  network: 'it has the form of an address in a network',
  financial: 'it has the form of a number of a bank or a payment',
  health: 'doses of medicines and numbers in health records have this form',
};

/** Continues "because". Undefined: not a reason. */
function reasonOf(kind: string, about: string, nameOf: (detectorId: string) => string): string | undefined {
  switch (kind) {
    case 'checksum':
      return 'its check digits are valid';
    case 'iin':
      return `it starts like a number of ${about.length < 4 ? about.toUpperCase() : about.slice(0, 1).toUpperCase() + about.slice(1)}`;
    case 'context':
    case 'keyword':
      return `the word “${about}” is near it`;
    case 'table-header':
      return `the header of its column has the word “${about}”`;
    case 'row-header':
      return `the first cell of its row has the word “${about}”`;
    case 'heading':
      return `the heading above has the word “${about}”`;
    case 'near':
      return `another finding is near (${nameOf(about)})`;
    case 'entropy':
      return 'it looks random';
    case 'date':
      return 'it has a valid date';
    case 'country':
      return about === '' ? undefined : `its format is used in ${countryName(about)}`;
    case 'phone':
      return PHONES[about] ?? 'its format is valid';
    case 'format':
      return FORMATS[about];
    case 'decoded':
      return DECODED[about] ?? 'it is in a valid notation';
    case 'alphabet':
      return 'it has only the expected characters';
    case 'key-material':
      return 'it has the data of a key';
    default:
      return undefined;
  }
}

const PHONES: Readonly<Record<string, string>> = {
  valid: 'its number is in an assigned range',
  possible: 'its number has a valid length',
};

const FORMATS: Readonly<Record<string, string>> = {
  account: 'its label names a bank account',
  document: 'its label names a document',
  amount: 'it is an amount of money with a label for pay',
  mac: 'it has the format of a MAC address',
  illness: 'it has the name of an illness or a treatment beside a person',
  'illness-field': 'its label names an illness of a patient',
  medicine: 'it has the name of a medicine beside a person',
  'medicine-field': 'its label names the medication of a patient',
  address: 'it has the form of an address',
};

const DECODED: Readonly<Record<string, string>> = {
  base64: 'it is such a value in another notation (Base64)',
  'private-key': 'it is an encoded private key',
  jwt: 'it is a JSON web token',
  'jwt-header': 'it is a JSON web token',
  'user-password': 'it is an encoded user name with a password',
};

/** Continues "but". */
const DOUBTS: Readonly<Record<string, string>> = {
  'test-number': 'it is a published test number',
  'example-address': 'it is an example address',
  'reserved-address': 'it is a reserved address',
  'common-address': 'it is an address that vendors preset and manuals use',
  'role-address': 'it is the address of a role, not of a person',
  'list-address': 'it is the address of a mailing list or an issue tracker',
  'local-address': 'it is only valid inside a network',
  'network-prefix': 'it is the prefix of a network, not the address of a host',
  'well-known-address': 'it is a well-known address',
  sequence: 'it is a simple sequence',
  organization: 'it is the number of an organization',
  sample: 'it is a known sample or looks like one',
};
const UNKNOWN_DOUBT = 'it is a special value';

function countryName(code = ''): string {
  const name = /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code;
  return /^United |^Netherlands|^Philippines/.test(name) ? `the ${name}` : name;
}

/** `a`, `a and b`, `a, b and c`. */
function listOf(clauses: readonly string[]): string {
  const last = clauses.at(-1) ?? '';
  return clauses.length < 2 ? last : `${clauses.slice(0, -1).join(', ')} and ${last}`;
}
