import { formatKey } from '../../src/keys/key-format';
import { DEMO_PAGES } from '../../local/demo';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { aKey, aStoredKey, type IssuedKey, PEPPER } from './key-records';

/** T3: all errors that a key can have at once, and the one that the caller gets. */

const FAULTS = ['missing', 'dup', 'format', 'crc', 'tag', 'absent', 'mac', 'revoked', 'expired'] as const;
type Fault = (typeof FAULTS)[number];
type Faults = ReadonlySet<Fault>;

const COMBINATIONS: readonly Faults[] = Array.from(
  { length: 2 ** FAULTS.length },
  (_, bits) => new Set(FAULTS.filter((_fault, index) => (bits >> index) & 1)),
);

interface Expected {
  readonly status: number;
  readonly code: string | undefined;
  /** Concurrent reads until the key is refused; undefined = the request continues. */
  readonly calls: number | undefined;
  /** True if the caller has proven to hold the key, so that the refusal is recorded: a write. */
  readonly isProven?: true;
}

/** Written from the documented order of the checks, not from the code. */
function oracle(faults: Faults): Expected {
  const refused = (code: string, calls: number): Expected => ({ status: 401, code, calls });
  const first = FAULTS.find((fault) => faults.has(fault));
  switch (first) {
    case 'missing':
      return refused('API_KEY_MISSING', 0);
    case 'dup':
    case 'format':
    case 'crc':
    case 'tag':
      return refused('API_KEY_INVALID', 0);
    case 'absent':
    case 'mac':
      return refused('API_KEY_INVALID', 3);
    case 'revoked':
      return { ...refused('API_KEY_REVOKED', 3), isProven: true };
    case 'expired':
      return { ...refused('API_KEY_EXPIRED', 3), isProven: true };
    case undefined:
      return { status: 200, code: undefined, calls: undefined };
  }
}

const READS = ['/api/v1/entity/get', '/api/v1/batch/get', '/api/v1/get'];
const NOTE = '/api/v1/set';

let site: Site;
/** The keys by the state of their records, which is nothing, `revoked`, `expired`, `revoked expired`. */
const keys = new Map<string, IssuedKey>();
let unknownKey: IssuedKey;
const pageId = DEMO_PAGES.welcome;

