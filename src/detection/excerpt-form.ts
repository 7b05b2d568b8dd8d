/** Constants of stored excerpts, for code that does not build them. */

/** The version of the masking rules. Excerpts of another version lose their context (findings/clean-excerpts.ts). */
export const EXCERPT_VERSION = 2;

/** Replaces masked text. Its length is constant, so that it does not reveal the length of the value. */
export const BAR = '••••••••';
