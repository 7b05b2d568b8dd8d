/** The form of a stored excerpt, for code that does not build one. */

/** What is stored of an excerpt that was built by other rules loses its context (findings/clean-excerpts.ts). */
export const EXCERPT_VERSION = 2;

/** A masked value. Always the same, so that it does not tell how long the value is. */
export const BAR = '••••••••';
