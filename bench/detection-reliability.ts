import { analyzeText } from '../src/detection/analyze-text';
import { builtInEngine } from '../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../src/detection/engine/policy';
import { allRows } from '../test/detection/rows';
import { readRow } from '../test/detection/rows/row';
import { labeledPages } from './labeled-pages';
import { printTable } from './support';

/**
 * Measures how often the findings of each band are right, on the rows of the tests, which the detectors were built
 * with, and on generated pages. `-- wrong` as an argument prints the wrong findings of the generated pages.
 */

const BANDS = ['high', 'medium', 'low'] as const;
type Band = (typeof BANDS)[number];
const GOALS: Readonly<Record<Band, string>> = { high: '95 %', medium: '70 %', low: '–' };
const PAGES_PER_LANGUAGE = 420;
const today = new Date('2026-01-15T00:00:00Z');

interface Outcome {
  readonly detector: string;
  readonly confidence: number;
  readonly isRight: boolean;
}

const bandOf = (confidence: number): Band => (confidence >= 0.8 ? 'high' : confidence >= 0.5 ? 'medium' : 'low');

/**
 * Findings of the detector of the row, and of others at a marked place. The labels of a row are not about other values
 * in it.
 */
function outcomesOfRows(): Outcome[] {
  const detectors = Object.fromEntries(allRows.map(({ detector }) => [detector, { enabled: true }]));
  const selection = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, minConfidence: 0, detectors });
  return allRows.flatMap(({ detector, finds, ignores }) =>
    [...finds, ...ignores].flatMap((marked) => {
      const { text, expected } = readRow(marked);
      return analyzeText(text, selection, today).flatMap(({ detectorId, confidence, start, end }) => {
        const isRight = expected.some((one) => one.start < end && start < one.end);
        return isRight || detectorId === detector ? [{ detector: detectorId, confidence, isRight }] : [];
      });
    }),
  );
}

function outcomesOfPages(): { readonly outcomes: Outcome[]; readonly found: number; readonly pages: number } {
  const selection = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, minConfidence: 0 });
  const pages = labeledPages(PAGES_PER_LANGUAGE);
  let found = 0;
  const outcomes = pages.flatMap(({ text, start, end, language }) => {
    const findings = analyzeText(text, selection, today);
    if (findings.some((one) => one.confidence >= 0.5 && one.start < end && start < one.end)) found++;
    return findings.map((one) => {
      const isRight = one.start < end && start < one.end;
      if (!isRight && process.argv.includes('wrong') && one.confidence >= 0.5)
        console.log(
          language,
          one.detectorId,
          one.confidence,
          JSON.stringify(text.slice(Math.max(0, one.start - 40), one.end)),
        );
      return { detector: one.detectorId, confidence: one.confidence, isRight };
    });
  });
  return { outcomes, found, pages: pages.length };
}

function printBands(title: string, outcomes: readonly Outcome[]): void {
  const rows = BANDS.map((band) => {
    const inBand = outcomes.filter(({ confidence }) => bandOf(confidence) === band);
    const right = inBand.filter(({ isRight }) => isRight).length;
    const share = inBand.length === 0 ? '–' : `${((100 * right) / inBand.length).toFixed(1)} %`;
    return [band, String(inBand.length), String(right), share, GOALS[band]];
  });
  printTable([title, 'findings', 'right', 'share', 'goal'], rows);
}

function printDetectors(outcomes: readonly Outcome[]): void {
  const names = [...new Set(outcomes.map(({ detector }) => detector))].sort();
  const rows = names.flatMap((name) =>
    BANDS.flatMap((band) => {
      const own = outcomes.filter(({ detector, confidence }) => detector === name && bandOf(confidence) === band);
      const right = own.filter(({ isRight }) => isRight).length;
      return own.length < 10 ? [] : [[name, band, String(own.length), `${((100 * right) / own.length).toFixed(0)} %`]];
    }),
  );
  printTable(['detector', 'band', 'findings', 'right'], rows);
}

printBands('rows of the tests', outcomesOfRows());
const { outcomes, found, pages } = outcomesOfPages();
printBands('generated pages', outcomes);
console.log(`${found} of ${pages} true values found (${((100 * found) / pages).toFixed(1)} %)\n`);
printDetectors(outcomes);
