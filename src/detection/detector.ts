/**
 * What a detector is: data that the engine compiles. Nothing in a definition runs but its validator, which is pure.
 * Adding a detector is one entry in detectors/ and its rows in test/detection/rows/.
 */

export const CATEGORIES = ['secret', 'financial', 'pii', 'health', 'network'] as const;
export type Category = (typeof CATEGORIES)[number];

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** ISO 3166-1 alpha-2, upper case. */
export type Region = string;

export interface Detector {
  /** Lower case with hyphens, never changed and never used again: findings and exclusions name it. */
  readonly id: string;
  /** For people: "US Social Security number". */
  readonly name: string;
  readonly category: Category;
  /** The heading it stands under in lists: "Payments", "United States". */
  readonly group: string;
  /** Where it is of use. Left out: everywhere. Where regions are configured, one of these must be among them. */
  readonly regions?: readonly Region[];
  readonly severity: Severity;
  readonly enabledByDefault: boolean;
  /** Its ways to come upon a candidate. */
  readonly rules: readonly Rule[];
  readonly confidence: Confidence;
  /**
   * Words that, near a candidate, make it likelier: "card number" stands for card-number, card_number and cardnumber
   * as well, in any case and without accents, as whole words. Looked for in the same block (50 characters before, 20
   * after), in the header of the table's column, in the first cell of its row, and at half weight in the heading above.
   */
  readonly context?: readonly string[];
  /** Instead of 50 before and 20 after. At most 300. */
  readonly contextReach?: { readonly before: number; readonly after: number };
  /** Findings of these detectors within so many characters count as context. They must not have a `near` themselves. */
  readonly near?: { readonly detectors: readonly string[]; readonly within: number };
  /** A pure function. Left out: nothing more is known than what the pattern says. */
  readonly validate?: Validator;
  /** The least Shannon entropy of the value, in bits a character. */
  readonly minEntropy?: number;
  /** The value is refused if it contains one of these, in any case. */
  readonly stopWords?: readonly string[];
  /** The value is refused if this matches somewhere in it. */
  readonly refuse?: RegExp;
  /** Whether values that stand for one (`xxxx`, `<token>`, `${TOKEN}`, `changeme`) are refused. Default: for secrets. */
  readonly refusePlaceholders?: boolean;
  /** It yields to any detector that knows what the value is: `assignment`, `entropy`. */
  readonly generic?: boolean;
  /** A value may go over the border of blocks: PEM, MRZ. */
  readonly multiline?: boolean;
  /** How the value is shown. Default: the first and last two of 16 characters or more, else nothing. */
  readonly mask?: 'last-4' | 'email';
}

/**
 * Of 0 to 1: high from .80, medium from .50, low below. Each is what the finding has, not what is added.
 */
export interface Confidence {
  /** By its shape alone. 0: it is nothing without context. */
  readonly base: number;
  /** With context; of a heading alone, half way to it. Left out: as the base. */
  readonly withContext?: number;
  /** The confidence if the validator returns `valid`. Undefined: the validator can only reject. */
  readonly validated?: number;
}

/**
 * Patterns have no flags but `i`, `s` and `u`; the engine compiles them sticky, when they are first needed. They must
 * end in linear time: no nested or neighbouring repeats over the same characters without bounds. The value is
 * the group named `value`, or the whole match.
 */
export type Rule = KeywordRule | AssignmentRule | WindowRule | TokenRule;

interface AnyRule {
  /**
   * No letter, digit or underscore may stand directly before and after the match where it begins and ends with one
   * itself. Default: true.
   */
  readonly bounded?: boolean;
  /** In place of the detector's, for what this rule comes upon: nine bare digits say less than 3-2-4. */
  readonly confidence?: Confidence;
}

