import type { Compiled, CompiledDetector, CompiledKeywordRule, Keyword } from './compiled-rule';
import type { Detector, Range, Rule, TokenRule } from './detector';
import { foldText } from './fold';
import { buildKeywordAutomaton, type KeywordAutomaton } from './keyword-automaton';
import { KeywordPrefilter } from './keyword-prefilter';
import { LazyPattern } from './lazy-pattern';
import { ASCII_END } from './prefix-filter';
import { TOKEN_DIGITS, TOKEN_LETTERS, TokenRules } from './token-rules';

/** Compiled detectors: immutable, built once, used for every page. */
export interface CompiledEngine {
  readonly detectors: readonly CompiledDetector[];
  readonly automaton: KeywordAutomaton;
  /** By keyword index of the automaton. */
  readonly keywords: readonly Keyword[];
  readonly prefilter: KeywordPrefilter;
  /** Token rules by the start of a token: `tokens[letters * TOKEN_DIGITS + digits]`. */
  readonly tokens: readonly TokenRules[];
  /** By rule index. */
  readonly rules: readonly Compiled<Rule>[];
}

export function compileEngine(definitions: readonly Detector[]): CompiledEngine {
  const drafts = new Map<string, Draft>();
  const draftOf = (text: string) => {
    const draft = drafts.get(text) ?? { rules: [], contextFor: new Set(), stem: undefined };
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
      contextFor: draft.stem?.contextFor ?? new Set(),
    };
    return draft.stem;
  };
  const tokens = Array.from({ length: TOKEN_LETTERS * TOKEN_DIGITS }, () => new TokenRules());

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
        (stemOf(words, draft) ?? draft).contextFor.add(index);
      }
    }
    for (const rule of definition.rules) {
      const confidence = rule.confidence ?? definition.confidence;
      switch (rule.by) {
        case 'token': {
          const pattern = new LazyPattern(rule.pattern, 'y');
          const added = addRule({ detector, rule, confidence, pattern });
          const [minLength, maxLength] = boundsOf(rule.length ?? [0, Infinity]);
          const compiled = { ...added, minLength, maxLength };
          for (const slot of slotsOf(rule)) tokens[slot]?.add(compiled);
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
  const whole = [...drafts].map(([text, { rules: own, contextFor, stem }]): Keyword => {
    const hasCells = own.some(({ cell }) => cell !== undefined);
    if (stem === undefined) return { text, rules: own, contextFor, hasCells };
    stems.push({ text, rules: stem.rules, contextFor: stem.contextFor, hasCells: stem.rules.length > 0 });
    const { isOpenBefore, isOpenAfter } = stem;
    return {
      text,
      rules: own,
      contextFor,
      hasCells,
      stem: { index: drafts.size + stems.length - 1, isOpenBefore, isOpenAfter },
    };
  });
  const keywords = [...whole, ...stems];
  const automaton = buildKeywordAutomaton(whole.map(({ text }) => text));
  return { detectors, automaton, keywords, prefilter: new KeywordPrefilter(keywords), tokens, rules };
}

/** A keyword that is being compiled. */
interface Draft {
  readonly rules: CompiledKeywordRule[];
  readonly contextFor: Set<number>;
  stem:
    | {
        readonly isOpenBefore: boolean;
        readonly isOpenAfter: boolean;
        readonly rules: CompiledKeywordRule[];
        readonly contextFor: Set<number>;
      }
    | undefined;
}

function withoutAsterisks(word: string): string {
  return word.replace(/^\*|\*$/g, '');
}

function charactersOf(characterClass: RegExp): Uint8Array {
  return Uint8Array.from({ length: ASCII_END }, (_, code) => Number(characterClass.test(String.fromCharCode(code))));
}

/** The folded words, and the same words without separators. */
function variantsOf(words: string): string[] {
  const folded = foldText(words);
  return folded.includes(' ') ? [folded, folded.replaceAll(' ', '')] : [folded];
}

function slotsOf({ letters = 0, digits }: TokenRule): number[] {
  const slots: number[] = [];
  const [fromLetters, toLetters] = boundsOf(letters);
  const [fromDigits, toDigits] = boundsOf(digits);
  for (let letter = fromLetters; letter <= Math.min(toLetters, TOKEN_LETTERS - 1); letter++) {
    for (let digit = Math.max(1, fromDigits); digit <= Math.min(toDigits, TOKEN_DIGITS - 1); digit++) {
      slots.push(letter * TOKEN_DIGITS + digit);
    }
  }
  return slots;
}

function boundsOf(range: Range): readonly [number, number] {
  return typeof range === 'number' ? [range, range] : range;
}
