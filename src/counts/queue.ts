/** The queue in manifest.yml, and its events. */
export const COUNT_QUEUE = 'counts';

/** Counts the pages that changed. */
export const FOLLOW_BODY = { task: 'follow' } as const;

/** Runs a step of the nightly check. Step 0 begins it. */
export function checkBody(step: number): Readonly<Record<string, string>> {
  return { task: 'check', step: String(step) };
}
