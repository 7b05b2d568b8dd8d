import { DEMO_PAGES } from '../../local/demo';
import { readExchange } from '../../src/rest/exchange';
import { IDEMPOTENCY_KEY_SCHEMA, readIdempotencyValue } from '../../src/rest/middleware/idempotency-header';
import { routes } from '../../src/rest/routes';
import { storedButKeyUse } from '../support/key-use';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import {
  firstLevel,
  outcomeOf,
  placesOf,
  problemOf,
  requestOptions,
  routeRequests,
  withSamples,
} from './route-requests';
import { anEvent } from './web-trigger-event';

/** A refusal contains the location of the error and what to send instead. */

let site: Site;
let key: string;
beforeAll(async () => {
  site = openSite({ queryLagMs: 0 });
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
});
afterAll(() => site.close());

const { engHome, architecture } = DEMO_PAGES;
const send = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
  site.rest(method, path, { key, body, headers });

describe('a list with duplicate entries', () => {
  const page = (pageId: string) => ({ pageId, levelId: 'restricted' });
  const twice = [page(engHome), page(architecture), page(engHome), page(engHome)];

  it.each([
    ['POST', '/v1/page-level/bulk', { items: twice }, 'items', 'pageId'],
    ['POST', '/v1/page-level/jobs', { pages: twice }, 'pages', 'pageId'],
    [
      'POST',
      '/v1/detection/config/scheme',
      {
        name: 'Twice',
        detectors: ['us-ssn', 'card-pan', 'us-ssn', 'us-ssn'].map((detectorId) => ({ detectorId, enabled: true })),
      },
      'detectors',
      'detectorId',
    ],
  ])('%s %s is refused at each duplicate', async (method, path, body, list, member) => {
    const before = storedButKeyUse(site);
    const answer = await send(method, path, body, { 'Idempotency-Key': 'twice' });
    expect(outcomeOf(answer)).toBe('400 INVALID_FIELD');
    expect(placesOf(answer)).toEqual([0, 2, 3].map((index) => `INVALID_FIELD #/${list}/${index}/${member}`));
    expect(problemOf(answer).errors[0]?.title).toBe(`${member} is in the list more than once`);
    expect(storedButKeyUse(site)).toEqual(before);
  });
});

describe('a reserved word as a key', () => {
  it.each(['unclassified', 'None', 'default', 'order', 'ABCDEFAB-abcd-abcd-abcd-abcdefabcdef'])(
    '%s is refused as reserved, for levels and sub-levels',
    async (word) => {
      const refusals = [
        { member: 'levelKey', answer: send('POST', '/v1/level', { name: 'New', color: 'RED', levelKey: word }) },
        { member: 'levelKey', answer: send('PATCH', '/v1/level/public', { levelKey: word }) },
        {
          member: 'subLevelKey',
          answer: send('POST', '/v1/level/public/sub-level', { name: 'New', subLevelKey: word }),
        },
        {
          member: 'subLevelKey',
          answer: send('PATCH', '/v1/level/restricted/sub-level/finance', { subLevelKey: `restricted/${word}` }),
        },
      ];
      for (const { member, answer } of refusals) {
        expect(outcomeOf(await answer)).toBe('400 INVALID_FIELD');
        expect(placesOf(await answer)).toEqual([`INVALID_FIELD #/${member}`]);
        expect(problemOf(await answer).errors[0]?.title).toContain(`${member} is reserved`);
      }
    },
  );

  it('is a different refusal than a duplicate key', async () => {
    const taken = await send('POST', '/v1/level', { name: 'New', color: 'RED', levelKey: 'public' });
    expect(outcomeOf(taken)).toBe('422 NAME_TAKEN');
  });
});

describe('a sub-level without its level', () => {
  const cure = 'restricted/finance';

  it.each([
    ['POST', '/v1/page-level', { pageId: engHome, subLevelId: 'finance' }, '#/levelId'],
    ['POST', '/v1/page-level/bulk', { items: [{ pageId: engHome, subLevelId: 'finance' }] }, '#/items/0/levelId'],
    ['PUT', '/v1/setting', { lowering: 'allowed', defaultLevel: { subLevelId: 'finance' } }, '#/defaultLevel/levelId'],
    [
      'POST',
      '/v1/page-level/jobs',
      { subLevelId: 'finance', pages: [{ pageId: engHome, levelId: 'public' }] },
      '#/subLevelId',
    ],
    [
      'POST',
      '/v1/page-level/jobs',
      { levelId: 'public', pages: [{ pageId: engHome, subLevelId: 'finance' }] },
      '#/pages/0/subLevelId',
    ],
  ])('%s %s %j returns the expected form', async (method, path, body, pointer) => {
    const answer = await send(method, path, body, { 'Idempotency-Key': 'without' });
    expect(outcomeOf(answer)).toMatch(/^400 (MISSING|INVALID)_FIELD$/);
    const [error] = problemOf(answer).errors;
    expect(error?.pointer).toBe(pointer);
    expect(`${error?.title ?? ''} ${error?.detail ?? ''}`).toContain(cure);
  });

  it('GET /v1/page-level returns the expected form', async () => {
    const answer = await site.rest('GET', '/v1/page-level?subLevelId=finance', { key });
    expect(placesOf(answer)).toEqual(['SUBLEVEL_NOT_IN_LEVEL subLevelId']);
    expect(problemOf(answer).errors[0]?.detail).toContain(cure);
  });
});

