import { DEMO_SPACES } from '../../local/demo';
import { done } from '../admin/ask';
import { openSite, type RestAnswer } from '../support/site';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { fragmentsShown, openLeakSearch, plantCopies } from '../support/value-copies';
import { attach, expectOk } from '../support/wiki-pages';

/** Pages repeat values in forms that no detector recognizes; the app stores, logs and returns none of them. */

const SENTENCES = 1_025;
const ON_A_PAGE = 41;
const REDACTED_PAGES = 2;
/** Shorter ones occur by chance, because two thousand excerpts are compared with a thousand values. */
const LONG_FRAGMENT = 8;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A change after which many findings disappear. */
const PREVIEWED = {
  operation: 'changeSiteDetection',
  input: {
    rev: 0,
    regions: [],
    minConfidence: 1,
    targets: { title: true, body: true, comments: true, attachmentNames: true },
    triggers: { onPublish: true, schedule: 'off' },
    rules: [],
  },
};

it('the app stores, logs and returns no fragment of a value, in any form of repetition', async () => {
  const planted = plantCopies(SENTENCES, 2_026);
  const values = planted.map(({ value }) => value);
  const said: string[] = [];
  const site = openSite({ queryLagMs: 0, log: (...line) => said.push(JSON.stringify(line)) });
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation((...line: unknown[]) => said.push(line.map(String).join(' '))),
  );
  const { key } = await site.createKey({ detectionScope: 'manage', classificationScope: 'manage' });
  const answers: RestAnswer[] = [];
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await site.rest(method, path, { key, ...(body && { body }), ...(body && idempotent()) });
    expect([path, answer.status < 300]).toEqual([path, true]);
    answers.push(answer);
    return answer.body;
  };

  const pages: string[] = [];
  for (let start = 0; start < planted.length; start += ON_A_PAGE) {
    const some = planted.slice(start, start + ON_A_PAGE);
    const [first, second, third] = some;
    if (first === undefined || second === undefined || third === undefined) throw new Error('too few sentences');
    const lines = some.map(({ sentence, copy, text }, index) =>
      index % 3 === 0
        ? `<table><tbody><tr><td>${escape(sentence)}</td><td>${escape(copy)}</td></tr></tbody></table>`
        : `<p>${escape(text)}</p>`,
    );
    const title = `${pages.length} My card is 4539 1488 0343 6467 ${first.copy}`.replaceAll(/\s+/g, ' ').slice(0, 240);
    const body = { representation: 'storage', value: lines.join('') };
    const page = { spaceId: DEMO_SPACES.ENG, status: 'current', title, body };
    const { id } = (await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string };
    pages.push(id);
    const comment = { representation: 'storage', value: `<p>SSN: 536-22-8731 ${escape(second.copy)}</p>` };
    await expectOk(site.wiki('POST', '/api/v2/footer-comments', { pageId: id, body: comment }));
    await attach(site, id, 'notes.txt', `SSN: 536-22-8731 ${third.copy}`.replaceAll(/\s+/g, ' '));
  }
  await site.host.background.settle();

  for (const pageId of pages.slice(0, REDACTED_PAGES)) {
    const found = await ask('GET', `/v1/detection/by-page/${pageId}?limit=250`);
    const detectionIds = found.results.map((one: { detectionId: string }) => one.detectionId);
    for (const dryRun of [true, false]) {
      const { redactionId } = await ask('POST', '/v1/redaction', { detectionIds, dryRun });
      await site.host.background.settle();
      await ask('GET', `/v1/redaction/${redactionId}`);
    }
  }
  let next: string | undefined = '/v1/detection?limit=250';
  const excerpts: string[] = [];
  const contexts: string[] = [];
  while (next !== undefined) {
    const list: { results: { detectionId: string; maskedExcerpt: string }[]; _links: { next?: string } } = await ask(
      'GET',
      next,
    );
    excerpts.push(...list.results.map(({ maskedExcerpt }) => maskedExcerpt));
    next = list._links.next;
    for (const { detectionId } of list.results.filter((_, index) => index % 20 === 0))
      contexts.push((await ask('GET', `/v1/detection/${detectionId}`)).context ?? '');
  }
  for (const pageId of pages) await ask('GET', `/v1/detection/by-page/${pageId}?limit=250`);
  await ask('GET', '/v1/audit?limit=100');
  await ask('GET', '/v1/change?limit=100');
  for (const { text } of planted.filter((_, index) => index % 10 === 0)) {
    const { findings } = await ask('POST', '/v1/detection/analyze', { text });
    excerpts.push(...findings.map(({ maskedExcerpt }: { maskedExcerpt: string }) => maskedExcerpt));
  }
  const text = planted
    .slice(0, 20)
    .map((one) => one.text)
    .join('\n');
  const tried = JSON.stringify(
    [
      await done(site, 'tryDetectors', { text }),
      await done(site, 'listFindings', {}),
      await done(site, 'previewDetection', PREVIEWED),
    ],
    (name, value: unknown) =>
      // Confluence returns the titles of pages, as the person sees them.
      name === 'title' ? undefined : value,
  );
  printed.forEach((spy) => spy.mockRestore());

  const rows = rowsOf(site, 'detection');
  const excerptOf = ({ value }: (typeof rows)[number]) => (value['data'] as { maskedExcerpt: string }).maskedExcerpt;
  excerpts.push(...rows.map(excerptOf));
  const redacted = rows.filter(({ value }) => value['status'] === 'redacted');
  expect(new Set(redacted.map(excerptOf))).toEqual(new Set(['••••••••']));
  expect(new Set(redacted.map(({ value }) => value['pageId'])).size).toBe(REDACTED_PAGES);
  expect(rows.length).toBeGreaterThan(SENTENCES);
  expect(excerpts.filter((excerpt) => !/^(?:[a-z ]+: )?•{8}$/.test(excerpt))).toEqual([]);

  const leaksIn = openLeakSearch(planted);
  expect(leaksIn(JSON.stringify(planted)).length).toBeGreaterThan(SENTENCES);
  const stored = everythingStored(site).map(({ key: name, value }) => `${name} ${value}`);
  expect(leaksIn(stored.join('\n'))).toEqual([]);
  expect(leaksIn(said.join('\n'))).toEqual([]);
  expect(leaksIn(answers.map((answer) => `${answer.text} ${JSON.stringify(answer.headers)}`).join('\n'))).toEqual([]);
  expect(leaksIn(tried)).toEqual([]);
  expect(contexts.filter((context) => /\p{L}{3}/u.test(context)).length).toBeGreaterThan(20);
  expect(fragmentsShown([...new Set(excerpts), ...contexts].join('\n'), values, LONG_FRAGMENT)).toEqual([]);
  site.close();
}, 120_000);

const idempotent = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });
