import { isPublishedNumber } from '../../../src/detection/validators/published-samples';
import { seededRandom } from '../../../local/forge/seeded-random';
import type { Candidate, Detector } from '../../../src/detection/detector';
import { detectors } from '../../../src/detection/detectors';
import { detect } from '../../../src/detection/engine/detect';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenAdf } from '../../../src/detection/text/adf';

/** A value directly after a label, or below it, is of the kind of the label, although a phone plan or a check fits it by chance. */

const today = new Date('2026-01-15T00:00:00Z');
const random = seededRandom(38);
const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
const between = (from: number, to: number) => digits(from + Math.floor(random() * (to - from + 1)));
const VALUES = 25;
const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0];
/** In the groups that phone numbers have as well. */
const grouped = () =>
  pick([
    [3, 3, 4],
    [3, 4, 3],
    [4, 3, 3],
    [2, 3, 3],
    [3, 3, 3],
  ])
    .map(digits)
    .join(pick([' ', ' ', '-']));

/** The detectors that may report a value of the kind, its labels, and its values. */
interface Kind {
  readonly name: string;
  readonly ids: RegExp;
  readonly labels: readonly string[];
  readonly value: () => string;
  /** The regions to try, besides the default. */
  readonly regions?: readonly string[] | undefined;
}

const KINDS: readonly Kind[] = [
  {
    name: 'bank account',
    ids: /account|-rib$|iban|clabe|cbu/,
    labels: [
      'Bank account number',
      'Kontonummer',
      'Numéro de compte',
      'Número de cuenta',
      'Numero di conto corrente',
      'Número da conta bancária',
      'Rekeningnummer',
      'Numer rachunku',
      'Bankkonto',
      '口座番号',
    ],
    value: () => pick([() => between(7, 12), grouped])(),
  },
  {
    name: 'patient',
    ids: /^mrn$|nhs|chi$/,
    labels: [
      'Patient number',
      'MRN',
      'Patientennummer',
      'N° de dossier patient',
      'Número de historia clínica',
      'Numero cartella clinica',
      'Número do processo clínico',
      'Patiëntnummer',
      'Numer pacjenta',
      'Journalnummer',
      '患者番号',
    ],
    value: () => pick([() => between(7, 11), grouped])(),
  },
  {
    name: 'insured person',
    ids: /health-insurance|kvnr|svnr|nino|rvnr/,
    labels: [
      'Health insurance number',
      'Versichertennummer',
      "Numéro d'assuré",
      'Número de asegurado',
      'Numero assicurato',
      'Número de segurado',
      'Verzekerdennummer',
      'Numer ubezpieczonego',
      'Försäkringsnummer',
    ],
    value: () => pick([() => between(8, 12), grouped])(),
  },
  {
    name: 'passport',
    ids: /passport|identity-document|idcard/,
    labels: [
      'Passport number',
      'Reisepassnummer',
      'Numéro de passeport',
      'Número de pasaporte',
      'Numer paszportu',
      'Paspoortnummer',
    ],
    value: () => between(8, 9),
  },
];

/** The label of a person's number, its detector and its length. */
const PERSONS: readonly (readonly [label: string, id: string, count: number])[] = [
  ['PESEL', 'pl-pesel', 11],
  ['BSN', 'nl-bsn', 9],
  ['Burgerservicenummer', 'nl-bsn', 9],
  ['Steuer-ID', 'de-steuer-id', 11],
  ['Número de contribuinte', 'pt-nif', 9],
  ['Personnummer', 'se-personnummer', 10],
  ['Fødselsnummer', 'no-fnr', 11],
  ['SIN', 'ca-sin', 9],
  ['Tax file number', 'au-tfn', 9],
  ['NHS number', 'uk-nhs', 10],
  ['TC Kimlik No', 'tr-tckn', 11],
  ['Numéro fiscal', 'fr-spi', 13],
  ['Sozialversicherungsnummer', 'at-svnr', 10],
  ['CPF', 'br-cpf', 11],
  ['OIB', 'hr-oib', 11],
  ['SSN', 'us-ssn', 9],
  ['UTR', 'uk-utr', 10],
  ['Rodné číslo', 'cz-sk-rc', 10],
  ['マイナンバー', 'jp-my-number', 12],
  ['Aadhaar', 'in-aadhaar', 12],
];

