import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareContracts, contractOf } from '../../local/api-changes';
import { currentContract, linesOf, readAccepted, withSection } from '../../local/write-api-changes';
import { buildOpenApi } from '../../src/rest/openapi';
import { openRoutes, routes } from '../../src/rest/routes';

/** No change of the API breaks a client of /v1/, and the changelog has every other change. */

/** Three operations with everything that the samples change. */
const OPERATIONS = ['setPageLevel', 'listJobs', 'exportDetections'];
const text = JSON.stringify(
  contractOf(
    buildOpenApi(
      routes.filter(({ operationId }) => OPERATIONS.includes(operationId)),
      openRoutes,
    ),
  ),
);
const contract = (): object => JSON.parse(text) as object;

/** A place in the document, as names separated by spaces, and its new value; undefined = removed. */
type Edit = readonly [path: string, change: (value: unknown) => unknown];

function edited(node: unknown, [name, ...rest]: readonly string[], change: Edit[1]): unknown {
  if (name === undefined) return change(node);
  if (Array.isArray(node)) {
    const items: readonly unknown[] = node;
    const isMeant = (one: unknown, index: number) => (isNamed(one) ? one.name === name : String(index) === name);
    if (!items.some(isMeant)) throw new Error(`${name} is not in the document`);
    return items.map((one, index) => (isMeant(one, index) ? edited(one, rest, change) : one));
  }
  if (typeof node !== 'object' || node === null) throw new Error(`${name} is not in the document`);
  const members = new Map<string, unknown>(Object.entries(node));
  if (rest.length > 0 && !members.has(name)) throw new Error(`${name} is not in the document`);
  const value = edited(members.get(name), rest, change);
  if (value === undefined) members.delete(name);
  else members.set(name, value);
  return Object.fromEntries(members);
}

function isNamed(one: unknown): one is { readonly name: unknown } {
  return typeof one === 'object' && one !== null && 'name' in one;
}

const removed = () => undefined;
const to = (value: unknown) => () => value;
const and = (value: unknown) => (list: unknown) => [...[list].flat(), value];
const without = (value: string) => (list: unknown) => [list].flat().filter((one) => one !== value);
const withoutFirst = (list: unknown) => [list].flat().slice(1);

/** The changes by edits of the document, with `breaking` or `additive`. */
function changesBy(edits: readonly Edit[]): readonly string[] {
  const after = edits.reduce<unknown>((node, [path, change]) => edited(node, path.split(' '), change), contract());
  return compareContracts({ ...contract() }, { ...(after as object) }).map(({ isBreaking, operation, text: what }) =>
    [isBreaking ? 'breaking' : 'additive', operation, what].join(' | '),
  );
}

const SET = 'paths /v1/page-level post';
const LIST = 'paths /v1/job get';
const EXPORT = 'paths /v1/detection/export get responses 200 content';
const SENT = 'components schemas SetPageLevel';
const RETURNED = 'components schemas Job';
const OPTIONAL = { name: 'x', in: 'query', required: false, schema: { type: 'string' } };
const STRING = to({ type: 'string' });

const BREAKING: readonly (readonly [string, ...Edit[]])[] = [
  ['a removed operation', ['paths /v1/job', removed]],
  ['another id of an operation', [`${LIST} operationId`, to('getJobs')]],
  ['a removed member of a response', [`${RETURNED} properties createdAt`, removed]],
  ['a member of a response that can be missing', [`${RETURNED} required`, without('createdAt')]],
  [
    'a member of a response that can be null',
    [`${RETURNED} properties createdAt`, to({ anyOf: [{ type: 'string' }, { type: 'null' }] })],
  ],
  ['a new required member of a request', [`${SENT} properties x`, STRING], [`${SENT} required`, and('x')]],
  ['a member of a request that becomes required', [`${SENT} required`, and('justification')]],
  ['a removed member of a request', [`${SENT} properties justification`, removed]],
  ['a narrower pattern of a request', [`${SENT} properties pageId pattern`, to('^1$')]],
  ['a shorter text in a request', [`${SENT} properties pageId maxLength`, to(5)]],
  ['a longer text in a response', ['components schemas PageLevelSet properties pageId maxLength', to(9_999)]],
  ['a lower maximum of a parameter', [`${LIST} parameters limit schema maximum`, to(100)]],
  ['another default of a parameter', [`${LIST} parameters limit schema default`, to(50)]],
  ['a value less in a request', [`${LIST} parameters state schema enum`, withoutFirst]],
  ['a value more in a response that lists all of them', [`${RETURNED} properties state enum`, and('new')]],
  ['a removed parameter', [`${LIST} parameters`, withoutFirst]],
  ['a new required parameter', [`${LIST} parameters`, and({ ...OPTIONAL, required: true })]],
  ['a parameter that becomes required', [`${LIST} parameters limit required`, to(true)]],
  ['a header that becomes required', [`${SET} parameters If-Match required`, to(true)]],
  ['another status', [`${SET} responses 201`, removed], [`${SET} responses 200`, to({})]],
  ['a removed status', [`${SET} responses 404`, removed]],
  ['another type in a response', [`${RETURNED} properties done type`, to('string')]],
  ['another format in a response', [`${RETURNED} properties createdAt format`, to('date')]],
  ['another type in a request', [`${SENT} properties pageId type`, to('integer')]],
  ['a removed header of a response', [`${SET} responses 201 headers ETag`, removed]],
  ['a key that becomes required', ['paths /v1/openapi.json get security', to([{ apiKey: [] }])]],
  ['another media type', [`${EXPORT} text/csv`, removed], [`${EXPORT} text/plain`, STRING]],
];

