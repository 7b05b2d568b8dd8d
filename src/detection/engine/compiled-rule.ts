import type { AssignmentRule, Confidence, Detector, KeywordRule, Rule, WindowRule } from '../detector';
import type { LazyPattern } from './lazy-pattern';

export interface CompiledDetector {
  readonly index: number;
  readonly definition: Detector;
  /** Indexes into the rules of the engine. */
  readonly rules: readonly number[];
}

export interface Compiled<R extends Rule> {
  readonly index: number;
  readonly detector: CompiledDetector;
  readonly rule: R;
  readonly confidence: Confidence;
  readonly pattern: LazyPattern;
  /** For whole table cells. */
  readonly cell?: LazyPattern | undefined;
  /** By ASCII code: 1 for characters that may precede the keyword. */
  readonly lead?: Uint8Array | undefined;
}

export type CompiledKeywordRule = Compiled<KeywordRule> | Compiled<AssignmentRule> | Compiled<WindowRule>;

export interface Keyword {
  /** Folded. */
  readonly text: string;
  readonly rules: readonly CompiledKeywordRule[];
  /** The indexes of the detectors that use it as context. */
  readonly contextFor: ReadonlySet<number>;
  /** Those of them for which it is an abbreviation that is also an everyday word (`Detector.context`). */
  readonly abbreviationFor: ReadonlySet<number>;
  /** True if a rule of the keyword reads table cells. */
  readonly hasCells: boolean;
  /** The same text as a part of longer words. */
  readonly stem?: Stem | undefined;
}

/** A word of a context or a header that may be a part of a longer word: `geburts*`, `*passwort`. */
export interface Stem {
  /** Its index in the keywords of the engine. */
  readonly index: number;
  readonly isOpenBefore: boolean;
  readonly isOpenAfter: boolean;
}