describe('a level in a path', () => {
  it('is a UUID or a key without its level, and so is a sub-level', async () => {
    const { levelId, subLevels } = levelNamed(site, 'Restricted');
    const [{ subLevelId } = { subLevelId: '' }] = subLevels;
    for (const level of [levelId, levelId.toUpperCase(), 'restricted', 'Restricted']) {
      expect(outcomeOf(await site.rest('GET', `/v1/level/${level}`, { key }))).toBe('200');
      for (const subLevel of [subLevelId, 'finance', 'Finance']) {
        const answer = await send('PATCH', `/v1/level/${level}/sub-level/${subLevel}`, {});
        expect(outcomeOf(answer)).toBe('200');
      }
    }
  });

  it('is described without a slash', () => {
    const ofPaths = routes.flatMap(({ path, pathParameters }) =>
      Object.entries(pathParameters?.shape ?? {})
        .filter(([name]) => /levelId$/i.test(name))
        .map(([name, schema]) => ({ path, name, schema })),
    );
    expect(ofPaths.length).toBeGreaterThan(5);
    for (const { schema } of ofPaths) {
      const takes = (text: string) => schema['~standard'].validate(text);
      expect(takes('restricted')).toMatchObject({ value: 'restricted' });
      expect(takes('restricted/finance')).toHaveProperty('issues');
    }
  });
});

describe('an Idempotency-Key', () => {
  const read = (text: string) => {
    const exchange = readExchange(
      anEvent({ headers: { 'Idempotency-Key': [text] } }),
      { installContext: 'ari:cloud:confluence::site/x' },
      'r',
    );
    if (exchange === undefined) throw new Error('no exchange');
    return () => readIdempotencyValue(exchange);
  };
  const GOOD = ['a', '!', 'x'.repeat(64), '"a"', `"${'x'.repeat(64)}"`, '"a\\"b"', '"a\\\\b"', 'a"b', 'a\\b', 'a"'];
  const BAD = ['', ' ', 'a b', 'ä', 'x'.repeat(65), '""', '"a b"', '"a', '"', '"a\\b"', '"a"b"', `"${'x'.repeat(65)}"`];

  it.each(GOOD)('%s is valid, also in the document', (text) => {
    expect(read(text)).not.toThrow();
    expect(text).toMatch(new RegExp(IDEMPOTENCY_KEY_SCHEMA.pattern));
  });

  it.each(BAD)('%p is invalid, also in the document', (text) => {
    expect(read(text)).toThrow(expect.objectContaining({ code: 'INVALID_IDEMPOTENCY_KEY' }));
    expect(text).not.toMatch(new RegExp(IDEMPOTENCY_KEY_SCHEMA.pattern));
  });

  const taking = routeRequests().filter(
    ({ route }) => route.idempotency !== undefined || route.requiredHeaders !== undefined,
  );

  it.each(taking)('$name has the same grammar', async (request) => {
    const level = await firstLevel(site, key);
    const { body } = requestOptions(request, level);
    const options = { key, ...(body === undefined ? {} : { body }) };
    const outcome = async (text: string) =>
      outcomeOf(
        await site.rest(request.method, withSamples(request.route.path), {
          ...options,
          headers: { 'Idempotency-Key': text },
        }),
      );
    for (const text of GOOD) expect(await outcome(text)).not.toBe('400 INVALID_IDEMPOTENCY_KEY');
    for (const text of BAD.filter((one) => one.trim() !== ''))
      expect(await outcome(text)).toBe('400 INVALID_IDEMPOTENCY_KEY');
  });
});

it('a missing scope is reported with the template of the route, never the path', async () => {
  const { key: none } = await site.createKey({ classificationScope: 'none', detectionScope: 'read' });
  const answer = await site.rest('GET', `/v1/page-level/by-page/${engHome}`, { key: none });
  expect(problemOf(answer).errors[0]?.detail).toContain('GET /v1/page-level/by-page/{pageId} needs');
  expect(answer.text).not.toContain(engHome);
});
