import fc from 'fast-check';
import { DEMO_PAGES } from '../../local/demo';
import { LEVEL_IN_PATH, LEVEL_NAMED } from '../../src/classification/level-key';
import { routes } from '../../src/rest/routes';
import type { Route } from '../../src/rest/route';
import { runsOf } from '../support/sample';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { bodySchemaOf, outcomeOf, parameterNames, placesOf, withSamples } from '../rest/route-requests';
import * as z from 'zod';

/**
 * Requests generated from the published schemas of the API: valid ones are not refused for their form, and invalid ones
 * are refused with the location of the error. The site of the tests checks with every response that no status is
 * undocumented.
 */

let site: Site;
let key: string;
let known: Readonly<Record<string, readonly string[]>>;
beforeAll(async () => {
  site = openSite();
  ({ key } = await site.createKey({ detectionScope: 'manage' }));
  const { body } = await site.rest('GET', '/v1/level', { key });
  const { results: levels } = body as { results: { levelId: string; subLevels: { subLevelId: string }[] }[] };
  known = {
    pageId: Object.values(DEMO_PAGES),
    levelId: levels.map(({ levelId }) => levelId),
    subLevelId: levels.flatMap(({ subLevels }) => subLevels.map(({ subLevelId }) => subLevelId)),
  };
});
afterAll(() => site.close());

interface TextSchema {
  readonly type: 'string';
  readonly pattern: string;
  /** True if the schema restricts only the length. */
  readonly isFree: boolean;
}

/** A string, or a string or null. */
function textSchema(schema: unknown): TextSchema {
  const { anyOf = [schema] } = schema as { anyOf?: unknown[] };
  const [text, ...others] = anyOf.filter((one) => (one as { type?: string }).type !== 'null');
  if (others.length > 0) throw new Error('Teach this test to draw values of this schema');
  const { type, pattern, maxLength } = text as Partial<TextSchema> & { readonly maxLength?: number };
  if (type !== 'string') throw new Error('Teach this test to draw values of this schema');
  if (pattern !== undefined) return { type, pattern, isFree: false };
  if (maxLength === undefined) throw new Error('Teach this test to draw values of this schema');
  // Any string, for which words are enough.
  return { type, pattern: `^[a-z]( ?[a-z]){0,${maxLength / 2 - 1}}$`, isFree: true };
}

const word = fc
  .tuple(fc.stringMatching(/^[a-zA-Z]{1,6}[0-9]{0,3}$/), fc.stringMatching(/^(-[a-zA-Z]{1,4}|-[0-9]{1,3})?$/))
  .map((parts) => parts.join(''));
const levelNamed = fc.oneof(
  fc.uuid(),
  word,
  fc.tuple(word, word).map((words) => words.join('/')),
);

const UUID = z.toJSONSchema(z.uuid()).pattern;

/**
 * A string of the pattern. The pattern of levels has nested repeats, which the generator never finishes; that of UUIDs is
 * long.
 */
function matching(pattern: string): fc.Arbitrary<string> {
  if (pattern === UUID) return fc.uuid();
  if (pattern === LEVEL_IN_PATH.source) return fc.oneof(fc.uuid(), word);
  return pattern === LEVEL_NAMED.source ? levelNamed : fc.stringMatching(new RegExp(pattern));
}

/** Values that the schema allows; sometimes one that exists on the site. */
function allowed(name: string, schema: unknown): fc.Arbitrary<string | null> {
  const drawn = matching(textSchema(schema).pattern);
  // Existing values are known only when the site is open, so they are chosen by number.
  const existing = fc.nat(1_000).map((index) => {
    const values = known[name] ?? [];
    return values[index % Math.max(values.length, 1)];
  });
  const isNullable = JSON.stringify(schema).includes('"null"');
  return fc.oneof(
    { weight: isNullable ? 1 : 0, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: drawn },
    { weight: 3, arbitrary: fc.tuple(drawn, existing).map(([other, found]) => found ?? other) },
  );
}

/** Strings that the schema forbids, which are random or almost valid. */
function forbiddenText(schema: unknown): fc.Arbitrary<string> {
  const { isFree, ...text } = textSchema(schema);
  if (isFree) return fc.constantFrom('', ' ', 'x'.repeat(10_000));
  const pattern = new RegExp(text.pattern);
  const right = matching(text.pattern);
  return fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      right.map((text) => ` ${text}`),
      right.map((text) => `${text}\n`),
      right.map((text) => text.slice(0, -1)),
      right.map((text) => text.slice(1)),
      right.map((text) => `${text}${text}`),
      right.map((text) => `{{${text}}}`),
      right.map((text) => text.replace(/[0-9]/, '٣')),
      right.map((text) => `-${text}`),
      right.map((text) => text.padEnd(10_000, '0')),
      fc.constantFrom('', '{{page.id}}', 'null', '0', '٣', '1e5'),
    )
    .filter((text) => !pattern.test(text));
}

