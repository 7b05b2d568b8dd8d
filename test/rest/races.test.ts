import fc from 'fast-check';
import { ADMIN } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import { createGate, type Gate, type Side } from '../support/gate';
import { isOtherCall } from '../support/key-use';
import { sample } from '../support/sample';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { expectWhole, truthOf } from '../support/page-truth';
import { rowsOf } from '../support/stored-rows';
import { aPage, restrict } from '../support/wiki-pages';

/**
 * Tests events between any two platform calls of a request. Another user sets the level of the same page, or the key is
 * revoked, narrowed or renamed. A conflict causes a new decision, never an overwrite.
 */

/** No response depends on the event for the content property either. */
const isCounted: typeof isOtherCall = (call) => isOtherCall(call) && call.target !== 'gateway';

const SIDES: readonly Side[] = ['before', 'after'];
/**
 * The calls of POST /v1/page-level are key, levels, record, scan, page and transaction. Calls that do not affect the
 * response are not counted.
 */
const CALLS = 6;
const TRANSACTION = CALLS - 1;
const PLACES = Array.from({ length: CALLS }, (_, place) => place).flatMap((place) =>
  SIDES.map((side) => ({ place, side })),
);

let gate: Gate;
let site: Site;
let levelIds: readonly string[];
/** A key without limits, created by another admin than most keys under test. */
let other: { readonly key: string; readonly keyId: string };

async function open(options: SiteOptions = {}): Promise<void> {
  gate = createGate(isCounted);
  site = openSite({ intercept: gate.intercept, ...options });
  other = await site.createKey({ as: 'admin2@example.com', name: 'Other' });
  const { body } = await site.rest('GET', '/v1/level', { key: other.key });
  levelIds = body.results.map(({ levelId }: { levelId: string }) => levelId);
}

afterEach(() => site.close());

function set(key: string, pageId: string, level: number): Promise<RestAnswer> {
  return site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId: levelIds[level] } });
}

async function pageWith(level: number | undefined): Promise<string> {
  const pageId = await aPage(site);
  if (level !== undefined) expect((await set(other.key, pageId, level)).status).toBe(201);
  return pageId;
}

const outcome = ({ status, body }: RestAnswer) => ({ status, code: body.code });
const written = ({ place, side }: { place: number; side: Side }) => place === TRANSACTION && side === 'after';
const auditsOf = ({ requestId }: RestAnswer) =>
  rowsOf(site, 'audit').filter(({ value }) => value.requestId === requestId).length;

it('the test has a case for every platform call of the request', async () => {
  await open();
  const calls = (await set(other.key, await aPage(site), 0)).calls.filter(isCounted);
  expect(calls.map(({ path }) => path.split('/').at(-1))).toHaveLength(CALLS);
  expect(calls[TRANSACTION]?.path).toMatch(/\/transaction$/);
});

describe.each([
  ['a page without a level', undefined, true],
  ['a page with a level', 0, true],
  ['a page without a level, if NOT_EXISTS fails for a missing row', undefined, false],
] as const)('two writers on %s', (_name, level, notExistsHoldsForAbsentRow) => {
  beforeEach(() => open({ notExistsHoldsForAbsentRow }));
  const before = level === undefined ? 0 : 1;

  it.each(sample(PLACES, 6))('both succeed, one after the other, if one is held $side call $place', async (held) => {
    const pageId = await pageWith(level);
    const { key } = await site.createKey();
    const hold = gate.hold(held.place, held.side);
    const slow = set(key, pageId, 1);
    await hold.reached;
    const fast = await set(other.key, pageId, 2);
    hold.release();
    for (const answer of [await slow, fast]) {
      expect([outcome(answer), answer.body.changed]).toEqual([{ status: 201, code: undefined }, true]);
      expect(auditsOf(answer)).toBe(1);
    }
    const truth = truthOf(site.host, pageId);
    expectWhole(truth);
    expect(truth.history).toHaveLength(before + 2);
    const hasWritten = written(held) && notExistsHoldsForAbsentRow;
    expect(truth.record?.levelId).toBe(levelIds[hasWritten ? 2 : 1]);
  });

  it('leave one entry for each of twenty writers that reports a change, and none for the others', async () => {
    const pageId = await pageWith(level);
    const { key } = await site.createKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => set(index % 2 === 0 ? key : other.key, pageId, index % 4)),
    );
    const truth = truthOf(site.host, pageId);
    expectWhole(truth);
    expect(truth.history).toHaveLength(before + answers.filter(({ body }) => body.changed === true).length);
    for (const answer of answers) {
      expect([201, 409]).toContain(answer.status);
      expect(auditsOf(answer)).toBe(answer.body.changed === true ? 1 : 0);
      if (answer.status === 409)
        expect([answer.body.code, answer.header('retry-after')]).toEqual(['EDIT_CONFLICT', '1']);
    }
    expect(answers.filter(({ body }) => body.changed === true).length).toBeGreaterThan(0);
  });

  it('write exactly one entry if the other one does not write', async () => {
    const pageId = await pageWith(level);
    const { body } = await set(other.key, pageId, 3);
    expect(body.changed).toBe(true);
    const truth = truthOf(site.host, pageId);
    expectWhole(truth);
    expect(truth.history).toHaveLength(before + 1);
  });
});

