import type { Compiled } from './compiled-rule';
import type { Rule } from '../detector';
import { scoreMatch } from './score-match';
import type { DetectorSelection } from './policy';
import { flattenPlain } from '../text/flat-text-builder';

/**
 * The normal form of a text that is one value as a whole. A rule of the detector matches the whole text, and the
 * validator proves it. Context is not needed. Rules that search around a keyword are not tried.
 * @returns undefined if the detector is off, cannot prove the value, or has no normal form of its own for it
 */
export function provenFormOf(
  detectorId: string,
  text: string,
  { selection, today }: { readonly selection: DetectorSelection; readonly today: Date },
): string | undefined {
  const { engine, regions, hasRegions } = selection;
  const detector = engine.detectors.find(({ definition }) => definition.id === detectorId);
  const scoring = { flat: flattenPlain(text), words: { keywords: [], hits: [] }, regions, hasRegions, today };
  for (const rule of detector?.rules ?? []) {
    const compiled = engine.rules[rule];
    const found = compiled?.pattern.exec(text, 0);
    if (compiled === undefined || found === null || found === undefined) continue;
    const value = compiled.pattern.valueOf(found);
    if (value?.start !== 0) continue;
    const match = { compiled: withoutContext(compiled), ...value, matchStart: 0, matchEnd: found[0].length, block: 0 };
    const scored = scoreMatch({ ...match, groups: compiled.pattern.groupsOf(found) }, scoring);
    if (scored?.end === text.length && scored.proven && scored.normalized !== undefined) return scored.normalized;
  }
  return undefined;
}

/** Lets a match count without context. */
function withoutContext(compiled: Compiled<Rule>): Compiled<Rule> {
  return { ...compiled, confidence: { base: 1 } };
}
