import * as fc from 'fast-check';
import { detectors } from '../../src/detection/detectors';
import { builtInEngine } from '../../src/detection/engine/engine';
import type { Part } from '../../src/detection/finding';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { provenFormOf } from '../../src/detection/engine/proven-form';
import { type ScanOptions, type DetectedValue, detectValues } from '../../src/detection/scan-page';
import { MARKER } from '../../src/redaction/page/cut';
import { redactParts, valuesIn } from '../../src/redaction/page/redact-parts';
import { allRows } from '../detection/rows';
import { readRow } from '../detection/rows/row';

/** On pages with a value of each detector among many near values, everything except the value stays byte-identical. */

interface Planted {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const RUNS = 3;

function optionsFor(detector: string, regions: readonly string[] | undefined): ScanOptions {
  const settings = { detectors: { [detector]: { enabled: true, minConfidence: 0 } } };
  return {
    selection: selectDetectors(builtInEngine, { ...DEFAULT_POLICY, ...settings, ...(regions && { regions }) }),
    fingerprintKey: new Uint8Array(32).fill(7),
    today: new Date('2026-01-15T00:00:00Z'),
  };
}

const separators = ['.', '-', ' ', '/', ', ', ''];

/** The characters of a value in other groups. */
const regrouped = (value: string) =>
  fc
    .tuple(fc.constantFrom(...separators), fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 8, maxLength: 8 }))
    .map(([separator, sizes]) => {
      let rest = value.replace(/[^\p{L}\p{N}@]/gu, '');
      const groups: string[] = [];
      for (const size of sizes) {
        groups.push(rest.slice(0, size));
        rest = rest.slice(size);
      }
      return [...groups, rest].filter((group) => group !== '').join(separator);
    });

/** One character more or fewer, or part of a longer token. */
const longerOrShorter = (value: string) =>
  fc.constantFrom(
    `${value}7`,
    `7${value}`,
    value.slice(0, -1),
    value.slice(1),
    `x${value}`,
    `${value}x`,
    `${value}.au`,
    `mary-${value}`,
    `${value}_1`,
    `3.${value}.4`,
    /^[\d\s]+$/.test(value) ? `12 ${value} 12 EUR` : `x${value}x`,
    value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
    // Another letter, not the same one in another case, in which it is still the value.
    value.replace(/[A-Za-z]/, (letter) => (/q/i.test(letter) ? 'w' : 'q')),
  );

const others = fc.constantFrom(
  'fine',
  'mail other.person@corp-mail.com',
  'card 4539 1488 0343 6467',
  'host 81.2.69.161',
);

const near = (value: string) => fc.oneof(regrouped(value), longerOrShorter(value), others);

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @returns the page of these paragraphs, and the texts of its paragraphs from the source of the page */
const FORMATS = {
  storage: (paragraphs: readonly string[]): Part => ({
    field: 'body',
    representation: 'storage',
    source: paragraphs.map((text) => `<p class="x">${escape(text)}</p>`).join('\n'),
  }),
  atlas_doc_format: (paragraphs: readonly string[]): Part => ({
    field: 'body',
    representation: 'atlas_doc_format',
    source: JSON.stringify({
      type: 'doc',
      version: 1,
      content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
    }),
  }),
};

/** Rows with one value, which the detector finds on a page as well as in a line. */
function plantedOf(detector: string, rows: readonly string[], options: ScanOptions) {
  return rows.flatMap((marked): readonly (Planted & { readonly own: DetectedValue })[] => {
    const { text, expected } = readRow(marked);
    const [place] = expected;
    if (place === undefined || expected.length > 1) return [];
    const { detected } = detectValues([FORMATS.storage([text])], options);
    const own = detected.filter(({ finding }) => finding.detectorId === detector);
    const value = text.slice(place.start, place.end);
    const [first] = own;
    if (first === undefined || own.length > 1 || first.value !== value) return [];
    return text.split(value).length === 2 ? [{ text, ...place, own: first }] : [];
  });
}

const rowsOf = new Map(allRows.map((rows) => [rows.detector, rows]));

it.each(detectors.map(({ id }) => id))('%s', (detector) => {
  const { finds = [], suspects = [], regions } = rowsOf.get(detector) ?? {};
  const options = optionsFor(detector, regions);
  const planted = plantedOf(detector, [...finds, ...suspects], options);
  expect(planted.length).toBeGreaterThan(0);
  const pages = fc.constantFrom(...planted).chain((one) =>
    fc.record({
      one: fc.constant(one),
      before: fc.array(near(one.text.slice(one.start, one.end)), { minLength: 1, maxLength: 3 }),
      after: fc.array(near(one.text.slice(one.start, one.end)), { minLength: 2, maxLength: 4 }),
      format: fc.constantFrom('storage' as const, 'atlas_doc_format' as const),
    }),
  );
  fc.assert(
    fc.property(pages, ({ one, before, after, format }) => {
      const { text, start, end, own } = one;
      const { fingerprint } = own.finding;
      const makePage = FORMATS[format];
      // A spelling that the detector itself accepts as the value is not a near value.
      const isValue = (paragraph: string) =>
        paragraph.trim() === own.value.trim() ||
        provenFormOf(detector, paragraph, options) === (own.normalized ?? own.value);
      const isDetected = (paragraphs: readonly string[], at: number) =>
        detectValues([makePage(paragraphs)], options).detected.filter(
          ({ finding }) => finding.fingerprint === fingerprint,
        ).length !== at;
      const stays = (paragraph: string) => !isValue(paragraph) && !isDetected([paragraph], 0);
      const [first, last] = [before.filter(stays), after.filter(stays)];
      const paragraphs = [...first, text, ...last];
      // Near a context word it may be a value.
      if (isDetected(paragraphs, 1)) return;
      const redaction = redactParts([makePage(paragraphs)], new Set([fingerprint]), options);
      if (redaction.outcome !== 'redacted') throw new Error(`it is ${redaction.outcome}`);
      const redacted = `${text.slice(0, start)}${MARKER}${text.slice(end)}`;
      expect(redaction.parts[0]?.after.source).toBe(makePage([...first, redacted, ...last]).source);
      // A comment with only the near values.
      const nearValues = [...first, ...last];
      if (isDetected(nearValues, 0)) return;
      const valuesToRemove = new Set([fingerprint]);
      const known = valuesIn([makePage(paragraphs)], valuesToRemove, options, 'block');
      const comment: Part = { ...FORMATS.storage(nearValues), field: 'footer-comment', contentId: '1' };
      expect(redactParts([comment], valuesToRemove, options, 'block', known).outcome).toBe('clean');
    }),
    { numRuns: RUNS },
  );
});
