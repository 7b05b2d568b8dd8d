import { join } from 'node:path';
import { appInProcesses, type AppProcesses } from '../../local/forge/app-processes';
import { readManifest } from '../../local/forge/manifest';
import { DEFAULT_CONFIG, NO_ATTACHMENT_CONTENTS } from '../../src/detection/configuration/model';
import { quotes, scanSpace, whenFinished } from '../support/large-pages';
import { levelNamed } from '../support/levels';
import { propertyOf } from '../support/mirror';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf } from '../support/stored-rows';
import { aPage, attach, expectOk } from '../support/wiki-pages';

/** Scans, redactions and jobs over large pages in a process with the memory of the app's functions, or with less. */

/** Enough for the app, and for small pages. */
const LITTLE_MB = 44;

/** Enough for one large page, but not for all. */
const LESS_THAN_PAGES_MB = 160;
/** Enough for the files that an ordinary page has. */
const LITTLE_FOR_FILES_MB = 64;

interface Opened {
  readonly site: Site;
  readonly processes: AppProcesses;
  readonly spaceId: string;
  /** Moves the time of the platform to the retry of a step. */
  readonly advance: () => void;
}

async function withProcess(memoryMb: number | undefined, use: (opened: Opened) => Promise<void>): Promise<void> {
  let aheadMs = 0;
  const processes = appInProcesses({
    ...{ entry: join(__dirname, '../../src/index.ts'), preload: [join(__dirname, 'swc-hook.cjs')] },
    functions: readManifest().functions,
    variables: { PEPPER_V1: 'ab'.repeat(32), RATE_LIMITS: 'off' },
    ...(memoryMb === undefined ? {} : { memoryMb }),
  });
  const site = openSite({ app: processes.app, now: () => new Date(Date.now() + aheadMs) });
  try {
    const { id } = (await expectOk(site.wiki('POST', '/rest/api/space', { key: 'BIG', name: 'Big' }))) as {
      id: number;
    };
    await use({ site, processes, spaceId: String(id), advance: () => void (aheadMs += 61_000) });
  } finally {
    site.close();
    await processes.close();
  }
}

it('a scan covers every page of a space whose pages do not fit into the memory together', async () => {
  await withProcess(LESS_THAN_PAGES_MB, async ({ site, processes, spaceId, advance }) => {
    for (let page = 0; page < 25; page += 1) await aPage(site, { spaceId, text: quotes(4_000_000) });
    const scan = await scanSpace(site, spaceId, advance);
    expect(processes.counts.outOfMemory).toBeGreaterThan(0);
    expect(scan).toMatchObject({ pages: 26, complete: 26, reasons: {} });
  });
});

it('a redaction and a job end over large pages', async () => {
  await withProcess(undefined, async ({ site, spaceId, advance }) => {
    const pageIds: string[] = [];
    for (let page = 0; page < 3; page += 1)
      pageIds.push(await aPage(site, { spaceId, text: `Card number 4539 1488 0343 6467. ${quotes(4_000_000)}` }));
    await scanSpace(site, spaceId, advance);
    const { key } = await site.createKey({ classificationScope: 'manage', detectionScope: 'manage' });
    const finished = (path: string) => whenFinished(site, key, path, advance);
    const start = async (path: string, body: object) => {
      return (await site.rest('POST', path, { key, body, headers: { 'Idempotency-Key': path } })).body;
    };
    const { redactionId } = await start('/v1/redaction', { pageId: pageIds[0] });
    const redacted = { state: 'succeeded', results: [{ status: 'redacted' }] };
    expect(await finished(`/v1/redaction/${redactionId}`)).toMatchObject(redacted);
    const { levelId } = levelNamed(site, 'Restricted');
    const job = await start('/v1/page-level/jobs', { levelId, pages: pageIds.map((pageId) => ({ pageId })) });
    expect(await finished(`/v1/job/${job.jobId}`)).toMatchObject({ done: 3, failed: 0 });
  });
});

