import * as z from 'zod';
import { readSettings } from '../classification/level-store';
import type { Context } from '../platform/context';
import { storedDocument } from '../platform/stored-document';
import { findReminded, readReviewSources } from './read-due';

/**
 * Reminds owners of pages that are due, in the comments that ask authors. A part of the pages is read each day, and the next day continues
 * there. A comment is written only if the page is still due then, at most once in 30 days (../findings/scan/mention-author.ts).
 */

/** For rules, and again for campaigns, a day. A comment costs points, and scans need most of them. */
const MAX_READS = 10;
const MAX_QUESTIONS = 200;

const place = z.strictObject({ time: z.string(), key: z.string() }).optional();

/** Where the next day continues. Omitted: at the start. */
const POSITIONS = storedDocument(z.strictObject({ rules: place, campaigns: place }), {
  key: 'review-reminders',
  unreadable: 'absent',
  initial: {},
});

/** @param ask asks the authors of pages that were not asked lately, and returns their number. @throws what it throws, StorageUnavailableError */
export async function remindOwners(
  { storage, clock }: Pick<Context, 'storage' | 'clock'>,
  ask: (pageIds: readonly string[]) => Promise<number>,
): Promise<void> {
  if ((await readSettings(storage)).mentions !== true) return;
  const sources = await readReviewSources({ storage });
  const isNeeded = {
    rules: Object.values(sources.rules).some(({ overdue }) => overdue === 'notify'),
    campaigns: sources.campaigns.length > 0,
  };
  for (const kind of ['campaigns', 'rules'] as const) {
    if (!isNeeded[kind]) continue;
    let at = (await POSITIONS.read(storage)).value[kind];
    let asked = 0;
    for (let reads = 0; reads < MAX_READS && asked < MAX_QUESTIONS; reads += 1) {
      const { pageIds, next } = await findReminded({ storage, now: clock() }, sources, kind, at);
      if (pageIds.length > 0) asked += await ask(pageIds);
      at = next;
      if (at === undefined) break;
    }
    await POSITIONS.change(storage, (current) => ({ ...current, [kind]: at }));
  }
}