beforeAll(async () => {
  site = openSite({ peppers: () => [PEPPER] });
  const revoked = { revokedAt: '2026-02-01T00:00:00.000Z', revokedBy: 'somebody', revokeReason: 'admin' };
  const expired = { expiresAt: '2026-03-01T00:00:00.000Z' };
  keys.set('', await aStoredKey(site));
  keys.set('revoked', await aStoredKey(site, revoked));
  keys.set('expired', await aStoredKey(site, expired));
  keys.set('revoked expired', await aStoredKey(site, { ...revoked, ...expired }));
  unknownKey = aKey(site);
  const { key } = issued(new Set());
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}/levels`, { key });
  const [level] = (body as { levels: { levelId: string }[] }).levels;
  const set = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: level?.levelId } });
  expect(set.status).toBe(201);
});
afterAll(() => site.close());

function issued(faults: Faults): IssuedKey {
  if (faults.has('absent')) return unknownKey;
  const wrongs = (['revoked', 'expired'] as const).filter((fault) => faults.has(fault)).join(' ');
  return keys.get(wrongs) ?? unknownKey;
}

/** The header values of a request with all of these errors. */
function headerValuesWith(faults: Faults): readonly string[] {
  if (faults.has('missing')) return [];
  const { keyId, secret } = issued(faults);
  const swapFirst = (text: string, at = 0) => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
  const id = faults.has('tag') ? swapFirst(keyId, 10) : keyId;
  let key = formatKey(id, faults.has('mac') ? swapFirst(secret) : secret);
  if (faults.has('crc')) key = swapFirst(key, 71);
  if (faults.has('format')) key = `${key}!`;
  return faults.has('dup') ? [key, key] : [key];
}

function askWith(values: readonly string[]): Promise<RestAnswer> {
  const headers = values.flatMap((value, index) => [index === 0 ? 'x-api-key' : 'X-Api-Key', value]);
  return site.rest('GET', `/v1/page-level/by-page/${pageId}`, { headers });
}

const codeOf = (answer: RestAnswer) => (answer.body as { code?: string } | undefined)?.code;
const callsOf = (answer: RestAnswer) =>
  answer.calls.map(({ target, method, path, stage }) => ({ target, method, path, stage }));

/** A response without the parts that differ between requests. */
function withoutIds({ status, headers, text, requestId }: RestAnswer) {
  const { 'X-Request-Id': _id, 'X-Ratelimit-Reset': _reset, 'X-Ratelimit-Remaining': _remaining, ...rest } = headers;
  return { status, headers: rest, text: text.replaceAll(requestId, '<id>') };
}

describe('T3: the order in which a key is verified', () => {
  it('returns the first of all 512 combinations of errors, with its number of calls', async () => {
    const wrong: object[] = [];
    const outcomes = new Map<string, number>();
    for (const faults of COMBINATIONS) {
      const answer = await askWith(headerValuesWith(faults));
      const expected = oracle(faults);
      const calls = answer.calls.filter(({ path }) => path !== NOTE);
      const seen = { status: answer.status, code: codeOf(answer), calls: calls.length };
      const notes = answer.calls.length - calls.length;
      const isAsExpected =
        seen.status === expected.status &&
        seen.code === expected.code &&
        (expected.calls === undefined ? seen.calls > 3 : seen.calls === expected.calls);
      const isNotedAsExpected = expected.calls === undefined || notes === (expected.isProven ? 1 : 0);
      const isOneStageOfReads =
        expected.calls === undefined || calls.every(({ stage, path }) => stage === 1 && READS.includes(path));
      const challenge = answer.header('www-authenticate');
      const isChallenged = challenge === (answer.status === 401 ? 'Key realm="page-classification"' : undefined);
      if (!isAsExpected || !isNotedAsExpected || !isOneStageOfReads || !isChallenged)
        wrong.push({ faults: [...faults], expected, seen, notes, challenge });
      outcomes.set(String(seen.code), (outcomes.get(String(seen.code)) ?? 0) + 1);
    }
    expect(wrong).toEqual([]);
    expect(Object.fromEntries(outcomes)).toEqual({
      API_KEY_MISSING: 256,
      API_KEY_INVALID: 252,
      API_KEY_REVOKED: 2,
      API_KEY_EXPIRED: 1,
      undefined: 1,
    });
  });

  it('returns the same bytes for every cause of API_KEY_INVALID', async () => {
    const causes = ['dup', 'format', 'crc', 'tag', 'absent', 'mac'] as const;
    const answers = await Promise.all(
      causes.map(async (cause) => withoutIds(await askWith(headerValuesWith(new Set([cause]))))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, text: expect.stringContaining('API_KEY_INVALID') as string });
  });

  it.each([
    ['GET', `/v1/page-level/by-page/${pageId}`, undefined],
    ['GET', `/v1/page-level/by-page/${pageId}/levels`, undefined],
    ['GET', '/v1/level', undefined],
    ['POST', '/v1/page-level', { pageId, levelId: '00000000-0000-4000-8000-000000000000' }],
    ['POST', '/v1/page-level', '{"pageId":'],
  ])('takes the same calls for an unknown key and a wrong secret: %s %s', async (method, path, body) => {
    const ask = (...faults: Fault[]) => {
      const headers = ['x-api-key', ...headerValuesWith(new Set(faults))];
      return site.rest(method, path, { headers, ...(body === undefined ? {} : { body }) });
    };
    const before = site.host.storage.dump(site.host.installation.installationId);
    const [absent, wrongSecret] = [await ask('absent'), await ask('mac')];
    expect(callsOf(absent)).toEqual(callsOf(wrongSecret));
    expect(absent.calls.length).toBeGreaterThan(0);
    expect(absent.calls.length).toBeLessThanOrEqual(3);
    expect(absent.calls.filter(({ stage, path: called }) => stage !== 1 || !READS.includes(called))).toEqual([]);
    expect(withoutIds(absent)).toEqual(withoutIds(wrongSecret));
    expect(site.host.storage.dump(site.host.installation.installationId)).toEqual(before);
  });

  it('distinguishes a revoked or expired key from an invalid one only for the holder of the secret', async () => {
    for (const state of ['revoked', 'expired'] as const) {
      expect(codeOf(await askWith(headerValuesWith(new Set([state, 'mac'] as const))))).toBe('API_KEY_INVALID');
    }
  });
});
