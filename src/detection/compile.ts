import type { Compiled, CompiledDetector, CompiledKeywordRule, Keyword } from './compiled-rule';
import type { Detector, Rule } from './detector';
import { foldText } from './fold';
import { KeywordAutomaton } from './keyword-automaton';
import { KeywordPrefilter } from './keyword-prefilter';
import { LazyPattern } from './lazy-pattern';
import { ASCII_END, asciiOf, isAllowed } from './prefix-filter';
import { boundsOf, type CompiledTokenRule, TokenRules } from './token-rules';

/** Compiled detectors: immutable, built once, used for every page. */
export interface CompiledEngine {
  readonly detectors: readonly CompiledDetector[];
  readonly automaton: KeywordAutomaton;
  /** By keyword index of the automaton. */
  readonly keywords: readonly Keyword[];
  readonly prefilter: KeywordPrefilter;
  readonly tokens: TokenRules;
  /** By rule index. */
  readonly rules: readonly Compiled<Rule>[];
}

export function compileEngine(definitions: readonly Detector[]): CompiledEngine {
  const drafts = new Map<string, Draft>();
  const draftOf = (text: string) => {
    const draft = drafts.get(text) ?? { rules: [], contextFor: undefined, stem: undefined };
    drafts.set(text, draft);
    return draft;
  };
  /** The stem of a word with an asterisk. */
  const stemOf = (word: string, draft: Draft) => {
    const isOpenBefore = word.startsWith('*');
    const isOpenAfter = word.endsWith('*');
    if (!isOpenBefore && !isOpenAfter) return undefined;
    draft.stem = {
      isOpenBefore: isOpenBefore || draft.stem?.isOpenBefore === true,
      isOpenAfter: isOpenAfter || draft.stem?.isOpenAfter === true,
      rules: draft.stem?.rules ?? [],
      contextFor: draft.stem?.contextFor,
    };
    return draft.stem;
  };
  const tokens: CompiledTokenRule[] = [];

  const detectors = definitions.map((definition, index) => ({ index, definition, rules: [] as number[] }));
  const rules: Compiled<Rule>[] = [];
  const addRule = <R extends Rule>(compiled: Omit<Compiled<R>, 'index'>): Compiled<R> => {
    const one = { ...compiled, index: rules.length };
    rules.push(one);
    detectors[one.detector.index]?.rules.push(one.index);
    return one;
  };

  for (const detector of detectors) {
    const { definition, index } = detector;
    for (const words of definition.context ?? []) {
      for (const text of variantsOf(withoutAsterisks(words))) {
        const draft = draftOf(text);
        const part = stemOf(words, draft) ?? draft;
        (part.contextFor ??= new Set()).add(index);
      }
    }
    for (const rule of definition.rules) {
      const confidence = rule.confidence ?? definition.confidence;
      switch (rule.by) {
        case 'token': {
          const pattern = new LazyPattern(rule.pattern, 'y');
          const added = addRule({ detector, rule, confidence, pattern });
          const [minLength, maxLength] = boundsOf(rule.length ?? [0, Infinity]);
          tokens.push({ ...added, minLength, maxLength });
          break;
        }
        case 'keyword': {
          const cell = rule.cell === undefined ? undefined : new LazyPattern(rule.cell, 'y');
          const lead = rule.lead === undefined ? undefined : charactersOf(rule.lead);
          const pattern = new LazyPattern(rule.pattern, 'y');
          const compiled = addRule({ detector, rule, confidence, pattern, cell, lead });
          // Literals get no spelling variants: the definition lists every spelling.
          for (const word of new Set(rule.keywords.map(foldText))) {
            const draft = draftOf(withoutAsterisks(word));
            draft.rules.push(compiled);
            if (cell !== undefined) stemOf(word, draft)?.rules.push(compiled);
          }
          break;
        }
        case 'assignment': {
          const pattern = new LazyPattern(rule.value, 'y');
          const compiled = addRule({ detector, rule, confidence, pattern, cell: pattern });
          for (const text of new Set(rule.keywords.flatMap(variantsOf))) draftOf(text).rules.push(compiled);
          break;
        }
        case 'window': {
          const compiled = addRule({ detector, rule, confidence, pattern: new LazyPattern(rule.pattern, 'g') });
          for (const text of new Set(rule.keywords.flatMap(variantsOf))) draftOf(text).rules.push(compiled);
          break;
        }
      }
    }
  }
  // Stems follow the keywords of the automaton, so that a hit of one text is two words.
  const stems: Keyword[] = [];
  const whole = [...drafts].map(([text, { rules: own, contextFor = NO_DETECTORS, stem }]): Keyword => {
    const hasCells = own.some(({ cell }) => cell !== undefined);
    if (stem === undefined) return { text, rules: own, contextFor, hasCells };
    const { isOpenBefore, isOpenAfter, rules: cells, contextFor: stemFor = NO_DETECTORS } = stem;
    stems.push({ text, rules: cells, contextFor: stemFor, hasCells: cells.length > 0 });
    return {
      text,
      rules: own,
      contextFor,
      hasCells,
      stem: { index: drafts.size + stems.length - 1, isOpenBefore, isOpenAfter },
    };
  });
  const keywords = [...whole, ...stems];
  const automaton = new KeywordAutomaton(whole.map(({ text }) => text));
  return {
    detectors,
    automaton,
    keywords,
    prefilter: new KeywordPrefilter(keywords),
    tokens: new TokenRules(tokens),
    rules,
  };
}

/** Most keywords are no context. */
const NO_DETECTORS: ReadonlySet<number> = new Set();

/** A keyword that is being compiled. */
interface Draft {
  readonly rules: CompiledKeywordRule[];
  contextFor: Set<number> | undefined;
  stem:
    | {
        readonly isOpenBefore: boolean;
        readonly isOpenAfter: boolean;
        readonly rules: CompiledKeywordRule[];
        contextFor: Set<number> | undefined;
      }
    | undefined;
}

function withoutAsterisks(word: string): string {
  return word.includes('*') ? word.replace(/^\*|\*$/g, '') : word;
}

function charactersOf({ source, flags }: RegExp): Uint8Array {
  const set = asciiOf(source, flags);
  return Uint8Array.from({ length: ASCII_END }, (_, code) => Number(isAllowed(set, 0, code)));
}

/** The folded words, and the same words without separators. */
function variantsOf(words: string): string[] {
  const folded = foldText(words);
  return folded.includes(' ') ? [folded, folded.replaceAll(' ', '')] : [folded];
}
