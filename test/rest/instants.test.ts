import { DEMO_PAGES } from '../../local/demo';
import { instantInput } from '../../src/platform/instant';
import { openSite, type Site } from '../support/site';
import formats from '../vectors/formats.json';
import { outcomeOf, placesOf, problemOf } from './route-requests';

/** Times in requests: RFC 3339, whatever the offset. */

interface TimeSchema {
  readonly anyOf?: readonly { readonly format: string }[];
  readonly pattern?: string;
  readonly examples?: readonly string[];
}

interface Document {
  readonly paths: {
    readonly '/v1/page-level': {
      readonly get: { readonly parameters: readonly { readonly name: string; readonly schema: TimeSchema }[] };
    };
  };
}

describe('a time in a request', () => {
  it.each(formats['date-time'])('$value: $why', ({ value, valid }) => {
    expect(instantInput.safeParse(value).success).toBe(valid);
  });

  // In the date vectors, a date-time is an invalid date.
  it.each(formats.date.filter(({ value }) => !value.includes('T')))('$value: $why', ({ value, valid }) => {
    expect(instantInput.safeParse(value).success).toBe(valid);
  });

  it.each([
    ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21t09:30:00.5z', '2026-11-21T09:30:00.500Z'],
    ['2026-11-21T11:30:00+02:00', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21T23:30:00.123456-10:30', '2026-11-22T10:00:00.123Z'],
    ['2026-11-21T09:30:00-00:00', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T15:59:60.25-08:00', '2017-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(instantInput.parse(text)).toBe(instant);
  });

  it.each([
    '2026-02-29',
    '2026-11-21Z',
    '2026-11-21+02:00',
    '2026-11-21 09:30:00Z',
    '2026-11-21T09:30Z',
    '2026-11-21T11:30:00 02:00',
    '2026-11-21T11:30:00+0200',
    '2026-02-29T00:00:00Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '9999-12-31T23:59:60Z',
    `2026-11-21T09:30:00.${'0'.repeat(64)}Z`,
  ])('%s is invalid', (text) => {
    expect(instantInput.safeParse(text).success).toBe(false);
  });
});

describe('over the API', () => {
  let site: Site;
  let key: string;
  beforeAll(async () => {
    site = openSite({ queryLagMs: 0 });
    ({ key } = await site.createKey({ detectionScope: 'manage' }));
    const body = { pageId: DEMO_PAGES.engHome, levelId: 'restricted' };
    await site.rest('POST', '/v1/page-level', { key, body });
  });
  afterAll(() => site.close());

  const LISTS = ['/v1/page-level', '/v1/audit', '/v1/detection', '/v1/detection/summary'];
  it.each([...LISTS, '/v1/change'])('GET %s accepts from with an offset and as a date', async (path) => {
    for (const from of ['2026-11-21T11:30:00%2B02:00', '2026-11-21t09:30:00z', '2026-11-21']) {
      expect(outcomeOf(await site.rest('GET', `${path}?from=${from}`, { key }))).toBe('200');
    }
  });

  it('compares instants, not texts', async () => {
    const at = new Date(Date.now() + 3_600_000);
    // One hour from now, as a local time five hours behind UTC.
    const behind = new Date(at.getTime() - 5 * 3_600_000).toISOString().replace('Z', '-05:00');
    const results = async (query: string) =>
      ((await site.rest('GET', `/v1/page-level?${query}`, { key })).body as { results: object[] }).results;
    expect(await results(`from=${behind}`)).toEqual([]);
    expect(await results(`to=${behind}`)).toHaveLength(1);
  });

  it('says how to write an offset in a URL', async () => {
    const answer = await site.rest('GET', '/v1/page-level?from=2026-11-21T11:30:00+02:00', { key });
    expect(placesOf(answer)).toEqual(['INVALID_PARAMETER from']);
    expect(problemOf(answer).errors[0]?.title).toContain('%2B');
  });

  it('reads a date as its first instant in UTC', async () => {
    const results = async (query: string) =>
      ((await site.rest('GET', `/v1/page-level?${query}`, { key })).body as { results: object[] }).results;
    const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    expect(await results(`from=${dayAt(0)}`)).toHaveLength(1);
    expect(await results(`to=${dayAt(0)}`)).toEqual([]);
    expect(await results(`to=${dayAt(1)}`)).toHaveLength(1);
  });

  it('describes a date and a time in the document', async () => {
    const { body } = await site.rest('GET', '/v1/openapi.json');
    const { parameters } = (body as Document).paths['/v1/page-level'].get;
    const from = parameters.find(({ name }) => name === 'from')?.schema;
    expect(from?.anyOf?.map(({ format }) => format)).toEqual(['date-time', 'date']);
    for (const time of from?.examples ?? []) expect(time).toMatch(new RegExp(from?.pattern ?? '^$'));
    expect('2026-11-21t09:30:00z').toMatch(new RegExp(from?.pattern ?? '^$'));
  });

  it('stores the end of an exclusion in UTC', async () => {
    const answer = await site.rest('POST', '/v1/exclusion', {
      key,
      body: {
        match: { by: 'detector', detectorId: 'card-pan' },
        scope: { of: 'site' },
        reason: 'Known.',
        expiresAt: '2099-01-31T00:00:00+02:00',
      },
    });
    expect(answer.body).toMatchObject({ results: [{ expiresAt: '2099-01-30T22:00:00.000Z' }] });
  });
});
