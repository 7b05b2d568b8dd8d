import { join } from 'node:path';
import { describeWith } from '../support/interpreters';
import { levelNamed } from '../support/levels';
import { aPage } from '../support/wiki-pages';
import { type ClientSite, jsonLines, type Language, openClientSite } from './client-site';

/** A consumer of the change feed gets each change, over crashes and restarts, with changes between and during its runs. */

const FROM = '2026-11-21T10:00:00.000Z';

let site: ClientSite;
let key: string;
beforeAll(async () => {
  site = await openClientSite();
  ({ key } = await site.createKey({ expiresOn: '2027-01-31' }));
});
afterAll(() => site.stop());

/** Changes the levels of new pages, 25 in a request. */
async function change(pages: number): Promise<void> {
  const { levelId } = levelNamed(site, 'Internal');
  for (let start = 0; start < pages; start += 25) {
    const items = [];
    for (let page = start; page < Math.min(start + 25, pages); page += 1)
      items.push({ pageId: await aPage(site), levelId });
    site.advance(60);
    expect((await site.rest('POST', '/v1/page-level/bulk', { key, body: { items } })).status).toBe(207);
  }
}

/** The ids of all changes, read without the client. */
async function allChanges(): Promise<readonly string[]> {
  const ids: string[] = [];
  let next: string | undefined = `/v1/change?limit=250&from=${FROM}`;
  while (next !== undefined) {
    const { body } = await site.rest('GET', next, { key });
    ids.push(...body.results.map(({ changeId }: { changeId: string }) => changeId));
    next = body._links.next;
  }
  return ids;
}

describe.each<Language>(['node'])('the client for %s', testClient);
describeWith('python3').each<Language>(['python3'])('the client for %s', testClient);

function testClient(language: Language): void {
  it('it gets each change of the feed in order, over a crash and two restarts, and the repeated ones have the same changeId', async () => {
    const cursorFile = join(site.folder, `${language}-cursor`);
    const received: string[] = [];
    const follow = async (...crash: readonly string[]) => {
      const ended = await site.run(language, 'follow', [key, cursorFile, FROM, ...crash]);
      received.push(...jsonLines(ended).map(({ changeId }) => changeId));
      return [ended.code, ended.err];
    };
    await change(80);
    site.advance(120);
    // Handles two responses, and saves the cursor of one.
    expect(await follow('2')).toEqual([9, '']);
    await change(30);
    let isLate = false;
    site.onReply = async () => {
      if (isLate) return undefined;
      isLate = true;
      await change(30);
      return undefined;
    };
    expect(await follow()).toEqual([0, '']);
    site.advance(120);
    expect(await follow()).toEqual([0, '']);
    const expected = await allChanges();
    expect(expected.length).toBeGreaterThanOrEqual(140);
    expect(received.length).toBe(expected.length + 25);
    expect([...new Set(received)]).toEqual(expected);
  });
}
