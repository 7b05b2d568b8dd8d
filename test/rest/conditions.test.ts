import { DEMO_PAGES } from '../../local/demo';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { expectWhole, truthOf } from '../support/page-truth';
import { answer304 } from '../support/stored-rows';
import { outcomeOf } from './route-requests';

/** Clearing a level, and conditional requests on a version that the client has read (RFC 9110, section 13). */

const pageId = DEMO_PAGES.payroll;
const path = `/v1/page-level/by-page/${pageId}`;

let nowMs = Date.parse('2026-11-20T09:00:00.000Z');
let site: Site;
let key: string;
let levels: readonly { readonly levelId: string }[];
beforeEach(async () => {
  site = openSite({ now: () => new Date(nowMs) });
  key = (await site.createKey()).key;
  levels = (await site.rest('GET', '/v1/level', { key })).body.results;
});
afterEach(() => {
  expectWhole(truthOf(site.host, pageId));
  site.close();
});

type Headers = Readonly<Record<string, string>> | readonly string[];
const set = (index: number, headers: Headers = {}): Promise<RestAnswer> =>
  site.rest('POST', '/v1/page-level', { key, headers, body: { pageId, levelId: levels[index]?.levelId } });
const clear = (headers: Headers = {}, withKey = key) => site.rest('DELETE', path, { key: withKey, headers });
const read = (headers: Headers = {}) => site.rest('GET', path, { key, headers });

describe('DELETE', () => {
  it('clears the level and keeps the history, which continues with the next level', async () => {
    await set(0);
    expect(outcomeOf(await clear())).toBe('204');
    expect(outcomeOf(await read())).toBe('404 PAGE_NOT_CLASSIFIED');
    expect((await set(1)).header('ETag')).toBe('"p3"');
    const { history, audit } = truthOf(site.host, pageId);
    expect(history.map(({ levelId }) => levelId)).toEqual([levels[0]?.levelId, undefined, levels[1]?.levelId]);
    expect(audit.map(({ type }) => type).sort()).toEqual(['page.level.cleared', 'page.level.set', 'page.level.set']);
  });

  it('for a page without a level changes nothing and succeeds', async () => {
    expect(outcomeOf(await clear())).toBe('204');
    await set(0);
    await clear();
    expect(outcomeOf(await clear())).toBe('204');
    expect(truthOf(site.host, pageId).history).toHaveLength(2);
  });

  it('requires a limit that lists unclassified, write and the permission to edit', async () => {
    await set(0);
    const levelLimit = [levels[0]?.levelId ?? ''];
    const limited = await site.createKey({ levelLimit });
    expect(outcomeOf(await clear({}, limited.key))).toBe('403 LEVEL_OUTSIDE_KEY_LIMIT');
    const wider = await site.createKey({ levelLimit: [...levelLimit, 'unclassified'] });
    const reading = await site.createKey({ classificationScope: 'read' });
    expect(outcomeOf(await clear({}, reading.key))).toBe('403 INSUFFICIENT_SCOPE');
    expect(outcomeOf(await clear({}, wider.key))).toBe('204');
  });

  it('removes the page from the count of the level', async () => {
    await set(0);
    await clear();
    const { value } = await site.admin('describeLevelUse', { levelId: levels[0]?.levelId });
    expect(value.pages).toMatchObject({ count: 0, isExact: true });
  });
});

describe('a reset', () => {
  it('returns the level of the page, and whether it changed something', async () => {
    const body = { justification: 'Published.' };
    const reset = () => site.rest('POST', `${path}/reset`, { key, body });
    await site.rest('PUT', '/v1/setting', {
      key,
      body: { lowering: 'allowed', defaultLevel: { levelId: 'internal' } },
    });
    await set(0);
    const [first, second] = [await reset(), await reset()];
    const now = await read();
    expect(now.body).toMatchObject({ levelKey: 'internal', method: 'DEFAULT' });
    expect([first.status, first.body]).toEqual([200, { ...now.body, changed: true }]);
    expect([second.status, second.body]).toEqual([200, { ...now.body, changed: false }]);
    expect([first.header('ETag'), second.header('ETag')]).toEqual(Array(2).fill(now.header('ETag')));
  });

  it('of a page that then has no level returns null, without an ETag', async () => {
    await set(0);
    const answer = await site.rest('POST', `${path}/reset`, { key, body: { justification: 'Published.' } });
    expect([answer.status, answer.header('ETag')]).toEqual([200, undefined]);
    expect(answer.body).toMatchObject({ levelId: null, changed: true });
    expect((await read()).body.code).toBe('PAGE_NOT_CLASSIFIED');
  });
});

