/**
 * A detector is data that the engine compiles; only its validator is code, and validators are pure. To add a detector, add
 * one entry in detectors/ and its rows in test/detection/rows/.
 */

export const CATEGORIES = ['secret', 'financial', 'pii', 'health', 'network'] as const;
export type Category = (typeof CATEGORIES)[number];

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The number of the current catalog. `test/detection/catalog.test.ts` says when to raise it, and the `addedIn` of each detector. */
export const CATALOG = 2;

/** ISO 3166-1 alpha-2, upper case. */
export type Region = string;

export interface Detector {
  /** Lower case with hyphens. Never changed or reused, because findings and exclusions refer to it. */
  readonly id: string;
  /** Display name: "US Social Security number". */
  readonly name: string;
  readonly category: Category;
  /** The heading for lists: "Payments", "United States". */
  readonly group: string;
  /** The regions that the detector applies to. Default: all. It runs if no regions are configured or one of these is. */
  readonly regions?: readonly Region[];
  readonly severity: Severity;
  /** Default: true. */
  readonly enabledByDefault?: false;
  /**
   * The catalog that the detector first appeared in. Default: 1. On sites that had the app before, its findings are only
   * observed until an admin turns it on (docs/adr/0069).
   */
  readonly addedIn?: number;
  /** True if earlier catalogs had the detector, off by default. It is never observed where the settings of a site enable it. */
  readonly wasOffByDefault?: boolean;
  /** The ways to find candidates. */
  readonly rules: readonly Rule[];
  readonly confidence: Confidence;
  /**
   * Words that raise the confidence of a candidate near them. They match as whole words, without regard to case and accents;
   * "card number" also matches card-number, card_number and cardnumber. An asterisk marks a part of a word: `geburts*`
   * matches Geburtsdatum, `*telefon*` Diensttelefonnummer. The engine looks in the same block (50 characters before, 20 after),
   * in the column header, in the first cell of the row, in a label before it, in short cells of the row (as far as in the
   * same block) and, at half weight, in the heading above.
   *
   * A word in capitals is an abbreviation that is also an everyday word of some language: `EIN`, `RUN`, `SIN`. It counts in
   * capitals directly before the value, as a header, or where one of the regions is configured.
   */
  readonly context?: readonly string[];
  /** Replaces the 50 characters before and 20 after. At most 300 each. */
  readonly contextReach?: { readonly before: number; readonly after: number };
  /** True if the validator finds context that is no list of words (`AcceptedVerdict.hasContext`). */
  readonly findsContext?: true;
  /** Default: every match of a pattern is accepted as `unknown`. */
  readonly validate?: Validator;
  /** Values with a lower Shannon entropy, in bits per character, are rejected. */
  readonly minEntropy?: number;
  /** Values that contain one of these are rejected, in any case. */
  readonly stopWords?: readonly string[];
  /** Values with a match of this pattern are rejected. */
  readonly rejectPattern?: RegExp;
  /** Rejects placeholders (`xxxx`, `<token>`, `${TOKEN}`, `changeme`). Default: true for secrets only. */
  readonly rejectPlaceholders?: boolean;
  /** True if the detector cannot determine the kind of value. A specific detector wins over it. */
  readonly generic?: boolean;
  /** A value may span several blocks: PEM, MRZ. */
  readonly multiline?: boolean;
}

/**
 * From 0 to 1: high from 0.80, medium from 0.50, else low. Each member is the resulting confidence, not an increment.
 */
export interface Confidence {
  /** Without context. 0: a match without context is ignored. */
  readonly base: number;
  /** Without context, where regions are configured. A detector with a check needs a value that passes it. Default: as elsewhere. */
  readonly inRegion?: number;
  /** With context. A heading counts half. Default: `base`. */
  readonly withContext?: number;
  /** If the validator returns `valid`. Default: the validator cannot raise the confidence. */
  readonly validated?: number;
}

/**
 * The only flags of patterns are `i`, `s` and `u`; the engine compiles patterns on first use. A pattern must run in
 * linear time, without nested or adjacent unbounded repeats over the same characters. The value is the group named
 * `value`, or else the whole match.
 */
export type Rule = KeywordRule | AssignmentRule | WindowRule | TokenRule;

interface BaseRule {
  /** A match must not begin or end inside a word, so no letter, digit or underscore adjoins its edge. Default: true. */
  readonly bounded?: boolean;
  /** Replaces the confidence of the detector for matches of this rule. Nine bare digits are weaker evidence than 3-2-4. */
  readonly confidence?: Confidence;
}

/** Tries the pattern at every occurrence of a literal: `ghp_`, `@`, `-----BEGIN`. The literal matches in any case. */
export interface KeywordRule extends BaseRule {
  readonly by: 'keyword';
  /** At least two characters each. A single character must be rare, because the pattern is tried at each occurrence. */
  readonly keywords: readonly string[];
  /** Where the pattern starts: at the start of the keyword (default) or directly after it. */
  readonly at?: 'start' | 'end';
  /** A class of one ASCII character, `/[\w.+-]/`. The pattern starts at the first of them before the keyword. */
  readonly lead?: RegExp;
  /** The most lead characters. Default: 64. A keyword with more is skipped. */
  readonly maxLead?: number;
  /** A text that must follow the keyword within that many characters; keywords without it are skipped. */
  readonly until?: { readonly text: string; readonly within: number };
  readonly pattern: RegExp;
  /**
   * The whole text of a table cell, if a short header or label of it contains the keyword (engine/find-matches.ts) as a word. With an
   * asterisk (`*passwort`), the keyword may be a part of a word of the header.
   */
  readonly cell?: RegExp;
}

