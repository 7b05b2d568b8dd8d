import { DEMO_SPACES } from '../../local/demo';
import { allRows } from '../detection/rows';
import { readRow } from '../detection/rows/row';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { attach, expectOk } from '../support/wiki-pages';

/** Scanned pages contain one value of every detector; afterwards the app has stored and returned none of them. */

/** Shorter ones, such as a CVV, could occur by chance. */
const SHORTEST = 8;

const planted = allRows.flatMap(({ detector, finds: [first = ''] }) => {
  const { text, expected } = readRow(first);
  return [{ detector, text, values: expected.map(({ start, end }) => text.slice(start, end)) }];
});
const secrets = [...new Set(planted.flatMap(({ values }) => values))].filter((value) => value.length >= SHORTEST);

const ON_A_PAGE = 8;

function storageOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (!text.includes('\n')) return `<p>${escaped}</p>`;
  const body = `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>`;
  return `<ac:structured-macro ac:name="code">${body}</ac:structured-macro>`;
}

async function publish(site: Site, some: typeof planted): Promise<string> {
  const body = { representation: 'storage', value: some.map(({ text }) => storageOf(text)).join('') };
  const title = `${some[0]?.text.replaceAll('\n', ' ').slice(0, 200) ?? ''} ${crypto.randomUUID()}`;
  const page = { spaceId: DEMO_SPACES.ENG, status: 'current', title, body };
  return ((await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string }).id;
}

/** Content next to a page: a comment, a reply, a file name and its comment. */
async function say(site: Site, pageId: string, [comment, reply, name, said]: readonly string[]): Promise<void> {
  const place = { inlineCommentProperties: { textSelection: 'text' } };
  const storage = (text = '') => ({ body: { representation: 'storage', value: storageOf(text) } });
  const first = await expectOk(site.wiki('POST', '/api/v2/inline-comments', { pageId, ...place, ...storage(comment) }));
  const { id: parentCommentId } = first as { id: string };
  await expectOk(site.wiki('POST', '/api/v2/inline-comments', { parentCommentId, ...storage(reply) }));
  await attach(site, pageId, `${name?.replaceAll('\n', ' ') ?? ''}.txt`, said);
}

/** The secrets in a text, also in JSON escaping. */
function leakedIn(text: string): readonly string[] {
  return secrets.filter((value) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)));
}

it('the app never stores, logs or returns a value', async () => {
  const said: string[] = [];
  const site = openSite({ queryLagMs: 0, log: (...line) => said.push(JSON.stringify(line)) });
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation((...line: unknown[]) => said.push(line.map(String).join(' '))),
  );
  const detectors = Object.fromEntries(planted.map(({ detector }) => [detector, { enabled: true }]));
  const value = {
    regions: [],
    minConfidence: 0.3,
    detectors,
    custom: [],
    schemes: [],
    spaces: {},
    targets: { title: true, body: true, comments: true, attachmentNames: true },
    triggers: { onPublish: true, schedule: 'off' },
    rules: [],
  };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value });
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const answers: RestAnswer[] = [];
  const exclude = async (match: object) => {
    const body = { match, scope: { of: 'space', spaceId: DEMO_SPACES.ENG }, reason: 'Known.' };
    const answer = await site.rest('POST', '/v1/exclusion', { key, body });
    expect(answer.status).toBe(201);
    answers.push(answer);
  };
  await exclude({ by: 'pattern', pattern: '[0-9]{4}' });
  const pages: string[] = [];
  for (let start = 0; start < planted.length; start += ON_A_PAGE)
    pages.push(await publish(site, planted.slice(start, start + ON_A_PAGE)));
  const beside = planted.slice(0, 4).map(({ text }) => text);
  await say(site, pages.at(-1) ?? '', beside);
  await site.host.background.settle();

  const [one] = rowsOf(site, 'detection');
  await exclude({ by: 'domain', domain: 'example.com' });
  await exclude({ by: 'detector', detectorId: 'iban' });
  await exclude({ by: 'location', kind: 'code' });
  await exclude({ by: 'fingerprint', fingerprints: [one?.value['fingerprint']] });

  const ask = async (path: string) => {
    const answer = await site.rest('GET', path, { key });
    expect(answer.status).toBe(200);
    answers.push(answer);
    return answer.body;
  };
  const askToTheEnd = async (path: string) => {
    const results: { readonly exclusionId?: string }[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const page = (await ask(next)) as { results: typeof results; _links: { next?: string } };
      results.push(...page.results);
      next = page._links.next;
    }
    return results;
  };
  await askToTheEnd('/v1/detection?limit=250');
  for (const pageId of pages) await ask(`/v1/detection/by-page/${pageId}?limit=250`);
  await ask(`/v1/detection/${one?.key ?? ''}`);
  await ask('/v1/detection/summary');
  await ask('/v1/detection/export');
  await ask('/v1/audit?limit=100');
  await ask('/v1/exclusion');
  const excluded = await askToTheEnd('/v1/detection?status=excluded&limit=250');
  expect(new Set(excluded.map(({ exclusionId }) => exclusionId)).size).toBeGreaterThanOrEqual(3);
  printed.forEach((spy) => spy.mockRestore());

  const ofLast = rowsOf(site, 'detection').filter(({ value: row }) => row['pageId'] === pages.at(-1));
  const fields = ofLast.map(({ value: row }) => (row['data'] as { location: { field: string } }).location.field);
  for (const field of ['inline-comment', 'attachment-name', 'attachment-comment']) expect(fields).toContain(field);
  // Most of them are found next to each other; an undetected value could not leak.
  const found = new Set(rowsOf(site, 'detection').map(({ value: row }) => row['detectorId']));
  const missed = planted.filter(({ detector }) => !found.has(detector)).map(({ detector }) => detector);
  expect(missed.length).toBeLessThan(planted.length / 10);
  expect(secrets.length).toBeGreaterThan(planted.length / 2);
  expect(leakedIn(planted.map(({ text }) => text).join('\n'))).toEqual(secrets);

  const leaks = (what: string, texts: readonly string[]) => texts.flatMap(leakedIn).map((secret) => [what, secret]);
  expect([
    ...leaks(
      'storage',
      everythingStored(site).map(({ key: name, value: row }) => `${name} ${row}`),
    ),
    ...leaks('log', said),
    ...leaks(
      'answer',
      answers.flatMap(({ text, headers }) => [text, JSON.stringify(headers)]),
    ),
  ]).toEqual([]);
  site.close();
});