describe('If-None-Match: *', () => {
  it('sets the level only of a page without one', async () => {
    expect(outcomeOf(await set(0, { 'If-None-Match': '*' }))).toBe('201');
    const refused = await set(1, { 'If-None-Match': '*' });
    expect(outcomeOf(refused)).toBe('412 PRECONDITION_FAILED');
    expect(refused.header('ETag')).toBe('"p1"');
    await clear();
    expect(outcomeOf(await set(1, { 'If-None-Match': '*' }))).toBe('201');
  });

  it('accepts exactly one of many concurrent requests', async () => {
    const answers = await Promise.all([0, 1, 2, 0, 1].map((index) => set(index, { 'If-None-Match': '*' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [201, 409, 412].includes(status))).toBe(true);
  });
});

describe('If-Match', () => {
  it('overwrites only the version that the client has read', async () => {
    const etag = (await set(0)).header('ETag') ?? '';
    expect(outcomeOf(await set(1, { 'If-Match': etag }))).toBe('201');
    expect(outcomeOf(await set(2, { 'If-Match': etag }))).toBe('412 PRECONDITION_FAILED');
    expect(outcomeOf(await clear({ 'If-Match': etag }))).toBe('412 PRECONDITION_FAILED');
    expect(outcomeOf(await clear({ 'If-Match': `"x", ${etag}, "p2"` }))).toBe('204');
    expect(outcomeOf(await set(0, { 'If-Match': '*' }))).toBe('412 PRECONDITION_FAILED');
  });

  it.each(['p1', '"p1', 'W/"p1"', '"p1" "p2"', '', '*, "p1"', '"p1",'])('matches nothing for %j', async (tag) => {
    await set(0);
    expect(outcomeOf(await set(1, { 'If-Match': tag }))).toBe('412 PRECONDITION_FAILED');
  });

  it('combines with If-None-Match, and both headers can be repeated', async () => {
    await set(0);
    expect(outcomeOf(await set(1, { 'If-Match': '"p1"', 'If-None-Match': '"p1"' }))).toBe('412 PRECONDITION_FAILED');
    expect(outcomeOf(await set(1, ['If-Match', '"p7"', 'IF-MATCH', '"p1"']))).toBe('201');
  });

  it('reveals nothing about a hidden page', async () => {
    const hidden = DEMO_PAGES.hrRestricted;
    const answers = await Promise.all(
      [hidden, '1'].map((id) =>
        site.rest('DELETE', `/v1/page-level/by-page/${id}`, { key, headers: { 'If-Match': '"p1"' } }),
      ),
    );
    expect(answers.map(outcomeOf)).toEqual(['404 PAGE_NOT_FOUND', '404 PAGE_NOT_FOUND']);
  });
});

describe('a read', () => {
  it.each(['"p1"', 'W/"p1"', '*', '"x", "p1"'])(
    'returns 304 without a body if the client has the current version: %s',
    async (tag) => {
      await answer304(site, 'works');
      await set(0);
      const answer = await read({ 'If-None-Match': tag });
      expect([answer.status, answer.text, answer.header('ETag'), answer.header('Content-Type')]).toEqual([
        304,
        '',
        '"p1"',
        undefined,
      ]);
    },
  );

  it.each(['"p2"', 'p1', '"p1'])('returns the whole resource otherwise: %s', async (tag) => {
    await answer304(site, 'works');
    await set(0);
    expect((await read({ 'If-None-Match': tag })).status).toBe(200);
  });

  it('of the OpenAPI document may be kept by every cache, and of other resources by none', async () => {
    const cachingOf = async (of: string, options = {}) => (await site.rest('GET', of, options)).header('Cache-Control');
    expect(await cachingOf('/v1/openapi.json')).toBe('public, max-age=300');
    expect(await cachingOf('/v1/level', { key })).toBe('no-store');
  });

  it.each(['/v1/level', '/v1/openapi.json', `${path}/levels`])('of %s is conditional too', async (other) => {
    await answer304(site, 'works');
    const options = other === '/v1/openapi.json' ? {} : { key };
    const etag = (await site.rest('GET', other, options)).header('ETag') ?? '';
    for (const method of ['GET', 'HEAD']) {
      const again = await site.rest(method, other, { ...options, headers: { 'If-None-Match': etag } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });

  it.each(['not tried', 'fails'] as const)(
    'returns the whole resource of a known version while the site check says that a client receives no 304: %s',
    async (state) => {
      if (state === 'fails') await answer304(site, state);
      await set(0);
      const whole = await read();
      const known = await read({ 'If-None-Match': '"p1"' });
      expect([known.status, known.text, known.header('ETag')]).toEqual([200, whole.text, '"p1"']);
      const head = await site.rest('HEAD', path, { key, headers: { 'If-None-Match': '"p1"' } });
      expect([head.status, head.text, head.header('ETag')]).toEqual([200, '', '"p1"']);
      const document = await site.rest('GET', '/v1/openapi.json', { headers: { 'If-None-Match': '*' } });
      expect([document.status, document.text.length > 1_000]).toEqual([200, true]);
    },
  );

  it('alone gets 304: a change returns its resource also to a client that knows the new version', async () => {
    await answer304(site, 'works');
    const [, number = ''] =
      /^"l(\d+)"$/.exec((await site.rest('GET', '/v1/level', { key })).header('ETag') ?? '') ?? [];
    const next = `"l${Number(number) + 1}"`;
    const body = { name: 'For everyone' };
    const answer = await site.rest('PATCH', '/v1/level/public', { key, body, headers: { 'If-None-Match': next } });
    expect([answer.status, answer.header('ETag'), answer.body.name]).toEqual([200, next, 'For everyone']);
  });

  it('follows a new answer of the site check within five minutes, and reads the answer once in that time', async () => {
    await set(0);
    const known = async () => {
      const { status, calls } = await read({ 'If-None-Match': '"p1"' });
      return [status, calls.length];
    };
    // The first read also notes the use of the key.
    await read();
    const { calls } = await read();
    expect([await known(), await known()]).toEqual([
      [200, calls.length + 1],
      [200, calls.length],
    ]);
    await answer304(site, 'works');
    expect(await known()).toEqual([200, calls.length]);
    nowMs += 5 * 60_000;
    await read();
    expect([await known(), await known()]).toEqual([
      [304, calls.length + 1],
      [304, calls.length],
    ]);
  });

  it('returns the whole resource if storage does not say whether a client receives a 304', async () => {
    await answer304(site, 'works');
    const { status } = await site.rest('GET', '/v1/openapi.json', { headers: { 'If-None-Match': '*' } });
    expect(status).toBe(304);
    nowMs += 5 * 60_000;
    site.host.faults.add({ target: 'kvs', times: 10, status: 500 });
    const failed = await site.rest('GET', '/v1/openapi.json', { headers: { 'If-None-Match': '*' } });
    expect([failed.status, failed.text.length > 1_000]).toEqual([200, true]);
  });

  it('is empty under the same condition where the platform no longer passes a 304 on, and so is a change without a result', async () => {
    await set(0);
    site.host.assumptions.add('no-3xx');
    expect((await read({ 'If-None-Match': '"p1"' })).body.pageId).toBe(pageId);
    await answer304(site, 'works');
    nowMs += 5 * 60_000;
    const known = await read({ 'If-None-Match': '"p1"' });
    expect([known.status, known.text, known.header('ETag')]).toEqual([200, '', '"p1"']);
    expect((await read({ 'If-None-Match': '"p2"' })).body.pageId).toBe(pageId);
    const cleared = await site.rest('DELETE', path, { key });
    expect([cleared.status, cleared.text, outcomeOf(await read())]).toEqual([200, '', '404 PAGE_NOT_CLASSIFIED']);
    site.host.assumptions.delete('no-3xx');
  });
});
