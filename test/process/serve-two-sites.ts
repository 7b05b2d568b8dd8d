import { randomUUID } from 'node:crypto';
import { getHeapSnapshot } from 'node:v8';
import { siteAri } from '../../local/forge/runtime';
import { DEMO_PAGES } from '../../local/demo';
import { defaultLevels } from '../../src/classification/default-levels';
import { createAdmin } from '../../src/admin/resolver';
import { systemRandom } from '../../src/platform/random';
import { createRest } from '../../src/rest/app';
import { PEPPER } from '../keys/key-records';
import { openSite } from '../support/site';

/**
 * Serves two sites with one app, closes them, and prints which of their data is still in memory, as JSON. A separate
 * process, because a search through the memory of a test process takes minutes.
 */

async function run(): Promise<void> {
  const dependencies = {
    clock: () => new Date(),
    random: systemRandom,
    log: () => undefined,
    peppers: () => [PEPPER] as const,
    rateLimits: () => 'off',
  };
  const app = {
    rest: createRest({ ...dependencies, requestLimitMs: 20_000, hostLimitMs: 8_000, storageLimitMs: 5_000 }),
    admin: createAdmin({ ...dependencies, operationLimitMs: 20_000 }),
  };
  const statuses: number[] = [];

  const serve = async (siteName: string): Promise<readonly string[]> => {
    const site = openSite({ app, siteName });
    const levelIds = defaultLevels(siteAri(site.host.installation)).map(({ levelId }) => levelId);
    const keys = [await site.createKey(), await site.createKey()];
    for (const { key } of keys) {
      for (const levelId of levelIds) {
        const body = { pageId: DEMO_PAGES.welcome, levelId };
        statuses.push((await site.rest('POST', '/v1/page-level', { key, body })).status);
        statuses.push((await site.rest('GET', '/v1/level', { key })).status);
      }
    }
    site.close();
    const { appId: _sameEverywhere, ...ids } = site.host.installation;
    return [...levelIds, ...keys.flatMap(({ key, keyId }) => [key, keyId]), ...Object.values<string>(ids)];
  };

  // The local host keeps what the first site created, and what the last one left on the stack.
  await serve('before them');
  // As bytes outside of the heap, so that the search does not find its own texts.
  const needles = await (async () => {
    const ids = [...(await serve('memory one')), ...(await serve('memory two'))];
    return ids.map((text) => Buffer.from(text));
  })();
  await serve('after them');
  // As a control, this one is kept in one piece.
  const kept = Buffer.from(randomUUID()).toString();
  const chunks: Buffer[] = [];
  for await (const chunk of getHeapSnapshot()) chunks.push(Buffer.from(chunk as Uint8Array));
  const heap = Buffer.concat(chunks);
  const found = needles.filter((needle) => heap.includes(needle)).map(String);
  process.stdout.write(
    JSON.stringify({ statuses, searched: needles.length, found, isControlFound: heap.includes(Buffer.from(kept)) }),
  );
  // The app still exists, and could serve the next request.
  if (typeof app.rest !== 'function') process.exitCode = 1;
}

void run();
