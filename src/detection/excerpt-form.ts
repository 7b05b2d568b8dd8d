/** The form of a stored excerpt, for code that does not build one. */

/** A stored excerpt that other rules built loses its context (findings/clean-excerpts.ts). */
export const EXCERPT_VERSION = 2;

/** A masked value. Always the same, so that it does not show how long the value is. */
export const BAR = '••••••••';
