import { analyzeText, type TextFinding } from '../analyze-text';
import { effectiveDetection } from '../configuration/effective-detection';
import type { DetectionConfig } from '../configuration/model';
import { builtInEngine } from '../engine';
import { selectDetectors } from '../policy';
import { type Budget, prepareCustomSearch } from './custom-search';

export interface TriedText {
  /** In the order of the text. */
  readonly findings: readonly TextFinding[];
  /** Custom detectors that time was not enough for, by their ids. */
  readonly overBudget: readonly string[];
}

/** Somebody waits for the answer, and would rather have all of it. */
const BUDGET: Budget = { ofRule: 3_000, ofAll: 3_000 };

/** What the detectors of a site find in a text. Nothing of it is kept. */
export function tryText(text: string, config: DetectionConfig, today: Date, clock: () => Date): TriedText {
  const effective = effectiveDetection(config);
  const search = prepareCustomSearch(effective, BUDGET, clock)();
  const findings = analyzeText(text, selectDetectors(builtInEngine, effective.policy), today, search);
  return { findings, overBudget: search.overBudget };
}
