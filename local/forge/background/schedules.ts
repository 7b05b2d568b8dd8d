import type Database from 'libsql';
import * as z from 'zod';
import type { PlatformSwitches } from '../assumptions';
import type { Manifest, ScheduledTrigger } from '../manifest';
import { shareOf } from '../seeded-random';

/** The due times of the scheduled triggers in manifest.yml, kept in the site's database. */

const INTERVAL_MS = { fiveMinute: 300_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

/** Forge runs them for the first time about five minutes after a deployment. */
const FIRST_AFTER_MS = 300_000;

const row = z.object({ key: z.string(), nextAt: z.number() });

export class Schedules {
  readonly #database: Database.Database;

  constructor(
    database: Database.Database,
    private readonly manifest: Manifest,
    nowMs: number,
    private readonly switches: PlatformSwitches,
    private readonly seed: number,
  ) {
    this.#database = database;
    database.exec('CREATE TABLE IF NOT EXISTS forge_schedule (key TEXT PRIMARY KEY, next_at INTEGER NOT NULL)');
    const insert = database.prepare('INSERT INTO forge_schedule (key, next_at) VALUES (?, ?) ON CONFLICT DO NOTHING');
    for (const { key } of manifest.scheduledTriggers) insert.run(key, nowMs + FIRST_AFTER_MS);
  }

  all(): readonly (ScheduledTrigger & { readonly nextAt: number })[] {
    const times = this.#database.prepare('SELECT key, next_at AS nextAt FROM forge_schedule').all();
    const nextAt = new Map(times.map((time) => row.parse(time)).map((time) => [time.key, time.nextAt]));
    return this.manifest.scheduledTriggers.map((one) => ({ ...one, nextAt: nextAt.get(one.key) ?? 0 }));
  }

  /**
   * The triggers that are due. The next time of each is set before it runs, because a failed trigger is not retried.
   */
  takeDue(nowMs: number): readonly ScheduledTrigger[] {
    const due = this.all().filter(({ nextAt }) => nextAt <= nowMs);
    for (const { key, interval } of due)
      this.#database
        .prepare('UPDATE forge_schedule SET next_at = ? WHERE key = ?')
        .run(nowMs + INTERVAL_MS[interval], key);
    return due.flatMap((one) => Array.from({ length: this.#timesOf(one) }, () => one));
  }

  /** With `irregular-schedules`, one of twenty runs is missed, and one is doubled. A missed run is not made up. */
  #timesOf({ key, nextAt }: { readonly key: string; readonly nextAt: number }): number {
    if (!this.switches.has('irregular-schedules')) return 1;
    const share = shareOf(`${this.seed} ${key} ${nextAt}`);
    return share < 0.05 ? 0 : share < 0.1 ? 2 : 1;
  }
}
