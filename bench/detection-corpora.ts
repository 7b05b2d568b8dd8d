import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { analyzeText, type TextFinding } from '../src/detection/analyze-text';
import { builtInEngine } from '../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../src/detection/engine/policy';
import { printTable } from './support';

/**
 * Measures how many positive test cases of other projects the default catalog detects, and how many of their negative cases give a
 * finding. The cases are not in the repository. `DETECTION_CORPORA` is their folder. Its files have one JSON object per line, with
 * `text`, `expect` and `kind`.
 */

const span = z.object({ start: z.int(), end: z.int(), type: z.string().optional() });
const row = z.object({
  kind: z.string(),
  detector: z.string(),
  mode: z.string().optional(),
  text: z.string(),
  expect: z.union([z.boolean(), z.string(), z.null(), z.array(z.union([span, z.string()]))]),
});
type Row = z.infer<typeof row>;
type Span = z.infer<typeof span>;

/** The regions for phone numbers without a country code. */
const REGIONS = process.env['DETECTION_REGIONS']?.split(',');

const folder = process.env['DETECTION_CORPORA'];
const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const phoneSelection =
  REGIONS === undefined ? selection : selectDetectors(builtInEngine, { ...DEFAULT_POLICY, regions: REGIONS });
const today = new Date();
const find = (text: string) => analyzeText(text, selection, today);

const selectionOfAll = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, minConfidence: 0 });
/** True if all that is in a text is a published example. Such cases are listed and leave the share. */
const isSample = (text: string) =>
  find(text).length === 0 &&
  analyzeText(text, selectionOfAll, today).some(({ evidence }) => evidence.includes('tag:sample'));

function readRows(file: string): Row[] {
  const lines = readFileSync(join(folder ?? '', file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => row.parse(JSON.parse(line)));
}

/** Collections of secrets do not label the addresses and numbers that their cases also contain. */
const SECRETS = /^(?:gitleaks|secretlint|noseyparker|detect-secrets|credsweeper|trufflehog)/;

const isPositive = ({ expect }: Row) => (Array.isArray(expect) ? expect.length > 0 : expect === true);
const isNegative = ({ expect }: Row) => (Array.isArray(expect) ? expect.length === 0 : expect === false);
const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function measureFile(name: string, rows: readonly Row[], secretsAlone: boolean): string[] {
  const countFound = (some: readonly Row[]) =>
    some.filter(({ text }) => find(text).some(({ category }) => !secretsAlone || category === 'secret')).length;
  const samples = rows.filter((one) => isPositive(one) && isSample(one.text));
  const positives = rows.filter((one) => isPositive(one) && !samples.includes(one));
  const negatives = rows.filter(isNegative);
  const found = countFound(positives);
  const wrong = countFound(negatives);
  return [
    name,
    String(positives.length),
    String(found),
    percent(found, positives.length),
    String(negatives.length),
    String(wrong),
    String(samples.length),
  ];
}

/** The kinds of personal data that must reach a minimum share. */
const KINDS: Readonly<Record<string, RegExp>> = {
  CREDIT_CARD: /^card-/,
  EMAIL_ADDRESS: /^email/,
  IBAN_CODE: /^iban/,
  IP_ADDRESS: /^ipv?[46]/,
  US_SSN: /^us-ssn/,
  PHONE_NUMBER: /^phone/,
};

function measureKinds(rows: readonly Row[]): string[][] {
  return Object.entries(KINDS).map(([kind, ids]) => {
    let spans = 0;
    let found = 0;
    for (const { text, expect } of rows) {
      if (!Array.isArray(expect)) continue;
      const wanted = expect.filter((one): one is Span => typeof one !== 'string' && one.type === kind);
      if (wanted.length === 0) continue;
      const findings = analyzeText(text, kind === 'PHONE_NUMBER' ? phoneSelection : selection, today);
      spans += wanted.length;
      found += wanted.filter((one) =>
        findings.some((finding) => ids.test(finding.detectorId) && touches(one, finding)),
      ).length;
    }
    return [kind, String(spans), String(found), percent(found, spans)];
  });
}

function touches(wanted: Span, finding: TextFinding): boolean {
  return finding.start < wanted.end && wanted.start < finding.end;
}

function run(): void {
  if (folder === undefined) {
    console.log('DETECTION_CORPORA names no folder with cases: nothing to measure.');
    return;
  }
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort();
  const table: string[][] = [];
  const kinds: string[][] = [];
  for (const file of files) {
    const rows = readRows(file).filter(({ kind }) => kind === 'scan');
    if (rows.length === 0) continue;
    const secretsAlone = SECRETS.test(file);
    const modes = [...new Set(rows.map(({ mode }) => mode))];
    for (const mode of modes) {
      const name = mode === undefined ? file : `${file} (${mode})`;
      table.push(
        measureFile(
          name,
          rows.filter((one) => one.mode === mode),
          secretsAlone,
        ),
      );
    }
    for (const kind of measureKinds(rows)) if (kind[1] !== '0') kinds.push([file, ...kind]);
  }
  printTable(['cases', 'positive', 'found', 'share', 'negative', 'found wrongly', 'published samples'], table);
  printTable(['cases', 'kind', 'spans', 'found', 'share'], kinds);
}

run();
