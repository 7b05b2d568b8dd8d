import type { Compiled } from './compiled-rule';
import type { Rule } from './detector';
import { judge } from './judge';
import type { Selection } from './policy';
import { flattenPlain } from './text/plain';

/**
 * The normal form that a detector gives to a text as one value: one of its rules matches the whole text, and its validator
 * proves it. What stands near the text does not matter; rules that search around a keyword are not tried.
 * @returns undefined where the detector is off, cannot prove the value, or has no normal form of its own for it
 */
export function provenFormOf(
  detectorId: string,
  text: string,
  { selection, today }: { readonly selection: Selection; readonly today: Date },
): string | undefined {
  const { engine, regions } = selection;
  const detector = engine.detectors.find(({ definition }) => definition.id === detectorId);
  const circumstances = { flat: flattenPlain(text), words: { keywords: [], hits: [] }, regions, today };
  for (const rule of detector?.rules ?? []) {
    const compiled = engine.rules[rule];
    const found = compiled?.pattern.exec(text, 0);
    if (compiled === undefined || found === null || found === undefined) continue;
    const value = compiled.pattern.valueOf(found);
    if (value?.start !== 0) continue;
    const match = { compiled: certain(compiled), ...value, matchStart: 0, matchEnd: found[0].length, block: 0 };
    const judged = judge({ ...match, groups: found.groups ?? {} }, circumstances, []);
    if (judged?.end === text.length && judged.proven && judged.normalised !== undefined) return judged.normalised;
  }
  return undefined;
}

/** Whatever stands near it. */
function certain(compiled: Compiled<Rule>): Compiled<Rule> {
  return { ...compiled, confidence: { base: 1 } };
}
