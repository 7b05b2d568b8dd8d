import type { DetectorSelection } from '../../detection/engine/policy';
import type { Part } from '../../detection/finding';
import { fingerprintOf } from '../../detection/report/fingerprint';
import { compactForm, exactForm } from '../../detection/text/normalize';
import { detectValues, type ScanOptions } from '../../detection/scan-page';

/**
 * The values in a text that a person has selected on a page, as fingerprints. The result holds no value.
 *
 * A selection often has a value without the words around it, which the scan of the page needed to recognize it. So the
 * text is also searched without thresholds, and each line and word may be a value. The result has fingerprints of other
 * texts, too, so compare it with the findings of the page.
 */

/** Limits the hashes of a selection, because each word needs one for each detector. */
const MAX_WORDS = 1_000;

/** @param detectorIds the detectors of the open findings of the page */
export function fingerprintsIn(
  text: string,
  detectorIds: ReadonlySet<string>,
  options: ScanOptions,
): ReadonlySet<string> {
  const parts: readonly Part[] = [{ field: 'body', representation: 'plain', source: text }];
  const found = new Set<string>();
  for (const selection of [options.selection, withoutThresholds(options.selection)]) {
    for (const { finding } of detectValues(parts, { ...options, selection }).detected) found.add(finding.fingerprint);
  }
  for (const word of wordsOf(text)) {
    for (const form of new Set([exactForm(word), compactForm(word)])) {
      for (const detectorId of detectorIds) found.add(fingerprintOf(options.fingerprintKey, detectorId, form));
    }
  }
  return found;
}

function withoutThresholds(selection: DetectorSelection): DetectorSelection {
  return {
    ...selection,
    thresholds: selection.thresholds.map(() => 0),
    runsWithoutContext: new Uint8Array(selection.runsWithoutContext.length).fill(1),
  };
}

/** The whole text, its lines and its words, each without punctuation around it, and the words behind `=` and `:`. */
function wordsOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const words = lines.flatMap((line) => line.split(/\s+/));
  const assigned = words.flatMap((word) => word.split(/[=:]/).slice(1));
  const all = [text, ...lines, ...words, ...assigned].flatMap((word) => [word.trim(), word.replace(AROUND, '')]);
  return [...new Set(all)].filter((word) => word !== '').slice(0, MAX_WORDS);
}

const AROUND = /^[\s\p{Ps}\p{Pi}"'`.,;:!?]+|[\s\p{Pe}\p{Pf}"'`.,;:!?]+$/gu;
