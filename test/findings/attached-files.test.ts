import { ADMIN, APP_USER, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { DEFAULT_CONFIG, type DetectionConfig, NO_ATTACHMENT_CONTENTS } from '../../src/detection/configuration/model';
import type { FileScan } from '../../src/findings/model';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf, rowsOf, type StoredRecord } from '../support/stored-rows';
import { aPage, attach, restrict } from '../support/wiki-pages';

/** The content of attached files is scanned, each version once, and a page is complete only if all of its files were read. */

const CARD = '4539 1488 0343 6467';
const CSV = `name,card number\nJane,${CARD}\n`;

let site: Site;
let key: string;
/** The downloads of the app, by attachment id and version. */
const downloads: string[] = [];
let failing: ((path: string) => Response | undefined | Promise<undefined>) | undefined;
const calls: string[] = [];

const intercept: Intercept = async ({ target, path }, proceed) => {
  if (target !== 'confluence') return proceed();
  calls.push(path);
  const [, id, version] = /attachment\/(att\d+)\/download\?version=(\d+)/.exec(path) ?? [];
  if (id !== undefined) downloads.push(`${id} ${version}`);
  return (await failing?.(path)) ?? proceed();
};

const configure = (files: Partial<DetectionConfig['attachmentContents']>, more: Partial<DetectionConfig> = {}) =>
  putRow(site, 'config', 'detection', {
    v: 1,
    rev: 1,
    value: {
      ...DEFAULT_CONFIG,
      ...more,
      attachmentContents: { ...NO_ATTACHMENT_CONTENTS, enabled: true, ...files },
    },
  });

beforeAll(async () => {
  site = openSite({ intercept });
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
});
beforeEach(async () => {
  failing = undefined;
  await configure({});
  await site.host.background.settle();
  downloads.length = 0;
});
afterAll(() => site.close());

async function scan(order: object): Promise<StoredRecord> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const { scanId } = (await site.rest('POST', '/v1/detection/scan', { key, body: order, headers })).body;
  await site.host.background.settle();
  return (await site.rest('GET', `/v1/detection/scan/${scanId}`, { key })).body;
}

const scanOf = (pageId: string) => rowOf(site, 'page-scan', pageId);
const dataOf = (pageId: string) =>
  scanOf(pageId)?.['data'] as { reasons: string[]; files?: Record<string, FileScan> } | undefined;
const inFiles = (pageId: string, status = 'open') =>
  rowsOf(site, 'detection').filter(({ value }) => {
    const { location } = value['data'] as { location: { field: string } };
    return value['pageId'] === pageId && location.field === 'attachment-content' && value['status'] === status;
  });
const csv = (text = CSV) => new Blob([text], { type: 'text/csv' });

