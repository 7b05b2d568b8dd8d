/** The queue in manifest.yml that keeps the levels of pages and Confluence's own in step. */
export const NATIVE_QUEUE = 'native-levels';

/** Reads the list of Confluence's levels again, and starts or continues the comparison of the day. */
export const DAILY_BODY = { task: 'daily' } as const;

/** The next pages of the comparison. */
export const STEP_BODY = { task: 'step' } as const;

/** Leaves the points of Confluence to callers who wait for a response. */
export const STEP_DELAY_SECONDS = 30;