it('the API returns EDIT_CONFLICT and writes nothing after eight lost races', async () => {
  let victim = '';
  let pageId = '';
  let lost = 0;
  await open({
    intercept: async ({ path, body = '' }, proceed) => {
      if (path.endsWith('/transaction') && victim !== '' && body.includes(`"apiKeyId":"${victim}"`)) {
        expect((await set(other.key, pageId, lost % 2)).body.changed).toBe(true);
        lost += 1;
      }
      return proceed();
    },
  });
  const { key, keyId } = await site.createKey();
  pageId = await aPage(site);
  victim = keyId;
  const answer = await set(key, pageId, 2);
  expect([answer.body.code, answer.header('retry-after'), lost]).toEqual(['EDIT_CONFLICT', '1', 8]);
  expect(auditsOf(answer)).toBe(0);
  const truth = truthOf(site.host, pageId);
  expectWhole(truth);
  expect(truth.history.map(({ apiKeyId }) => apiKeyId)).toEqual(Array(8).fill(other.keyId));
});

describe('a key that is changed during its request', () => {
  beforeEach(() => open());

  const CHANGES: readonly (readonly [string, object | 'revoke', { status: number; code?: string }])[] = [
    ['revoked', 'revoke', { status: 401, code: 'API_KEY_REVOKED' }],
    ['narrowed to read', { classificationScope: 'read' }, { status: 403, code: 'INSUFFICIENT_SCOPE' }],
    ['limited to another space', { spaceLimit: ['HR'] }, { status: 404, code: 'PAGE_NOT_FOUND' }],
    [
      'limited to levels that the page does not have',
      { levelLimit: ['target'] },
      { status: 404, code: 'PAGE_NOT_FOUND' },
    ],
    [
      'limited to other levels than the target',
      { levelLimit: ['current'] },
      { status: 403, code: 'LEVEL_OUTSIDE_KEY_LIMIT' },
    ],
    ['renamed', { name: 'Another name' }, { status: 201 }],
  ];

  describe.each(CHANGES)('%s', (_name, change, fresh) => {
    it.each([
      ['a page without a level', undefined],
      ['a page with a level', 0],
    ] as const)('is treated as in a new request unless it has already written: %s', async (_page, level) => {
      for (const held of PLACES) {
        const at = `${held.side} call ${held.place}`;
        const pageId = await pageWith(level);
        const entries = truthOf(site.host, pageId).history.length;
        const { key, keyId } = await site.createKey();
        const hold = gate.hold(held.place, held.side);
        const running = set(key, pageId, 1);
        await hold.reached;
        const done =
          change === 'revoke'
            ? await site.admin('revokeKey', { keyId })
            : await site.admin('editKey', { keyId, rev: 1, changes: withLevels(change, level) });
        expect(done).toMatchObject({ ok: true });
        hold.release();
        const answer = await running;

        const succeeds = written(held) || fresh.status === 201;
        const denial = { status: fresh.status, code: fresh.code };
        expect({ at, ...outcome(answer) }).toEqual({ at, ...(succeeds ? { status: 201, code: undefined } : denial) });
        const truth = truthOf(site.host, pageId);
        expectWhole(truth);
        expect({ at, entries: truth.history.length }).toEqual({ at, entries: entries + (succeeds ? 1 : 0) });
        // Checks the oracle: a new request gets this response.
        if (!written(held))
          expect({ at, ...outcome(await set(key, pageId, 1)) }).toEqual({ at, status: fresh.status, code: fresh.code });
        await site.admin('revokeKey', { keyId });
      }
    });
  });

  /** The test case supplies the levels for `current` and `target`. */
  function withLevels(change: object, current: number | undefined): object {
    const ids = { current: current === undefined ? 'unclassified' : levelIds[current], target: levelIds[1] };
    return Object.fromEntries(
      Object.entries(change).map(([name, value]: [string, unknown]) => [
        name,
        name === 'levelLimit' && Array.isArray(value) ? value.map((word: 'current' | 'target') => ids[word]) : value,
      ]),
    );
  }
});

