import type { Compiled, CompiledDetector, CompiledKeywordRule, Keyword, Stem } from './compiled-rule';
import type { Detector, Rule } from '../detector';
import { foldText } from '../text/fold';
import { KeywordAutomaton } from './keyword-automaton';
import { KeywordPrefilter } from './keyword-prefilter';
import { LazyPattern } from './lazy-pattern';
import { ASCII_END, asciiOf, isAllowed } from './prefix-filter';
import { boundsOf, type CompiledTokenRule, TokenRules } from './token-rules';

/** Compiled detectors are immutable, built once, and used for every page. */
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
  const keywords = new KeywordTable();
  const rules: Compiled<Rule>[] = [];
  const tokens: CompiledTokenRule[] = [];
  const detectors = definitions.map((definition, index) => {
    const detector = { index, definition, rules: [] as number[] };
    for (const words of definition.context ?? NO_WORDS) keywords.addContext(words, index);
    for (const rule of definition.rules) {
      const compiled = compileRule(rule, detector, rules.length);
      rules.push(compiled);
      detector.rules.push(compiled.index);
      if (isToken(compiled)) tokens.push(compiled);
      else keywords.addRule(compiled);
    }
    return detector;
  });
  const all = keywords.all();
  return {
    detectors,
    automaton: new KeywordAutomaton(keywords.texts()),
    keywords: all,
    prefilter: new KeywordPrefilter(all),
    tokens: new TokenRules(tokens),
    rules,
  };
}

function compileRule(rule: Rule, detector: CompiledDetector, index: number): CompiledTokenRule | CompiledKeywordRule {
  const confidence = rule.confidence ?? detector.definition.confidence;
  switch (rule.by) {
    case 'token': {
      const [minLength, maxLength] = boundsOf(rule.length ?? ANY_LENGTH);
      const pattern = new LazyPattern(rule.pattern, 'y');
      return { index, detector, rule, confidence, pattern, cell: undefined, lead: undefined, minLength, maxLength };
    }
    case 'keyword': {
      const cell = rule.cell === undefined ? undefined : new LazyPattern(rule.cell, 'y');
      const lead = rule.lead === undefined ? undefined : charactersOf(rule.lead);
      return { index, detector, rule, confidence, pattern: new LazyPattern(rule.pattern, 'y'), cell, lead };
    }
    case 'assignment': {
      const pattern = new LazyPattern(rule.value, 'y');
      return { index, detector, rule, confidence, pattern, cell: pattern, lead: undefined };
    }
    case 'window': {
      const pattern = new LazyPattern(rule.pattern, 'g');
      return { index, detector, rule, confidence, pattern, cell: undefined, lead: undefined };
    }
  }
}

const ANY_LENGTH = [0, Infinity] as const;

function isToken(compiled: CompiledTokenRule | CompiledKeywordRule): compiled is CompiledTokenRule {
  return compiled.rule.by === 'token';
}

/** Shared, because many detectors have no context, and most keywords are no context. */
const NO_WORDS: readonly string[] = [];
const NO_DETECTORS = new Set<number>();
const IS_ABBREVIATION = /^[A-Z][A-Z ]*$/;

/** A keyword that is being compiled. */
interface KeywordDraft extends Keyword {
  readonly rules: CompiledKeywordRule[];
  contextFor: Set<number>;
  abbreviationFor: Set<number>;
  hasCells: boolean;
  stem: StemDraft | undefined;
}

interface StemDraft extends Stem {
  index: number;
  isOpenBefore: boolean;
  isOpenAfter: boolean;
  readonly keyword: KeywordDraft;
}

/** The keywords of an engine. */
class KeywordTable {
  private readonly byText = new Map<string, KeywordDraft>();
  private readonly stems: StemDraft[] = [];