describe('a scan of a page', () => {
  it('finds values in its files, with their place, and no text of the file is stored', async () => {
    const pageId = await aPage(site);
    const id = await attach(site, pageId, 'people.csv', '', 'POST', csv());
    const result = await scan({ pageIds: [pageId] });
    expect(result).toMatchObject({ state: 'succeeded', pages: 1, complete: 1, found: 1 });
    const [found] = inFiles(pageId);
    expect(found?.value).toMatchObject({
      detectorId: 'card-pan',
      data: { location: { contentId: id, place: { kind: 'cell', number: 2, column: 'B' } } },
    });
    expect(dataOf(pageId)?.files?.[id]).toEqual({ version: 1, versionAt: expect.any(String) as string });
    expect(JSON.stringify([...rowsOf(site, 'page-scan'), ...rowsOf(site, 'detection')])).not.toMatch(
      /people\.csv|Jane/,
    );
  });

  it('is partial, and names the reason, with a file whose text was not read', async () => {
    const pageId = await aPage(site);
    await attach(site, pageId, 'photo.png', '', 'POST', new Blob([Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)]));
    await attach(site, pageId, 'song.mp3', '', 'POST', new Blob(['ID3']));
    await attach(site, pageId, 'notes.txt', '', 'POST', new Blob(['Nothing.']));
    const counts = await scan({ pageIds: [pageId] });
    expect(counts).toMatchObject({
      complete: 0,
      partial: 1,
      reasons: { 'file-no-text': 1, 'file-unsupported-type': 1 },
    });
    expect(dataOf(pageId)?.reasons.toSorted()).toEqual(['file-no-text', 'file-unsupported-type']);
    // Nothing is downloaded that cannot be read.
    expect(downloads).toHaveLength(1);
  });

  it('keeps the findings of a file that is damaged behind them, is partial, and does not read it again', async () => {
    const pageId = await aPage(site);
    const page = `<html><body><p>Card ${CARD}</p></body></html>`;
    const message = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${page}\r\n--b\r\nContent-Type: application/zip; name=a.zip\r\n\r\nPK\u0003\u0004 cut off\r\n--b--`;
    await attach(site, pageId, 'order.eml', '', 'POST', new Blob([message]));
    expect(await scan({ pageIds: [pageId] })).toMatchObject({ partial: 1, reasons: { 'file-damaged': 1 } });
    await scan({ pageIds: [pageId] });
    expect([inFiles(pageId).length, downloads.length]).toEqual([1, 1]);
  });

  it('downloads each version once, and only new ones later', async () => {
    const pageId = await aPage(site);
    const id = await attach(site, pageId, 'a.csv', '', 'POST', csv());
    await attach(site, pageId, 'b.csv', '', 'POST', csv('name\nNobody\n'));
    await scan({ pageIds: [pageId] });
    await scan({ pageIds: [pageId] });
    expect(downloads).toHaveLength(2);
    await attach(site, pageId, 'a.csv', '', 'PUT', csv('name\nNobody\n'));
    await scan({ pageIds: [pageId] });
    expect(downloads.slice(2)).toEqual([`${id} 2`]);
    expect([inFiles(pageId), inFiles(pageId, 'resolved').length]).toEqual([[], 1]);
  });

  it('keeps the findings of a file that an unfinished upload replaced, until its version can be read', async () => {
    const pageId = await aPage(site);
    await attach(site, pageId, 'a.csv', '', 'POST', csv());
    await scan({ pageIds: [pageId] });
    await attach(site, pageId, 'a.csv', '', 'PUT', csv('none\n'));
    failing = (path) => (path.includes('/download?') ? new Response('gone', { status: 404 }) : undefined);
    const counts = await scan({ pageIds: [pageId] });
    expect(counts).toMatchObject({ partial: 1, reasons: { 'file-not-scanned': 1 } });
    expect(inFiles(pageId)).toHaveLength(1);
  });

  it.each([
    ['removes', csv(), csv('none\n'), 0],
    ['adds', csv('none\n'), csv(), 1],
  ] as const)(
    'ends with the newest version if one that %s a value is uploaded during the download',
    async (_what, before, after, found) => {
      const pageId = await aPage(site);
      const id = await attach(site, pageId, 'a.csv', '', 'POST', before);
      failing = async (path) => {
        if (!path.includes('/download?')) return undefined;
        failing = undefined;
        await attach(site, pageId, 'a.csv', '', 'PUT', after);
        return undefined;
      };
      await scan({ pageIds: [pageId] });
      await site.host.background.settle();
      expect(downloads).toEqual([`${id} 1`, `${id} 2`]);
      expect([inFiles(pageId).length, dataOf(pageId)?.files?.[id]?.version]).toEqual([found, 2]);
    },
  );

  it('resolves the findings of a deleted file', async () => {
    const pageId = await aPage(site);
    const id = await attach(site, pageId, 'a.csv', '', 'POST', csv());
    await scan({ pageIds: [pageId] });
    await site.wiki('DELETE', `/api/v2/attachments/${id}`);
    await scan({ pageIds: [pageId] });
    expect([inFiles(pageId).length, scanOf(pageId)?.['state'], dataOf(pageId)?.files]).toEqual([0, 'complete', {}]);
  });

  it('reads all files again after a change of the detectors', async () => {
    const pageId = await aPage(site);
    await attach(site, pageId, 'a.csv', '', 'POST', csv());
    await scan({ pageIds: [pageId] });
    await configure({}, { minConfidence: 0.4 });
    await scan({ pageIds: [pageId] });
    expect(downloads).toHaveLength(2);
    expect(scanOf(pageId)?.['state']).toBe('complete');
  });

  it('continues with the other files if one cannot be downloaded, and tries that one again in the next scan', async () => {
    const pageId = await aPage(site);
    const bad = await attach(site, pageId, 'bad.csv', '', 'POST', csv());
    await attach(site, pageId, 'good.csv', '', 'POST', csv());
    failing = (path) =>
      path.includes(bad) && path.includes('/download') ? new Response('', { status: 500 }) : undefined;
    await scan({ pageIds: [pageId] });
    expect([inFiles(pageId).length, dataOf(pageId)?.reasons]).toEqual([1, ['file-not-downloaded']]);
    failing = undefined;
    await scan({ pageIds: [pageId] });
    expect([inFiles(pageId).length, scanOf(pageId)?.['state']]).toEqual([2, 'complete']);
  });

  it('says so where the platform does not follow the redirect to the file', async () => {
    site.host.assumptions.add('downloads-not-followed');
    const pageId = await aPage(site);
    await attach(site, pageId, 'a.csv', '', 'POST', csv());
    const counts = await scan({ pageIds: [pageId] });
    site.host.assumptions.delete('downloads-not-followed');
    expect(counts).toMatchObject({ partial: 1, reasons: { 'file-not-downloaded': 1 } });
  });

  it('reads only the kinds, sizes and spaces that the admin chose', async () => {
    const [pageId, elsewhere] = [await aPage(site), await aPage(site, { spaceId: DEMO_SPACES.OPEN })];
    await attach(site, pageId, 'a.csv', '', 'POST', csv());
    await attach(site, pageId, 'a.txt', '', 'POST', new Blob([`Card ${CARD}`]));
    await attach(site, pageId, 'large.txt', '', 'POST', new Blob([`Card ${CARD} `.repeat(60_000)]));
    await attach(site, elsewhere, 'a.txt', '', 'POST', new Blob([`Card ${CARD}`]));
    await configure({ kinds: ['texts'], maxMegabytes: 1, spaceIds: [DEMO_SPACES.ENG] });
    await scan({ pageIds: [pageId, elsewhere] });
    expect([inFiles(pageId).length, dataOf(pageId)?.reasons]).toEqual([1, ['file-too-large']]);
    expect(downloads).toHaveLength(1);
    expect([inFiles(elsewhere).length, scanOf(elsewhere)?.['state'], dataOf(elsewhere)?.files]).toEqual([
      0,
      'complete',
      undefined,
    ]);
  });

  it('costs nothing more for a page without attachments, and downloads nothing while it is off', async () => {
    const pageId = await aPage(site);
    const cost = async () => {
      await site.host.background.settle();
      calls.length = 0;
      await scan({ pageIds: [pageId] });
      return calls.filter((path) => path.includes(pageId)).length;
    };
    await cost();
    const withFiles = await cost();
    await configure({ enabled: false });
    await cost();
    expect(withFiles).toBe(await cost());
    await attach(site, pageId, 'a.csv', '', 'POST', csv());
    await cost();
    expect(downloads).toEqual([]);
  });
});

it('a scan of the site costs at most 1.1 points an attachment for the list, and one download for each new version', async () => {
  await configure({}, { triggers: { onPublish: false, schedule: 'off' } });
  await scan({ site: true });
  const pageIds = [await aPage(site), await aPage(site)];
  for (const [index, pageId] of pageIds.flatMap((pageId) => Array.from({ length: 30 }, () => pageId)).entries())
    await attach(site, pageId, `${index}.csv`, '', 'POST', csv());
  const callsOfScan = async () => {
    [calls.length, downloads.length] = [0, 0];
    await scan({ site: true });
    const lists = calls.filter((path) => path.startsWith('/wiki/api/v2/attachments?'));
    return { lists: lists.length, downloads: downloads.length };
  };
  const attachments = (await site.wiki('GET', '/api/v2/attachments?limit=250').then((answer) => answer.json())) as {
    results: unknown[];
  };
  const listed = attachments.results.length;
  const first = await callsOfScan();
  expect(first.downloads).toBe(60);
  expect((first.lists + listed) / listed).toBeLessThanOrEqual(1.1);
  await attach(site, pageIds[0] ?? '', '0.csv', '', 'PUT', csv('name\nNobody\n'));
  expect(await callsOfScan()).toEqual({ lists: first.lists, downloads: 1 });
});

it('an upload is scanned with its event, also in a page that was scanned before', async () => {
  const pageId = await aPage(site);
  await site.host.background.settle();
  await attach(site, pageId, 'a.csv', '', 'POST', csv());
  await site.host.background.settle();
  expect([inFiles(pageId).length, scanOf(pageId)?.['state']]).toEqual([1, 'complete']);
});

it('the files of a page that was scanned with other settings wait for its next scan', async () => {
  const pageId = await aPage(site);
  await site.host.background.settle();
  failing = async (path) => {
    if (!path.includes(`/pages/${pageId}/attachments`)) return undefined;
    failing = undefined;
    await configure({}, { minConfidence: 0.4 });
    return undefined;
  };
  const id = await attach(site, pageId, 'a.csv', '', 'POST', csv());
  await site.host.background.settle();
  expect([failing, downloads, dataOf(pageId)?.files?.[id]?.reasons]).toEqual([undefined, [], ['file-not-scanned']]);
  await scan({ pageIds: [pageId] });
  expect([downloads.length, inFiles(pageId).length, scanOf(pageId)?.['state']]).toEqual([1, 1, 'complete']);
});

it('a scan of the site searches the names of attachments whose files are not chosen', async () => {
  await configure({ kinds: ['pdf'], spaceIds: [DEMO_SPACES.OPEN] });
  const pageId = await aPage(site);
  await site.host.background.settle();
  await configure(
    { kinds: ['pdf'], spaceIds: [DEMO_SPACES.OPEN] },
    { triggers: { onPublish: false, schedule: 'off' } },
  );
  const id = await attach(site, pageId, `card number ${CARD}.txt`);
  await scan({ site: true });
  const found = rowsOf(site, 'detection').filter(({ value }) => value['pageId'] === pageId);
  expect(found.map(({ value }) => value['data'])).toMatchObject([
    { location: { field: 'attachment-name', contentId: id } },
  ]);
});

it('the level that values in files require is set', async () => {
  const { levelId } = levelNamed(site, 'Restricted');
  await configure({}, { rules: [{ severity: 'low', levelId }] });
  const pageId = await aPage(site);
  await attach(site, pageId, 'a.csv', '', 'POST', csv());
  await site.host.background.settle();
  expect(rowOf(site, 'page-level', pageId)).toMatchObject({ levelId });
});

it('only people who see the page see the findings of its files, and files of pages that the app does not see are not read', async () => {
  const [shared, hidden, secret] = [await aPage(site), await aPage(site, { by: EDITOR.email }), await aPage(site)];
  await restrict(site, hidden, 'read', [EDITOR.accountId, APP_USER.accountId], EDITOR.email);
  await restrict(site, secret, 'read', [ADMIN.accountId]);
  await attach(site, shared, 'a.csv', '', 'POST', csv());
  await attach(site, secret, 'a.csv', '', 'POST', csv());
  await attach(site, hidden, 'a.csv', '', 'POST', csv(), EDITOR.accountId);
  await scan({ spaceId: DEMO_SPACES.ENG });
  const { body } = await site.rest('GET', `/v1/detection?spaceId=${DEMO_SPACES.ENG}&detectorId=card-pan`, { key });
  const pages = (body.results as { pageId: string }[]).map(({ pageId }) => pageId);
  expect([pages.includes(shared), pages.includes(hidden), inFiles(hidden).length]).toEqual([true, false, 1]);
  expect(inFiles(secret)).toEqual([]);
});
