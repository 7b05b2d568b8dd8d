import type { EffectiveDetection } from '../configuration/effective-detection';
import type { Category, Severity } from '../detector';
import { processorMs } from '../../platform/clock';
import { foldText } from '../text/fold';
import type { FlatText } from '../text/flat-text';
import { compileCustomDetector, type CustomMatch, type CustomRule, findCustomMatches } from './custom-rule';

/** Runs the enabled custom detectors within a budget of processor time. */

export interface CustomHit extends CustomMatch {
  readonly detectorId: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly confidence: number;
}

/** Searches the texts of one page, which share a budget. */
export interface CustomSearch {
  find(flat: FlatText): readonly CustomHit[];
  /** The ids of the detectors that ran out of time or cannot run. */
  readonly overBudget: readonly string[];
}

/** Milliseconds of processor time for all texts of a page. */
export interface Budget {
  readonly perRule: number;
  readonly perPage: number;
}

export const PAGE_BUDGET: Budget = { perRule: 50, perPage: 500 };

/** @param usedMs the processor time that this process has used, in milliseconds */
export function prepareCustomSearch(
  { policy, custom }: EffectiveDetection,
  budget: Budget,
  usedMs: () => number = processorMs,
): () => CustomSearch {
  const rules: { readonly rule: CustomRule; readonly severity: Severity }[] = [];
  const cannotRun: string[] = [];
  for (const detector of custom) {
    const { detectorId, confidence } = detector;
    const { minConfidence = policy.minConfidence, severity = detector.severity } = policy.detectors[detectorId] ?? {};
    if (confidence < minConfidence) continue;
    const compiled = compileCustomDetector(detector);
    if (compiled.outcome === 'refused') cannotRun.push(detectorId);
    else rules.push({ rule: compiled.rule, severity });
  }
  return () => {
    const overBudget = [...cannotRun];
    const spent = new Map<string, number>();
    let spentByAll = 0;
    const run = ({ rule, severity }: (typeof rules)[number], flat: FlatText, folded: () => string): CustomHit[] => {
      const { detectorId, category, confidence } = rule.detector;
      // Its earlier matches on the page are still reported.
      if (overBudget.includes(detectorId)) return [];
      const startedAt = usedMs();
      const before = spent.get(detectorId) ?? 0;
      const elapsed = () => usedMs() - startedAt;
      let checkedAt = 0;
      let longest = 0;
      // A step cannot be interrupted, so none starts that may end after the budget.
      const isTimeLeft = () => {
        const now = elapsed();
        longest = Math.max(longest, now - checkedAt);
        checkedAt = now;
        return Math.max(before + now - budget.perRule, spentByAll + now - budget.perPage) + longest < 0;
      };
      const { matches, isComplete } = findCustomMatches(rule, flat, folded, isTimeLeft);
      const took = elapsed();
      spent.set(detectorId, before + took);
      spentByAll += took;
      if (!isComplete) overBudget.push(detectorId);
      return matches.map((match) => ({ ...match, detectorId, category, severity, confidence }));
    };
    return {
      overBudget,
      find: (flat) => {
        let folded: string | undefined;
        return rules.flatMap((one) => run(one, flat, () => (folded ??= foldText(flat.text))));
      },
    };
  };
}