/**
 * Finds "identifier, operator, value": `STRIPE_KEY = "…"`, `adobe_id: …`, `--token …`. The keyword is part of the identifier.
 * Between keyword and value the engine accepts up to 20 more characters of the identifier, quotes and one operator (`=`, `:`,
 * `:=`, `=>`, `,`, `||`, `>`), and the value must end where the pattern ends. The engine also tries table cells whose column
 * header or row header contains the keyword.
 */
export interface AssignmentRule {
  readonly by: 'assignment';
  readonly keywords: readonly string[];
  /** The value, without quotes. */
  readonly value: RegExp;
  readonly confidence?: Confidence;
}

/**
 * Searches the pattern around a keyword, also in the other cells of a table row, and in the cells below a short header
 * that contains the keyword. Expensive, so only for values without a better anchor.
 */
export interface WindowRule extends BaseRule {
  readonly by: 'window';
  readonly keywords: readonly string[];
  /** Characters before and after the keyword. At most 300. */
  readonly before: number;
  readonly after: number;
  /**
   * If it matches the block of the keyword, of at most 200 characters, the range continues in the blocks below it, up to `after`
   * characters: the answer to a question, a list below its title.
   */
  readonly continues?: RegExp;
  readonly pattern: RegExp;
}

/**
 * Tries the pattern at tokens (runs of letters and digits with at least one digit). The counts describe the start of
 * the token: `123-45-6789` starts with no letters and three digits, `AB123456C` with two letters and six digits.
 */
export interface TokenRule extends BaseRule {
  readonly by: 'token';
  /** The ASCII letters before the first digit. Default: 0. */
  readonly letters?: Range;
  /** The digits that follow them without a break. */
  readonly digits: Range;
  /** One character that must directly precede the token, such as `(`. The pattern then starts at it. */
  readonly lead?: string;
  /** The length of the whole token. Default: any. */
  readonly length?: Range;
  readonly pattern: RegExp;
}

/** A number, or an inclusive range. */
export type Range = number | readonly [from: number, to: number];

export interface Candidate {
  /** As written in the text. */
  readonly value: string;
  /** The whole match, which may hold more than the value. */
  readonly match: string;
  /** The named groups of the pattern besides `value`. */
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** Up to 100 characters of the same block before and after the match. */
  readonly before: string;
  readonly after: string;
  /** Up to 200 characters each of the column header, of the first cell of the row and of the label, if they exist. */
  readonly headers: readonly string[];
  /**
   * The texts that may label the value: up to 60 characters directly before it or the end of the cell to the left, the
   * headers, and text in brackets after it.
   */
  readonly labels: readonly string[];
  /** The page around the match: up to 200 characters on each side, across blocks, and the header row of the table. */
  readonly surroundings: string;
  /** Up to 200 characters of the heading above. Empty without one. */
  readonly heading: string;
  /** Up to 200 characters of the header row of the table, and up to 300 of the row. Empty outside of tables. */
  readonly headerRow: string;
  readonly row: string;
  /** The configured regions, for numbers whose country is not written. Never empty. */
  readonly regions: readonly Region[];
  readonly today: Date;
  /** The whole text. Its object is the key of per-text caches of validators. */
  readonly source: { readonly text: string };
  /** The offset of the match in the whole text. */
  readonly position: number;
}

export type Validator = (candidate: Candidate) => Verdict;

/** `unknown`: the value may be valid, but no check proves it. */
export type Verdict = { readonly verdict: 'invalid' } | AcceptedVerdict;

interface AcceptedVerdict {
  readonly verdict: 'valid' | 'unknown';
  /** Reasons for people and scripts: `checksum:luhn`, `iin:visa`. Never any part of the value. */
  readonly evidence?: readonly string[];
  /** Special kinds of value: `test-number`, `role-address`. Reported as `tag:test-number`. */
  readonly tags?: readonly string[];
  /** True for context that is no word of the detector, such as a person who is named beside a phone number. It counts two thirds. */
  readonly hasContext?: boolean;
  /** An upper limit, such as 0.3 for a published test number. To raise the confidence, use `Confidence.validated`. */
  readonly confidence?: number;
  /**
   * The normal form, if the detector recognizes several spellings of a value. Two different values must never have the
   * same normal form. Default: the value itself, character by character (text/normalize.ts).
   */
  readonly normalized?: string;
  /** True if a copy in another letter case is the same value. Default: false. */
  readonly ignoresCase?: boolean;
  /** Where the value starts in the match, if a pattern cannot find it, as for an illness in a sentence. Default: 0. */
  readonly start?: number;
  /**
   * The length of the value, if it is shorter than the match. A pattern cannot know the length of an IBAN of a given country,
   * or where a phone number ends before other digits.
   */
  readonly length?: number;
}
