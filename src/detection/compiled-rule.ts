import type { AssignmentRule, Confidence, Detector, KeywordRule, Rule, WindowRule } from './detector';
import type { LazyPattern } from './lazy-pattern';

export interface CompiledDetector {
  readonly index: number;
  readonly definition: Detector;
  /** The numbers of its rules. */
  readonly rules: readonly number[];
}

export interface Compiled<R extends Rule> {
  readonly index: number;
  readonly detector: CompiledDetector;
  readonly rule: R;
  readonly confidence: Confidence;
  readonly pattern: LazyPattern;
  /** Of a whole table cell. */
  readonly cell?: LazyPattern | undefined;
  /** Of what may stand before the keyword: 1 at the characters of ASCII that it is. */
  readonly lead?: Uint8Array | undefined;
}

export type CompiledKeywordRule = Compiled<KeywordRule> | Compiled<AssignmentRule> | Compiled<WindowRule>;

export interface Keyword {
  /** Folded. */
  readonly text: string;
  readonly rules: readonly CompiledKeywordRule[];
  /** The numbers of the detectors whose context it is. */
  readonly contextOf: ReadonlySet<number>;
  /** Whether a rule looks into table cells beside it. */
  readonly hasCells: boolean;
}