const notText = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string({ maxLength: 5 }), { maxKeys: 3 }),
);

const MAX_INT64 = 9_223_372_036_854_775_807n;

/** The only limit of an id that a pattern cannot express. */
const isTooLarge = (name: string, value: unknown) =>
  name === 'pageId' && typeof value === 'string' && /^\d+$/.test(value) && BigInt(value) > MAX_INT64;

/** Errors in meaning, not in form. */
const WELL_FORMED =
  /^(20\d|403 PAGE_NOT_EDITABLE|404 (DETECTION|DETECTOR|EXCLUSION|SCAN|REDACTION|JOB|PAGE|CONFIGURATION)_(NOT_FOUND|NOT_CLASSIFIED)|422 (LEVEL|SUBLEVEL|NAME|INCOMPLETE|INVALID)_\w+)$/;

const send = ({ method, path }: Route, body: object): Promise<RestAnswer> =>
  site.rest(method, withSamples(path), { key, body });

/** Bodies with only string members. Bulk has its own tests, and its entries are the body of POST /v1/page-level. */
const withBody = routes.filter(
  ({ path, body, operationId }) =>
    body !== undefined && path.startsWith('/v1/page-level') && !['setPageLevels', 'createJob'].includes(operationId),
);

describe.each(withBody.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
  'the body of $name',
  ({ route }) => {
    const { properties = {}, required = [] } = bodySchemaOf(route) ?? {};
    const names = Object.keys(properties);
    const model = Object.fromEntries(names.map((name) => [name, allowed(name, properties[name])]));
    const optional = names.filter((name) => !required.includes(name));
    const good = fc
      .tuple(fc.record(model), fc.subarray(optional))
      .map(([all, left]) => Object.fromEntries(Object.entries(all).filter(([name]) => !left.includes(name))))
      .filter((body) => !Object.entries(body).some(([name, value]) => isTooLarge(name, value)));

    it('is never refused for its form if it matches its schema', async () => {
      await fc.assert(
        fc.asyncProperty(good, async (body) => {
          expect(outcomeOf(await send(route, body))).toMatch(WELL_FORMED);
        }),
        { numRuns: runsOf(40) },
      );
    });

    it('is refused at a missing member', async () => {
      const property = fc.asyncProperty(good, fc.constantFrom(...required), async (body, name) => {
        const answer = await send(
          route,
          Object.fromEntries(Object.entries(body).filter(([member]) => member !== name)),
        );
        expect(outcomeOf(answer)).toBe('400 MISSING_FIELD');
        expect(placesOf(answer)).toEqual([`MISSING_FIELD #/${name}`]);
      });
      await fc.assert(property, { numRuns: runsOf(30) });
    });

    it('is refused at a member of another type', async () => {
      const property = fc.asyncProperty(good, fc.constantFrom(...names), notText, async (body, name, value) => {
        const answer = await send(route, { ...body, [name]: value });
        expect(outcomeOf(answer)).toBe('400 INVALID_FIELD');
        expect(placesOf(answer)).toEqual([`INVALID_FIELD #/${name}`]);
      });
      await fc.assert(property, { numRuns: runsOf(40) });
    });

    it('is refused at a member whose text does not match', async () => {
      const cases = fc
        .constantFrom(...names.map((name) => ({ name, values: forbiddenText(properties[name]) })))
        .chain(({ name, values }) => fc.record({ name: fc.constant(name), value: values }));
      const property = fc.asyncProperty(good, cases, async (body, { name, value }) => {
        const answer = await send(route, { ...body, [name]: value });
        expect(outcomeOf(answer)).toMatch(/^400 (INVALID_FIELD|INVALID_UNICODE)$/);
        expect(placesOf(answer)[0]).toMatch(new RegExp(`^INVALID_\\w+ #/${name}$`));
      });
      await fc.assert(property, { numRuns: runsOf(40) });
    });

    it('is refused at an unknown member', async () => {
      const unknown = fc.stringMatching(/^[\w.-]{1,30}$/).filter((name) => !names.includes(name));
      const property = fc.asyncProperty(
        good,
        unknown,
        fc.oneof(fc.string({ maxLength: 5 }), notText, fc.constant(null)),
        async (body, name, value) => {
          fc.pre(!JSON.stringify(value).includes('\uFFFD'));
          const answer = await send(route, Object.fromEntries([...Object.entries(body), [name, value]]));
          expect(outcomeOf(answer)).toBe('400 UNKNOWN_FIELD');
          expect(placesOf(answer)).toEqual([`UNKNOWN_FIELD #/${name}`]);
        },
      );
      await fc.assert(property, { numRuns: runsOf(40) });
    });

    it('is refused without a fault for any other JSON', async () => {
      const headers = { 'Content-Type': 'application/json' };
      const property = fc.asyncProperty(fc.json({ maxDepth: 12, stringUnit: 'binary' }), async (body) => {
        expect((await site.rest(route.method, withSamples(route.path), { key, body, headers })).status).toBe(400);
      });
      await fc.assert(property, { numRuns: runsOf(40) });
    });

    it('is refused without a fault if a byte is lost, doubled or changed', async () => {
      const headers = { 'Content-Type': 'application/json' };
      const property = fc.asyncProperty(
        good,
        fc.nat(1_000),
        fc.constantFrom('', '"', '\\', '{', ',', '\0', '\uFEFF', 'é'),
        async (body, place, with_) => {
          const text = JSON.stringify(body);
          const at = place % text.length;
          const answer = await site.rest(route.method, withSamples(route.path), {
            key,
            headers,
            body: text.slice(0, at) + with_ + text.slice(at + 1),
          });
          expect(outcomeOf(answer)).toMatch(/^(20\d|40[034] |422 )/);
        },
      );
      await fc.assert(property, { numRuns: runsOf(40) });
    });
  },
);