it('a scan reports a page that does not fit into the memory alone, and covers the others', async () => {
  await withProcess(LITTLE_MB, async ({ site, processes, spaceId, advance }) => {
    for (const size of [1_000, 9_000_000, 1_000]) await aPage(site, { spaceId, text: quotes(size) });
    const scan = await scanSpace(site, spaceId, advance);
    expect(processes.counts.outOfMemory).toBeGreaterThan(2);
    expect(scan).toMatchObject({ pages: 4, complete: 3, reasons: { 'too-large': 1 } });
  });
});

it('a scan reports a file that does not fit into the memory after three attempts, and covers all others', async () => {
  await withProcess(LITTLE_FOR_FILES_MB, async ({ site, processes, spaceId, advance }) => {
    const attachmentContents = { ...NO_ATTACHMENT_CONTENTS, enabled: true };
    putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, attachmentContents } });
    const pageIds: string[] = [];
    for (let page = 0; page < 5; page += 1) pageIds.push(await aPage(site, { spaceId }));
    const [, , pageId = '', later = ''] = pageIds;
    const add = (to: string, name: string, text: string) => attach(site, to, name, '', 'POST', new Blob([text]));
    const large = await add(pageId, 'cells.csv', 'a,b,c,d\n'.repeat(300_000));
    for (const to of [pageId, later]) await add(to, 'card.csv', 'name,card number\nJane,4539 1488 0343 6467\n');
    const scan = await scanSpace(site, spaceId, advance);
    expect(processes.counts.outOfMemory).toBe(3);
    expect(scan).toMatchObject({ pages: 6, complete: 5, reasons: { 'file-over-budget': 1 } });
    expect(rowOf(site, 'page-scan', pageId)?.['data']).toMatchObject({
      files: { [large]: { reasons: ['file-over-budget'] } },
      findingIds: [expect.any(String)],
    });
    expect(rowOf(site, 'page-scan', later)?.['data']).toMatchObject({ findingIds: [expect.any(String)] });
  });
});

it('functions with less memory do their work for many pages, however large these are', async () => {
  await withProcess(undefined, async ({ site, processes, spaceId, advance }) => {
    const { background } = site.host;
    const small = readManifest().functions.filter(({ memoryMb }) => memoryMb === 128);
    expect(small.map(({ key }) => key)).toEqual(expect.arrayContaining(['mirrorQueueConsumer', 'setLevelAction']));
    const pageIds: string[] = [];
    for (let page = 0; page < 25; page += 1) pageIds.push(await aPage(site, { spaceId, text: quotes(4_000_000) }));
    // Only the events of the changes that follow.
    for (const { id } of background.pending()) background.lose(id);
    const { key } = await site.createKey();
    for (const name of ['Internal', 'Restricted'] as const) {
      const { levelId } = levelNamed(site, name);
      const items = pageIds.map((pageId) => ({ pageId, levelId, action: 'set' }));
      const { body } = await site.rest('POST', '/v1/page-level/bulk', { key, body: { items } });
      expect(body.summary).toEqual({ ok: 25, failed: 0 });
      // The sweep of the trigger finds what the first events would have written.
      if (name === 'Internal') for (const { id } of background.pending()) background.lose(id);
    }
    await expectOk(site.wiki('DELETE', `/api/v2/pages/${pageIds[0] ?? ''}`));
    for (const schedule of readManifest().scheduledTriggers) await background.runSchedule(schedule.key);
    advance();
    await background.settle();
    const [, pageId = ''] = pageIds;
    expect(await site.action('set-level', { pageId, level: 'Internal' })).toMatchObject({ outcome: 'changed' });
    advance();
    await background.settle();
    expect((await propertyOf(site, pageId))?.value).toMatchObject({ title: 'Internal' });
    expect((await propertyOf(site, pageIds[2] ?? ''))?.value).toMatchObject({ title: 'Restricted' });
    expect(processes.counts.outOfMemory).toBe(0);
  });
});
