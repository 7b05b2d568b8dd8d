import type { AssignmentRule, Confidence, Detector, KeywordRule, Range, Rule, TokenRule, WindowRule } from './detector';
import { foldText } from './fold';
import { buildKeywordAutomaton, isShared, type KeywordAutomaton } from './keyword-automaton';
import { mayStand, type Outline, outlineOf } from './outline';

/** Detectors, made ready: built once, used for every page, never changed. */
export interface CompiledEngine {
  readonly detectors: readonly CompiledDetector[];
  readonly automaton: KeywordAutomaton;
  /** By the number of the keyword in the automaton. */
  readonly keywords: readonly Keyword[];
  /** Rules by how a token begins and what comes behind that: `tokens[letters * TOKEN_DIGITS + digits]`. */
  readonly tokens: readonly TokenRules[];
  /** Every rule, by its number. */
  readonly rules: readonly Compiled<Rule>[];
}

export interface CompiledDetector {
  readonly index: number;
  readonly definition: Detector;
  /** The numbers of its rules. */
  readonly rules: readonly number[];
}

export interface Keyword {
  /** Folded. */
  readonly text: string;
  readonly rules: readonly CompiledKeywordRule[];
  /** The numbers of the detectors whose context it is. */
  readonly contextOf: ReadonlySet<number>;
  /** Whether a rule looks into table cells beside it. */
  readonly hasCells: boolean;
  /** Whether its rules begin with it and only where a word does: most short ones are in the middle of another. */
  readonly beginsWord: boolean;
  /** Whether it matters beyond its rules where it stands as a word. */
  readonly isWord: boolean;
  /** Whether a hit may be another word (keyword-automaton.ts). */
  readonly isShared: boolean;
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
export type CompiledTokenRule = Compiled<TokenRule> & {
  /** How long the token may be. */
  readonly leastLength: number;
  readonly mostLength: number;
};

/** Those that begin with one number of letters and of digits. */
export class TokenRules {
  private readonly rules: CompiledTokenRule[] = [];
  /** By the character behind the digits: those of ASCII, any other, none. */
  private readonly byFollower = new Array<readonly CompiledTokenRule[] | undefined>(ASCII_END + 2).fill(undefined);

  /** @param head how many letters and digits that is; undefined: that many or more */
  constructor(private readonly head: number | undefined) {}

  add(rule: CompiledTokenRule): void {
    this.rules.push(rule);
  }

  /** Those that a character behind the digits does not rule out. @param code -1 where there is none */
  followedBy(code: number): readonly CompiledTokenRule[] {
    const place = code < 0 ? ASCII_END + 1 : Math.min(code, ASCII_END);
    return (this.byFollower[place] ??= this.rules.filter(({ pattern: { outline }, rule: { lead = '' } }) => {
      if (this.head === undefined) return true;
      const follower = lead.length + this.head;
      return follower >= outline.length || (code >= 0 && mayStand(outline.sets, follower, code));
    }));
  }
}

const ASCII_END = 0x80;

/** Heads with more letters or digits than this are of this many. */
export const TOKEN_LETTERS = 16;
export const TOKEN_DIGITS = 32;

/** A regular expression that is compiled when it is first needed: of most detectors it never is. */
export class LazyPattern {
  private compiled: RegExp | undefined;
  private known: Outline | undefined;
  readonly hasValue: boolean;

  constructor(
    private readonly source: RegExp,
    private readonly mode: 'y' | 'g',
  ) {
    this.hasValue = source.source.includes('(?<value>');
  }

  get outline(): Outline {
    return (this.known ??= outlineOf(this.source));
  }