/** A random value with right check digits, which is no sample and no number of an organization. */
function validValue({ validate }: Detector, count: number): string {
  for (;;) {
    const value = digits(count);
    const candidate: Partial<Candidate> = { value, today };
    const verdict = validate?.(candidate as Candidate) ?? { verdict: 'unknown' };
    const isOfPerson = verdict.verdict !== 'invalid' && verdict.confidence === undefined;
    if (isOfPerson && !isPublishedNumber(value, true)) return value;
  }
}

const named = new Map(detectors.map((detector) => [detector.id, detector]));
const PERSON_KINDS: readonly Kind[] = PERSONS.map(([label, id, count]) => {
  const detector = named.get(id);
  if (detector === undefined) throw new Error(`no detector ${id}`);
  // A valid number may be valid in several countries.
  return {
    name: id,
    ids: /^(?:[a-z]{2}-|health-insurance)/,
    labels: [label],
    value: () => validValue(detector, count),
    regions: detector.regions,
  };
});

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const cell = (type: string) => (text: string) => ({ type, attrs: {}, content: [paragraph(text)] });
const row = (type: string, ...texts: readonly string[]) => ({ type: 'tableRow', content: texts.map(cell(type)) });

/** Each value in a sentence, a list and tables. */
const FORMS: Readonly<Record<string, (label: string, values: readonly string[]) => readonly unknown[]>> = {
  'after a colon': (label, values) => values.map((value) => paragraph(`${label}: ${value}`)),
  'after a space': (label, values) => values.map((value) => paragraph(`Anna Berg, ${label} ${value}`)),
  'below a header': (label, values) => [
    {
      type: 'table',
      attrs: {},
      content: [row('tableHeader', 'Name', label), ...values.map((value) => row('tableCell', 'Anna Berg', value))],
    },
  ],
  'in a row': (label, values) =>
    values.map((value) => ({
      type: 'table',
      attrs: {},
      content: [row('tableCell', 'Name', 'Anna Berg'), row('tableCell', label, value)],
    })),
};

const everywhere = selectDetectors(builtInEngine, DEFAULT_POLICY);
const inOneRegion = (region: string) => selectDetectors(builtInEngine, { ...DEFAULT_POLICY, regions: [region] });

function findingsIn(content: readonly unknown[], { ids }: Kind, selection = everywhere) {
  const flat = flattenAdf({ type: 'doc', version: 1, content });
  const { winners } = detect(flat, selection, today);
  const found = winners.map(({ start, end, scored: { detector } }) => ({
    id: detector.id,
    value: flat.text.slice(start, end),
  }));
  return {
    own: found.filter(({ id }) => ids.test(id)).map(({ value }) => value),
    others: found.filter(({ id }) => !ids.test(id)),
  };
}

const cases = [...KINDS, ...PERSON_KINDS].flatMap((kind) =>
  kind.labels.map((label) => ({ kind, label, name: kind.name })),
);

it.each(cases)('a value labeled "$label" stays a number of the kind $name', ({ kind, label }) => {
  const values = Array.from({ length: VALUES }, kind.value);
  for (const content of Object.values(FORMS)) {
    expect(findingsIn(content(label, values), kind)).toEqual({ own: values, others: [] });
    // Most of these regions exclude the detector of the label.
    for (const region of new Set([...(kind.regions ?? []), 'DE', 'US', 'FR']))
      expect(findingsIn(content(label, values), kind, inOneRegion(region)).others).toEqual([]);
  }
});
