import { describeWith } from '../support/interpreters';
import { answer304 } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
import { type ClientSite, jsonLines, type Language, openClientSite } from './client-site';

/** One program for each language makes the same calls. The tests read its results. */

let site: ClientSite;
beforeAll(async () => {
  site = await openClientSite();
  await answer304(site, 'works');
});
afterAll(() => site.stop());

describe.each<Language>(['node'])('the client for %s', testClient);
describeWith('python3').each<Language>(['python3'])('the client for %s', testClient);

function testClient(language: Language): void {
  let key: string;
  let pageId: string;
  let results: Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- any output of the program
  let text: string;
  let attempts: Record<string, number>;

  beforeAll(async () => {
    ({ key } = await site.createKey({ detectionScope: 'read', expiresOn: '2027-01-31' }));
    pageId = await aPage(site);
    attempts = {};
    site.onReply = ({ method, path }) => {
      const name = `${method} ${path.split('/compliance/api')[1]}`;
      attempts[name] = (attempts[name] ?? 0) + 1;
      if (name === 'POST /v1/level')
        site.host.faults.add({ target: 'confluence', status: 429, headers: { 'Retry-After': '7' }, times: 1 });
      if (name === 'GET /v1/health') return 'redirect';
      return (name === 'GET /v1/key' && attempts[name] === 1) || name === 'POST /v1/level' ? 'lose' : undefined;
    };
    const ended = await site.run(language, 'calls', [key, pageId]);
    expect(ended).toMatchObject({ code: 0, err: '' });
    text = ended.out;
    results = Object.fromEntries(jsonLines(ended).map(({ name, value }) => [name, value]));
  });

  it('it returns no body for a version that the caller has', () => {
    expect(results.unchanged).toBe(true);
  });

  it('it gets the first response again for an Idempotency-Key, and shows that', () => {
    expect(results.replayed).toEqual([true, true, false, true]);
  });

  it('it sends conditions, and shows an error with its members', () => {
    expect(results.condition).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED', retryAfter: null });
    expect(results.condition.errors).toHaveLength(1);
  });

  it('the message of an error has the place, the title, the detail and the request id', () => {
    for (const [name, place] of [
      ['pointer', '#/pageId'],
      ['parameter', 'limit'],
    ] as const) {
      const { status, code, errors, requestId, message } = results[name];
      const [{ title, detail }] = errors;
      expect([name, typeof detail]).toEqual([name, 'string']);
      expect(message).toBe(`${status} ${code}\n  ${place}: ${title}: ${detail}\n  request ${requestId}`);
      expect(site.host.traces.find(requestId)).toBeDefined();
    }
  });

  it('it reads a list entry by entry, response by response, or only its first response', async () => {
    const { body } = await site.rest('GET', '/v1/page-level?unclassified=true&limit=250', { key });
    const expected = body.results
      .map((entry: { pageId: string }) => entry.pageId)
      .filter((id: string) => id !== pageId);
    const { ids, sizes, first } = results.list;
    expect(ids).toEqual(expected);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum: number, size: number) => sum + size, 0)).toBe(expected.length);
    expect(first).toBe(sizes[0]);
  });

  it('it reads a CSV file in parts', () => {
    expect(results.csv).toMatch(/^"detectionId","foundAt",/);
  });

  it('it waits until a job ends, and returns nothing for a 204', () => {
    expect(results.job).toEqual(['queued', 'succeeded', 1]);
    expect(results.cleared).toBeNull();
  });

  it('it repeats a read whose reply was lost, but not a write without an Idempotency-Key', () => {
    // The third request has a wrong key.
    expect([results['lost read'], attempts['GET /v1/key']]).toEqual(['Test', 3]);
    expect([results['lost write'], attempts['POST /v1/level']]).toEqual([
      expect.stringMatching(/^POST .*\/v1\/level: no response$/),
      1,
    ]);
  });

  it('it fails at once if the wait is longer than the caller allows', () => {
    expect(results['long wait']).toMatchObject({ status: 429, code: 'HOST_QUOTA', retryAfter: 7 });
    expect(attempts[`GET /v1/page-level/by-page/${pageId}`]).toBe(1);
  });

  it('it follows neither redirects nor addresses on another host', () => {
    expect(results.redirected).toMatchObject({ status: 302 });
    expect(attempts['GET /v1/elsewhere']).toBeUndefined();
    expect(results['other host']).toContain('The address is on another host.');
  });

  it('it never shows the key', () => {
    expect(results['wrong key'].code).toBe('API_KEY_INVALID');
    expect(results['bad key']).toContain('The key is empty, or has characters that no key has.');
    expect(results.inspected.length).toBeGreaterThan(6);
    expect(text).not.toContain('pclsk_');
    expect(text).not.toContain(key.slice(-20));
  });
}