  exec(text: string, from: number): RegExpExecArray | null {
    const { source } = this;
    const pattern = (this.compiled ??= new RegExp(
      source.source,
      `${source.flags}${this.mode}${this.hasValue ? 'd' : ''}`,
    ));
    pattern.lastIndex = from;
    return pattern.exec(text);
  }
}

export function compileEngine(definitions: readonly Detector[]): CompiledEngine {
  const drafts = new Map<string, { rules: CompiledKeywordRule[]; contextOf: Set<number> }>();
  const draftOf = (text: string) => {
    const draft = drafts.get(text) ?? { rules: [], contextOf: new Set<number>() };
    drafts.set(text, draft);
    return draft;
  };
  const tokens = Array.from({ length: TOKEN_LETTERS * TOKEN_DIGITS }, (_, slot) => new TokenRules(headOf(slot)));

  const detectors = definitions.map((definition, index) => ({ index, definition, rules: [] as number[] }));
  const rules: Compiled<Rule>[] = [];
  const numbered = <R extends Rule>(compiled: Omit<Compiled<R>, 'index'>): Compiled<R> => {
    const one = { ...compiled, index: rules.length };
    rules.push(one);
    detectors[one.detector.index]?.rules.push(one.index);
    return one;
  };

  for (const detector of detectors) {
    const { definition, index } = detector;
    for (const words of definition.context ?? []) {
      for (const text of variantsOf(words)) draftOf(text).contextOf.add(index);
    }
    for (const rule of definition.rules) {
      const confidence = rule.confidence ?? definition.confidence;
      switch (rule.by) {
        case 'token': {
          const pattern = new LazyPattern(rule.pattern, 'y');
          const numberedRule = numbered({ detector, rule, confidence, pattern });
          const [leastLength, mostLength] = boundsOf(rule.length ?? [0, Infinity]);
          const compiled = { ...numberedRule, leastLength, mostLength };
          for (const slot of slotsOf(rule)) tokens[slot]?.add(compiled);
          break;
        }
        case 'keyword': {
          const cell = rule.cell === undefined ? undefined : new LazyPattern(rule.cell, 'y');
          const lead = rule.lead === undefined ? undefined : charactersOf(rule.lead);
          const pattern = new LazyPattern(rule.pattern, 'y');
          const compiled = numbered({ detector, rule, confidence, pattern, cell, lead });
          // A literal is a literal: what it may look like otherwise is for its definition to say.
          for (const text of new Set(rule.keywords.map(foldText))) draftOf(text).rules.push(compiled);
          break;
        }
        case 'assignment': {
          const pattern = new LazyPattern(rule.value, 'y');
          const compiled = numbered({ detector, rule, confidence, pattern, cell: pattern });
          for (const text of new Set(rule.keywords.flatMap(variantsOf))) draftOf(text).rules.push(compiled);
          break;
        }
        case 'window': {
          const compiled = numbered({ detector, rule, confidence, pattern: new LazyPattern(rule.pattern, 'g') });
          for (const text of new Set(rule.keywords.flatMap(variantsOf))) draftOf(text).rules.push(compiled);
          break;
        }
      }
    }
  }
  const keywords = [...drafts].map(([text, { rules: own, contextOf }]) => {
    const hasCells = own.some(({ cell }) => cell !== undefined);
    const beginsWord = own.every(
      ({ rule, cell }) => rule.by === 'keyword' && cell === undefined && isOfWordBegin(rule),
    );
    return {
      text,
      rules: own,
      contextOf,
      hasCells,
      beginsWord,
      isWord: hasCells || contextOf.size > 0,
      isShared: isShared(text),
    };
  });
  return { detectors, automaton: buildKeywordAutomaton(keywords.map(({ text }) => text)), keywords, tokens, rules };
}

function charactersOf(characterClass: RegExp): Uint8Array {
  return Uint8Array.from({ length: ASCII_END }, (_, code) => Number(characterClass.test(String.fromCharCode(code))));
}

function isOfWordBegin({ at = 'start', lead, bounded = true }: KeywordRule): boolean {
  return at === 'start' && lead === undefined && bounded;
}

/** Separators are folded; without any is the one other way to write it. */
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

/** How many letters and digits that is; undefined where it may be more. */
function headOf(slot: number): number | undefined {
  const letters = Math.floor(slot / TOKEN_DIGITS);
  const digits = slot % TOKEN_DIGITS;
  return letters === TOKEN_LETTERS - 1 || digits === TOKEN_DIGITS - 1 ? undefined : letters + digits;
}

function boundsOf(range: Range): readonly [number, number] {
  return typeof range === 'number' ? [range, range] : range;
}