/** "Here is a literal that such a value cannot do without": `ghp_`, `@`, `-----BEGIN`. Any case; the pattern knows better. */
export interface KeywordRule extends AnyRule {
  readonly by: 'keyword';
  /** Of two characters at least, unless it is rare: one of a single character is looked into wherever it stands. */
  readonly keywords: readonly string[];
  /** Where the pattern is tried: from the beginning of the keyword (default), or directly after it. */
  readonly at?: 'start' | 'end';
  /** A class of one character of ASCII, `/[\w.+-]/`: the pattern is tried at the first of those that stand before the keyword. */
  readonly lead?: RegExp;
  /** How many of them at most. Default: 64; if there are more, the keyword is passed over. */
  readonly maxLead?: number;
  /** What every value has in it or behind it, and how many characters behind the keyword at most: to pass over what has none. */
  readonly until?: { readonly text: string; readonly within: number };
  readonly pattern: RegExp;
  /** In a table: a header or first cell that holds the keyword, and cells that are this as a whole. */
  readonly cell?: RegExp;
}

/**
 * "identifier, operator, value": `STRIPE_KEY = "…"`, `adobe_id: …`, `--token …`. The keyword is part of the identifier, the engine knows
 * what may stand between (at most 20 more characters of the identifier, quotes, `=`, `:`, `:=`, `=>`, `,`, `||`, `>`), and
 * that the value ends there. Table cells under or beside such an identifier are looked at as well.
 */
export interface AssignmentRule {
  readonly by: 'assignment';
  readonly keywords: readonly string[];
  /** The value, without quotes. */
  readonly value: RegExp;
  readonly confidence?: Confidence;
}

/** "A word, and somewhere near it the value": the dear one, for what has no other anchor. */
export interface WindowRule extends AnyRule {
  readonly by: 'window';
  readonly keywords: readonly string[];
  /** Characters before and after the keyword. At most 300. */
  readonly before: number;
  readonly after: number;
  readonly pattern: RegExp;
}

/**
 * "A run of letters and digits that begins like this": the first of no letters and three digits is how `123-45-6789`
 * begins, of two letters and six digits `AB123456C`. The pattern is tried at its beginning. A run begins where no letter or digit stands
 * before; it holds a digit.
 */
export interface TokenRule extends AnyRule {
  readonly by: 'token';
  /** How many ASCII letters come before the first digit. Default: 0. */
  readonly letters?: Range;
  /** How many digits come then, before anything else. */
  readonly digits: Range;
  /** One character that must stand directly before, where the pattern is tried then: `(`. */
  readonly lead?: string;
  /** How many letters and digits there are in the run. Default: any. */
  readonly length?: Range;
  readonly pattern: RegExp;
}

/** A number, or from and to, both included. */
export type Range = number | readonly [from: number, to: number];

export interface Candidate {
  /** As it stands in the text. */
  readonly value: string;
  /** The whole match, with what is not the value. */
  readonly match: string;
  /** The named groups of the pattern. */
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** Up to 100 characters of the same block before and after the match. */
  readonly before: string;
  readonly after: string;
  /** In a table: up to 200 characters of the header of its column and of the first cell of its row, where it has them. */
  readonly headers: readonly string[];
  /** The regions that are configured; for who needs one to understand a number. Never empty. */
  readonly regions: readonly Region[];
  readonly today: Date;
  /** The text that it is in, as nothing but itself: what is worked out for it once is kept as long as it is. */
  readonly source: object;
}

export type Validator = (candidate: Candidate) => Verdict;

/** `unknown`: what can be checked fits, but proves nothing. */
export type Verdict = { readonly verdict: 'invalid' } | Opinion;

interface Opinion {
  readonly verdict: 'valid' | 'unknown';
  /** Why, for people and scripts: `checksum:luhn`, `iin:visa`. Never (a part of) the value. */
  readonly evidence?: readonly string[];
  /** What it is in particular: `test-number`, `role-address`. Told as `tag:test-number`. */
  readonly tags?: readonly string[];
  /** At most this, whatever else speaks for it: a published test number is 0.3. What raises is `Confidence.validated`. */
  readonly confidence?: number;
  /**
   * The normal form, where the detector knows more than one spelling of a value. It must never be the same for two values.
   * Default: the value itself, character by character (normalise.ts).
   */
  readonly normalised?: string;
  /** True if a copy in other letter case is the same value. Default: false. */
  readonly ignoresCase?: boolean;
  /**
   * How many characters of the value it is, if not all: a pattern cannot know how long an IBAN of that country is, or
   * where the phone number ends that other digits follow.
   */
  readonly length?: number;
}