  addContext(words: string, detector: number): void {
    const hasAsterisk = words.includes('*');
    const folded = foldText(hasAsterisk ? withoutAsterisks(words) : words);
    const texts = folded.includes(' ') ? [folded, folded.replaceAll(' ', '')] : [folded];
    for (const text of texts) {
      const keyword = this.addContextAt(this.at(text), hasAsterisk ? words : undefined, detector);
      if (IS_ABBREVIATION.test(words)) keyword.abbreviationFor = new Set([...keyword.abbreviationFor, detector]);
    }
  }

  addRule(compiled: CompiledKeywordRule): void {
    const { rule } = compiled;
    for (const word of rule.keywords) {
      const folded = foldText(word);
      if (rule.by === 'keyword') {
        // Literals get no spelling variants, because the definition has every spelling.
        const hasAsterisk = folded.includes('*');
        const keyword = this.at(hasAsterisk ? withoutAsterisks(folded) : folded);
        addRuleTo(keyword, compiled);
        if (hasAsterisk && compiled.cell !== undefined) addRuleTo(this.stemOf(folded, keyword), compiled);
      } else {
        addRuleTo(this.at(folded), compiled);
        if (folded.includes(' ')) addRuleTo(this.at(folded.replaceAll(' ', '')), compiled);
      }
    }
  }

  /** The texts of the keywords without stems, in their order. */
  texts(): readonly string[] {
    return [...this.byText.keys()];
  }

  /** Stems follow the other keywords, so that a hit of one text is two words. */
  all(): readonly Keyword[] {
    const { size } = this.byText;
    for (const [index, stem] of this.stems.entries()) stem.index = size + index;
    return [...this.byText.values(), ...this.stems.map(({ keyword }) => keyword)];
  }

  private at(text: string): KeywordDraft {
    let keyword = this.byText.get(text);
    if (keyword === undefined) {
      keyword = draftOf(text);
      this.byText.set(text, keyword);
    }
    return keyword;
  }

  private addContextAt(keyword: KeywordDraft, stemmed: string | undefined, detector: number): KeywordDraft {
    const one = stemmed === undefined ? keyword : this.stemOf(stemmed, keyword);
    if (one.contextFor === NO_DETECTORS) one.contextFor = new Set([detector]);
    else one.contextFor.add(detector);
    return one;
  }

  /** The stem of a word, which is the word itself without an asterisk. */
  private stemOf(word: string, keyword: KeywordDraft): KeywordDraft {
    const isOpenBefore = word.startsWith('*');
    const isOpenAfter = word.endsWith('*');
    if (!isOpenBefore && !isOpenAfter) return keyword;
    if (keyword.stem === undefined) {
      keyword.stem = { index: 0, isOpenBefore, isOpenAfter, keyword: draftOf(keyword.text) };
      this.stems.push(keyword.stem);
    } else {
      keyword.stem.isOpenBefore ||= isOpenBefore;
      keyword.stem.isOpenAfter ||= isOpenAfter;
    }
    return keyword.stem.keyword;
  }
}

function draftOf(text: string): KeywordDraft {
  const abbreviationFor = NO_DETECTORS;
  return { text, rules: [], contextFor: NO_DETECTORS, abbreviationFor, hasCells: false, stem: undefined };
}

/** Several spellings of a keyword may fold to the same text. */
function addRuleTo(keyword: KeywordDraft, compiled: CompiledKeywordRule): void {
  if (keyword.rules.at(-1) === compiled) return;
  keyword.rules.push(compiled);
  if (compiled.cell !== undefined) keyword.hasCells = true;
}

function withoutAsterisks(word: string): string {
  return word.replace(/^\*|\*$/g, '');
}

/** Many rules share a class. */
const knownCharacters = new Map<string, Uint8Array>();

function charactersOf({ source, flags }: RegExp): Uint8Array {
  const key = `${flags} ${source}`;
  const known = knownCharacters.get(key);
  if (known !== undefined) return known;
  const set = asciiOf(source, flags);
  const characters = Uint8Array.from({ length: ASCII_END }, (_, code) => Number(isAllowed(set, 0, code)));
  knownCharacters.set(key, characters);
  return characters;
}
