import { analyzeText, type TextFinding } from '../analyze-text';
import { effectiveDetection } from '../configuration/effective-detection';
import type { DetectionConfig } from '../configuration/model';
import { builtInEngine } from '../engine/engine';
import { selectDetectors } from '../engine/policy';
import { type Budget, prepareCustomSearch } from './custom-search';

export interface TriedText {
  /** In the order of the text. */
  readonly findings: readonly TextFinding[];
  /** The ids of custom detectors that ran out of time. */
  readonly overBudget: readonly string[];
}

/** More time than a page scan has, because a person waits for complete results. */
const BUDGET: Budget = { perRule: 3_000, perPage: 3_000 };

/**
 * Finds values in a text with the detectors of a site, or of one of its spaces. Stores nothing.
 * @param spaceId undefined = the site configuration without schemes
 */
export function tryText(text: string, config: DetectionConfig, today: Date, spaceId?: string): TriedText {
  const effective = effectiveDetection(config, spaceId);
  const search = prepareCustomSearch(effective, BUDGET)();
  const findings = analyzeText(text, selectDetectors(builtInEngine, effective.policy), today, search);
  return { findings, overBudget: search.overBudget };
}

/** The text with each value that `tryText` finds as dots. */
export function maskText(text: string, ...site: Tail<Parameters<typeof tryText>>): string {
  let masked = '';
  let end = 0;
  for (const found of tryText(text, ...site).findings) {
    if (found.end <= end) continue;
    masked += `${text.slice(end, Math.max(end, found.start))}••••`;
    end = found.end;
  }
  return masked + text.slice(end);
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;
