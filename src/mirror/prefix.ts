/**
 * The start of every name that the app gives to Confluence. Search aliases are unique across all apps, so an app of another
 * vendor has another prefix, here and in manifest.yml (docs/deployment.md).
 */
export const PREFIX = 'pgcls_';

/** The key of the content property. */
export const LEVEL_PROPERTY = `${PREFIX}level`;
/** The keys of the properties of the app: the switches for its frames, and one that only the site check writes. */
export const SWITCHES_PROPERTY = `${PREFIX}surfaces`;
export const PROBE_PROPERTY = `${PREFIX}probe`;

/** The aliases for the search: the key of the level, its rank, and when the page got it. */
export const LEVEL_ALIAS = `${PREFIX}level`;
export const RANK_ALIAS = `${PREFIX}rank`;