const withParameters = routes
  .filter((route) => parameterNames(route).length > 0)
  .map((route) => ({
    route,
    properties: z.toJSONSchema(route.pathParameters ?? z.object({}), { io: 'input' }).properties ?? {},
  }));

/** Routes whose parameters have the same schemas. The same code reads them, so every run uses one of the routes. */
const groups = [...new Set(withParameters.map(({ properties }) => JSON.stringify(properties)))].map((text) => {
  const alike = withParameters.filter(({ properties }) => JSON.stringify(properties) === text);
  const properties = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return { names: Object.keys(properties), properties, alike: alike.map(({ route }) => route) };
});

describe.each(groups)('the parameters $names in a path', ({ names, properties, alike }) => {
  const anyRoute = fc.constantFrom(...alike);
  const call = (route: Route, replacements: Readonly<Record<string, string>>) => {
    const encoded = Object.fromEntries(
      Object.entries(replacements).map(([name, value]) => [name, encodeURIComponent(value)]),
    );
    const body = route.body === undefined ? {} : { body: route.body.example };
    return site.rest(route.method, withSamples(route.path, encoded), { key, ...body });
  };

  it('are never refused for their form if they match their schemas', async () => {
    // A parameter of a path is always a string.
    const text = (name: string) => allowed(name, properties[name]).map((value) => value ?? 'null');
    const good = fc.record(Object.fromEntries(names.map((name) => [name, text(name)])));
    const property = fc.asyncProperty(anyRoute, good, async (route, values) => {
      const expected = Object.entries(values).some(([name, value]) => isTooLarge(name, value))
        ? /^400 INVALID_PARAMETER$/
        : WELL_FORMED;
      expect(outcomeOf(await call(route, values))).toMatch(expected);
    });
    await fc.assert(property, { numRuns: runsOf(60) });
  });

  it('are refused if one does not match its schema', async () => {
    const cases = fc
      .constantFrom(...names.map((name) => ({ name, values: forbiddenText(properties[name]) })))
      .chain(({ name, values }) => fc.record({ name: fc.constant(name), value: values }))
      .filter(({ value }) => !/\p{Surrogate}/u.test(value) && value.length < 5_000);
    const property = fc.asyncProperty(anyRoute, cases, async (route, { name, value }) => {
      const answer = await call(route, { [name]: value });
      const isNoSegment = value === '' || value === '.' || value === '..' || /[/\\;\0]/.test(value);
      expect(outcomeOf(answer)).toBe(isNoSegment ? '404 ROUTE_NOT_FOUND' : '400 INVALID_PARAMETER');
      if (!isNoSegment) expect(placesOf(answer)).toEqual([`INVALID_PARAMETER ${name}`]);
    });
    await fc.assert(property, { numRuns: runsOf(80) });
  });
});