it.each(BREAKING.map(([name, ...edits]) => ({ name, edits })))(
  'a comparison of API documents finds that this breaks clients: $name',
  ({ edits }) => {
    expect(changesBy(edits).filter((change) => change.startsWith('breaking'))).not.toEqual([]);
  },
);

const ADDITIVE: readonly (readonly [string, string, ...Edit[]])[] = [
  ['an operation', 'GET /v1/new | new', ['paths /v1/new', to({ get: {} })]],
  ['an optional member of a request', 'POST /v1/page-level | body, `x`: new', [`${SENT} properties x`, STRING]],
  [
    'a member of a response',
    'GET /v1/job | response 200, `results[].x`: new',
    [`${RETURNED} properties x`, STRING],
    [`${RETURNED} required`, and('x')],
  ],
  ['an optional parameter', 'GET /v1/job | parameter `x`: new', [`${LIST} parameters`, and(OPTIONAL)]],
  [
    'a value of a parameter',
    'GET /v1/job | parameter `state`: new value `more`',
    [`${LIST} parameters state schema enum`, and('more')],
  ],
  [
    'a value of a response that says that more may be added',
    'POST /v1/page-level | response 201, `method`: new value `NEW`',
    ['components schemas PageLevelSet properties method enum', and('NEW')],
  ],
  [
    'a longer text in a request',
    'POST /v1/page-level | body, `pageId`: `maxLength` changed from `19` to `30`',
    [`${SENT} properties pageId maxLength`, to(30)],
  ],
  ['a status of errors', 'POST /v1/page-level | response 418: new', [`${SET} responses 418`, to({})]],
  [
    'a code of an error',
    'GET /v1/openapi.json | response 406, `code`: new value `NEW`',
    [
      'components responses Problem406-getOpenApi content application/json schema allOf 1 properties code enum',
      and('NEW'),
    ],
  ],
  ['a deprecation', 'GET /v1/job | deprecated', [`${LIST} deprecated`, to(true)]],
];

it.each(ADDITIVE.map(([name, change, ...edits]) => ({ name, change, edits })))(
  'a comparison of API documents describes what was added: $name',
  ({ change, edits }) => {
    expect(changesBy(edits)).toEqual([`additive | ${change}`]);
  },
);

it('a comparison of API documents accepts the removal of a deprecated operation', () => {
  const deprecated = edited(contract(), `${LIST} deprecated`.split(' '), to(true)) as object;
  const without = edited(deprecated, ['paths', '/v1/job'], removed) as object;
  expect(compareContracts({ ...deprecated }, { ...without })).toEqual([
    { isBreaking: false, operation: 'GET /v1/job', text: 'removed' },
  ]);
});

it('a comparison of equal API documents finds nothing', () => {
  expect(changesBy([])).toEqual([]);
});

it('the API has no breaking change since it was last accepted', () => {
  const accepted = readAccepted();
  const breaking = compareContracts(accepted, currentContract()).filter(({ isBreaking }) => isBreaking);
  expect(linesOf(breaking)).toEqual([]);
  // The command accepts what it has compared.
  expect(accepted).toEqual(readAccepted());
});

it('the API is the accepted one; if this fails, run `npm run api-changes`', () => {
  expect(currentContract()).toEqual(readAccepted());
});

it('the changelog of the API has dated sections, newest first', () => {
  const changelog = readFileSync(join(__dirname, '../../docs/api-changes.md'), 'utf8');
  const dates = [...changelog.matchAll(/^## (.+)$/gm)].map(([, date = '']) => date);
  expect(dates.length).toBeGreaterThan(0);
  expect(dates.every((date) => /^\d{4}-\d{2}-\d{2}$/.test(date))).toBe(true);
  expect(dates).toEqual([...new Set(dates)].sort().reverse());
});

it('the changelog of the API gets one section a day, which names at most five operations of a change', () => {
  const lines = linesOf(
    ['1', '2', '3', '4', '5', '6'].map((n) => ({ isBreaking: false, operation: `GET /${n}`, text: 'new' })),
  );
  expect(lines).toEqual(['- `GET /1`, `GET /2`, `GET /3`, `GET /4`, `GET /5` and 1 more: new']);
  const first = withSection('# Title\n\nText.\n', '2026-11-29', ['- a']);
  const second = withSection(withSection(first, '2026-12-01', ['- b']), '2026-12-01', ['- c']);
  expect(second).toBe('# Title\n\nText.\n\n## 2026-12-01\n\n- b\n- c\n\n## 2026-11-29\n\n- a\n');
});
