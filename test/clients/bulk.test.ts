import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RotatedKey } from '../../src/admin/keys/rotate-key';
import { done } from '../admin/ask';
import { describeWith } from '../support/interpreters';
import { levelNamed } from '../support/levels';
import { itSlow } from '../support/sample';
import { rowsOf } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
import { type ClientSite, jsonLines, type Language, openClientSite } from './client-site';

/** A client changes each page exactly once, although replies are lost, quotas are used up, and its key is rotated and revoked. */

let site: ClientSite;
beforeAll(async () => {
  site = await openClientSite();
});
afterAll(() => site.stop());

describe.each<Language>(['node'])('the client for %s', testClient);
describeWith('python3').each<Language>(['python3'])('the client for %s', testClient);

function testClient(language: Language): void {
  // One client changes all of them in every run. The other one has the same rules.
  const all = language === 'node' ? it : itSlow;
  all('it classifies 2,000 pages once each, over lost replies and a rotation of its key', () => classify(2_000));

  it('it classifies 250 pages once each, over lost replies and a rotation of its key', () => classify(250));

  async function classify(number: number): Promise<void> {
    const pages: string[] = [];
    for (let page = 0; page < number; page += 1) pages.push(await aPage(site));
    const old = await site.createKey({ classificationScope: 'write', expiresOn: '2026-12-31' });
    const [keyFile, pagesFile] = [join(site.folder, `${language}-key`), join(site.folder, `${language}-pages.json`)];
    writeFileSync(keyFile, old.key);
    writeFileSync(pagesFile, JSON.stringify(pages));

    const seen: number[] = [];
    let lost = 0;
    site.onReply = async ({ status }) => {
      seen.push(status);
      if (status !== 207) return undefined;
      const changed = seen.filter((one) => one === 207).length;
      // The client repeats the request whose reply is lost with the new key.
      if (changed === number / 50) {
        const rotation = { keyId: old.keyId, rev: old.rev, expiresOn: '2027-01-31', grace: '1h' };
        const { created } = await done<RotatedKey>(site, 'rotateKey', rotation);
        writeFileSync(keyFile, created.key);
        await done(site, 'revokeKey', { keyId: old.keyId });
      }
      if (changed % 5 !== 0) return undefined;
      lost += 1;
      return 'lose';
    };
    const { levelId } = levelNamed(site, 'Internal');
    const ended = await site.run(language, 'bulk', [keyFile, pagesFile, levelId]);

    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(jsonLines(ended).map(({ pageId, status }) => [pageId, status])).toEqual(
      pages.map((pageId) => [pageId, 201]),
    );
    expect(lost).toBeGreaterThan(1);
    expect(seen).toContain(429);
    const changed = rowsOf(site, 'audit').flatMap(({ value }) =>
      value.type === 'page.level.set' ? [value.subject] : [],
    );
    const mine = new Set(pages.map((pageId) => `page:${pageId}`));
    expect(changed.filter((subject) => mine.has(String(subject))).sort()).toEqual([...mine].sort());
  }
}
