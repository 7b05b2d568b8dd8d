import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { DATABASE } from '../data-folder';
import { createCompany } from './pages';
import { beforeThePast, DAYS, livePast } from './past';
import { NADIA } from './people';
import { openReplay, type Replay } from './replay';

/** The site of `npm start -- --demo`: a company of 5,000 people that has used the app for 90 days (docs/adr/0125). */

/** The people for whom the platform does not let the app act on this site, so that a removal waits. */
export const NOT_ACTING_FOR: ReadonlySet<string> = new Set([NADIA.accountId]);

const SEED = 34;
const DAY_MS = 86_400_000;

/**
 * Lives the past of the company up to this time. The peppers of the process must be loaded.
 * @param dataDir default: in memory
 */
export async function replayCompany(now: Date, dataDir?: string): Promise<Replay> {
  const company = createCompany(now);
  const start = new Date(now.getTime() - DAYS * DAY_MS);
  const { content } = beforeThePast(company);
  const folder = dataDir === undefined ? {} : { dataDir };
  const replay = openReplay({ content, notActingFor: NOT_ACTING_FOR, start, seed: SEED, ...folder });
  await livePast(replay, company, now);
  return replay;
}

/** Creates the site of the demo in the data folder, unless it exists. If this is interrupted, the next start begins again. */
export async function provideDemo(dataDir: string): Promise<'created' | 'existing'> {
  const target = join(dataDir, DATABASE);
  if (existsSync(target)) return 'existing';
  const unfinished = join(dataDir, 'unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const { host } = await replayCompany(new Date(), unfinished);
  host.close();
  const database = new Database(join(unfinished, DATABASE));
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  renameSync(join(unfinished, DATABASE), target);
  rmSync(unfinished, { recursive: true, force: true });
  return 'created';
}
