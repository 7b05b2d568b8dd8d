import type { EffectiveDetection } from '../configuration/effective-detection';
import type { Category, Severity } from '../detector';
import { foldText } from '../fold';
import type { FlatText } from '../text/flat-text';
import { compileCustomDetector, type CustomMatch, type CustomRule, findCustomMatches } from './custom-rule';

/** The custom detectors that are on somewhere, run within a budget of time. */

export interface CustomHit extends CustomMatch {
  readonly detectorId: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly confidence: number;
}

/** For the texts of one page: they share the budget. */
export interface CustomSearch {
  find(flat: FlatText): readonly CustomHit[];
  /** The ids of those that came to no end, or cannot run. */
  readonly overBudget: readonly string[];
}

/** Of the texts of one page, in milliseconds. */
export interface Budget {
  readonly ofRule: number;
  readonly ofAll: number;
}

export const PAGE_BUDGET: Budget = { ofRule: 50, ofAll: 500 };

/** @param clock what time is measured with */
export function prepareCustomSearch(
  { policy, custom }: EffectiveDetection,
  budget: Budget,
  clock: () => Date,
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
      // What it found elsewhere on the page is told all the same.
      if (overBudget.includes(detectorId)) return [];
      const startedAt = clock().getTime();
      const before = spent.get(detectorId) ?? 0;
      const passed = () => clock().getTime() - startedAt;
      const isTimeLeft = () => before + passed() < budget.ofRule && spentByAll + passed() < budget.ofAll;
      const { matches, isAll } = findCustomMatches(rule, flat, folded, isTimeLeft);
      const took = passed();
      spent.set(detectorId, before + took);
      spentByAll += took;
      if (!isAll) overBudget.push(detectorId);
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
