/** The entry of a page access limit for pages without a level. */
export const UNCLASSIFIED = 'unclassified';
