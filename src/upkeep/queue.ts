/** The queue in manifest.yml, and its events. */
export const UPKEEP_QUEUE = 'upkeep';

/** Continues open migrations, and begins the removal of this night. */
export const DAILY_BODY = { task: 'daily' } as const;

export function migrateBody(runId: string, step: number): Readonly<Record<string, string>> {
  return { task: 'migrate', runId, step: String(step) };
}

export function removeBody(nightId: string, step: number): Readonly<Record<string, string>> {
  return { task: 'remove', nightId, step: String(step) };
}