describe('after a lost race everything is decided again', () => {
  beforeEach(() => open());

  async function loseRace(key: string, pageId: string, meanwhile: () => Promise<void>): Promise<RestAnswer> {
    const hold = gate.hold(TRANSACTION, 'before');
    const running = set(key, pageId, 1);
    await hold.reached;
    expect((await set(other.key, pageId, 2)).body.changed).toBe(true);
    await meanwhile();
    hold.release();
    const answer = await running;
    const truth = truthOf(site.host, pageId);
    expectWhole(truth);
    expect([truth.record?.levelId, truth.record?.apiKeyId]).toEqual([levelIds[2], other.keyId]);
    expect(auditsOf(answer)).toBe(0);
    return answer;
  }

  it('if the new level of the page is outside the limit of the key', async () => {
    const { key } = await site.createKey({ levelLimit: ['unclassified', levelIds[1] ?? ''] });
    const answer = await loseRace(key, await aPage(site), () => Promise.resolve());
    expect(outcome(answer)).toEqual({ status: 404, code: 'PAGE_NOT_FOUND' });
  });

  it('if the creator may no longer see the page', async () => {
    const { key } = await site.createKey({ as: 'admin2@example.com' });
    const pageId = await aPage(site);
    const answer = await loseRace(key, pageId, () => restrict(site, pageId, 'read', [ADMIN.accountId]));
    expect(outcome(answer)).toEqual({ status: 404, code: 'PAGE_NOT_FOUND' });
  });

  it('if the creator may no longer edit the page', async () => {
    const { key } = await site.createKey({ as: 'admin2@example.com' });
    const pageId = await aPage(site);
    const answer = await loseRace(key, pageId, () => restrict(site, pageId, 'update', [ADMIN.accountId]));
    expect(outcome(answer)).toEqual({ status: 403, code: 'PAGE_NOT_EDITABLE' });
  });

  it('if the creator has been deactivated', async () => {
    const { key } = await site.createKey();
    const answer = await loseRace(key, await aPage(site), () => site.setUser('admin@example.com', { active: false }));
    expect(outcome(answer)).toEqual({ status: 401, code: 'API_KEY_OWNER_INACTIVE' });
  });
});

describe('for any order of the platform calls', () => {
  let scheduler: fc.Scheduler | undefined;
  /** The bodies of the transactions that took place, in their order. */
  let commits: string[] = [];
  /** The shortest pauses: the order of the calls is that of the scheduler. */
  beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
  afterEach(() => jest.restoreAllMocks());
  const scheduled: Intercept = async ({ path, body = '' }, proceed) => {
    const order = scheduler;
    if (order === undefined) return proceed();
    await order.schedule(Promise.resolve(), path);
    const response = await proceed();
    if (path.endsWith('/transaction') && response.ok) commits.push(body);
    await order.schedule(Promise.resolve(), `${path} answered`);
    return response;
  };

  it.each([
    ['NOT_EXISTS holds for an absent row', []],
    ['NOT_EXISTS does not hold for an absent row', ['not-exists-never-holds']],
    ['transactions collide', ['transactions-collide']],
  ] as const)(
    'writers and changes of the key leave complete records, and no write after the key was revoked or narrowed: %s',
    async (_name, switches) => {
      await open({ assumptions: new Set(switches), intercept: scheduled });
      const scenario = fc.record({
        before: fc.constantFrom(undefined, 0, 1),
        targets: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 4 }),
        change: fc.constantFrom('none', 'revoke', 'narrow', 'rename'),
      });
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), scenario, async (order, { before, targets, change }) => {
          const pageId = await pageWith(before);
          const { key, keyId } = await site.createKey();
          const start = truthOf(site.host, pageId).history.length;
          commits = [];
          scheduler = order;
          const requests = Promise.all(
            targets.map((level, index) => set(index % 2 === 0 ? key : other.key, pageId, level)),
          );
          const changing = {
            none: () => Promise.resolve({ ok: false }),
            revoke: () => site.admin('revokeKey', { keyId }),
            narrow: () => site.admin('editKey', { keyId, rev: 1, changes: { classificationScope: 'read' } }),
            rename: () => site.admin('editKey', { keyId, rev: 1, changes: { name: 'Another name' } }),
          }[change]();
          // The transactions after the change was answered.
          let late: string[] | undefined;
          const changed = changing.then(({ ok }) => {
            if (ok) late = commits = [];
          });
          const [answers] = await order.waitFor(Promise.all([requests, changed]));
          scheduler = undefined;

          const truth = truthOf(site.host, pageId);
          expectWhole(truth);
          expect(truth.history.length - start).toBe(answers.filter(({ body }) => body.changed === true).length);
          for (const answer of answers) {
            expect(auditsOf(answer)).toBe(answer.body.changed === true ? 1 : 0);
            if (answer.status !== 201)
              expect(['EDIT_CONFLICT', 'API_KEY_REVOKED', 'INSUFFICIENT_SCOPE']).toContain(answer.body.code);
          }
          if (change === 'revoke' || change === 'narrow') {
            expect(late?.filter((body) => body.includes(`"apiKeyId":"${keyId}"`))).toEqual([]);
            const code = change === 'revoke' ? 'API_KEY_REVOKED' : 'INSUFFICIENT_SCOPE';
            expect((await set(key, pageId, 0)).body.code).toBe(code);
          } else {
            expect(answers.map(({ body }) => body.code)).not.toContain('API_KEY_REVOKED');
          }
          await site.admin('revokeKey', { keyId });
        }),
        { numRuns: 25 },
      );
    },
  );
});
