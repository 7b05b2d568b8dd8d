import { analyzeText, type TextFinding } from '../analyze-text';
import { effectiveDetection } from '../configuration/effective-detection';
import type { DetectionConfig } from '../configuration/model';
import { builtInEngine } from '../engine';
import { excerptOf } from '../excerpt';
import { selectDetectors } from '../policy';
import { compileCustomDetector, customMatches } from './custom-rule';

export interface TriedText {
  /** In the order of the text. */
  readonly findings: readonly TextFinding[];
  /** Custom detectors that time was not enough for, by their ids. */
  readonly overBudget: readonly string[];
}

/**
 * What the detectors of a site find in a text. Nothing of it is kept. A custom detector tells what no other has found.
 * @param isTimeLeft asked before each match of a custom detector
 */
export function tryText(text: string, config: DetectionConfig, today: Date, isTimeLeft: () => boolean): TriedText {
  const { policy, custom } = effectiveDetection(config);
  const findings = [...analyzeText(text, selectDetectors(builtInEngine, policy), today).findings];
  const overBudget: string[] = [];
  for (const detector of custom) {
    const { detectorId, category, confidence } = detector;
    const { minConfidence = policy.minConfidence, severity = detector.severity } = policy.detectors[detectorId] ?? {};
    const compiled = compileCustomDetector(detector);
    if (confidence < minConfidence || compiled.outcome === 'refused') continue;
    for (const { start, end, keyword } of whileTimeIsLeft(customMatches(compiled.rule, text), isTimeLeft, () =>
      overBudget.push(detectorId),
    )) {
      if (findings.some((other) => other.start < end && start < other.end)) continue;
      const whole = { start: 0, end: text.length };
      findings.push({
        detectorId,
        category,
        severity,
        confidence,
        band: confidence >= 0.8 ? 'high' : confidence >= 0.5 ? 'medium' : 'low',
        evidence: keyword === undefined ? [] : [`keyword:"${keyword}"`],
        start,
        end,
        maskedExcerpt: excerptOf(text, whole, { start, end }, undefined, findings),
      });
    }
  }
  return { findings: findings.sort((a, b) => a.start - b.start), overBudget };
}

function* whileTimeIsLeft<T>(all: Iterable<T>, isTimeLeft: () => boolean, onStop: () => void): Generator<T> {
  const iterator = all[Symbol.iterator]();
  for (;;) {
    if (!isTimeLeft()) return onStop();
    const next = iterator.next();
    if (next.done === true) return undefined;
    yield next.value;
  }
}
