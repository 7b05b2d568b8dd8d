/** The queue in manifest.yml, and its events. */
export const UPKEEP_QUEUE = 'upkeep';

/** Begins the removal of this night. */
export const DAILY_BODY = { task: 'daily' } as const;

export function removeBody(nightId: string, step: number): Readonly<Record<string, string>> {
  return { task: 'remove', nightId, step: String(step) };
}
