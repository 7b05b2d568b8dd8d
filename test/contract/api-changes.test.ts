import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareContracts, contractOf } from '../../local/api-changes';
import { currentContract, linesOf, readAccepted, withSection } from '../../local/write-api-changes';
import { buildOpenApi } from '../../src/rest/openapi';
import { openRoutes, routes } from '../../src/rest/routes';

/** No change of the API breaks a client of /v1/, and the changelog has every other change. */

type Node = Record<string, Node> & Node[];

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
const copy = () => JSON.parse(text) as Node;

/** The changes by an edit of the document, with `breaking` or `additive`. */
function changesBy(edit: (document: Parts) => void): readonly string[] {
  const after = copy();
  edit(partsOf(after));
  return compareContracts(copy(), after).map(({ isBreaking, operation, text: what }) =>
    [isBreaking ? 'breaking' : 'additive', operation, what].join(' | '),
  );
}

function partsOf(document: Node) {
  const at = (...path: readonly string[]): Node =>
    path.reduce((node, name) => {
      const next = node[name];
      if (next === undefined) throw new Error(`${path.join('/')} is not in the document`);
      return next;
    }, document);
  const set = at('paths', '/v1/page-level', 'post');
  const list = at('paths', '/v1/job', 'get');
  const schema = (name: string) => at('components', 'schemas', name);
  const parameter = (operation: Node, name: string) =>
    [...(operation['parameters'] ?? [])].find((one) => String(one['name']) === name) ?? document;
  return { document, paths: at('paths'), set, list, schema, parameter };
}

type Parts = ReturnType<typeof partsOf>;
const asNode = (value: unknown) => value as Node;
const without = (list: Node | undefined, value: string) =>
  asNode([...(list ?? [])].filter((one) => String(one) !== value));

it.each<readonly [string, (parts: Parts) => void]>([
  ['a removed operation', ({ paths }) => delete paths['/v1/job']],
  ['another id of an operation', ({ list }) => void (list['operationId'] = asNode('getJobs'))],
  ['a removed member of a response', ({ schema }) => delete schema('Job')['properties']?.['createdAt']],
  [
    'a member of a response that can be missing',
    ({ schema }) => void (schema('Job')['required'] = without(schema('Job')['required'], 'createdAt')),
  ],
  [
    'a member of a response that can be null',
    ({ schema }) =>
      void Object.assign(schema('Job')['properties'] ?? {}, {
        createdAt: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      }),
  ],
  [
    'a new required member of a request',
    ({ schema }) => {
      Object.assign(schema('SetPageLevel')['properties'] ?? {}, { reason: { type: 'string' } });
      schema('SetPageLevel')['required']?.push(asNode('reason'));
    },
  ],
  [
    'a member of a request that becomes required',
    ({ schema }) => schema('SetPageLevel')['required']?.push(asNode('justification')),
  ],
  ['a removed member of a request', ({ schema }) => delete schema('SetPageLevel')['properties']?.['justification']],
  [
    'a narrower pattern of a request',
    ({ schema }) => Object.assign(schema('SetPageLevel')['properties']?.['pageId'] ?? {}, { pattern: '^1$' }),
  ],
  [
    'a shorter text in a request',
    ({ schema }) => Object.assign(schema('SetPageLevel')['properties']?.['pageId'] ?? {}, { maxLength: 5 }),
  ],
  [
    'a longer text in a response',
    ({ schema }) => Object.assign(schema('PageLevelSet')['properties']?.['pageId'] ?? {}, { maxLength: 9_999 }),
  ],
  [
    'a lower maximum of a parameter',
    ({ list, parameter }) => Object.assign(parameter(list, 'limit')['schema'] ?? {}, { maximum: 100 }),
  ],
  [
    'another default of a parameter',
    ({ list, parameter }) => Object.assign(parameter(list, 'limit')['schema'] ?? {}, { default: 50 }),
  ],
  ['a value less in a request', ({ list, parameter }) => parameter(list, 'state')['schema']?.['enum']?.pop()],
  [
    'a value more in a response that lists all of them',
    ({ schema }) => schema('Job')['properties']?.['state']?.['enum']?.push(asNode('new')),
  ],
  ['a removed parameter', ({ list }) => void (list['parameters'] = asNode([...(list['parameters'] ?? [])].slice(1)))],
  [
    'a new required parameter',
    ({ list }) =>
      list['parameters']?.push(asNode({ name: 'x', in: 'query', required: true, schema: { type: 'string' } })),
  ],
  [
    'a parameter that becomes required',
    ({ list, parameter }) => Object.assign(parameter(list, 'limit'), { required: true }),
  ],
  [
    'a header that becomes required',
    ({ set, parameter }) => Object.assign(parameter(set, 'If-Match'), { required: true }),
  ],
  [
    'another status',
    ({ set: { responses = asNode({}) } }) => {
      Object.assign(responses, { 200: responses['201'] });
      delete responses['201'];
    },
  ],
  ['a removed status', ({ set }) => delete set['responses']?.['404']],
  [
    'another type in a response',
    ({ schema }) => Object.assign(schema('Job')['properties']?.['done'] ?? {}, { type: 'string' }),
  ],
  [
    'another format in a response',
    ({ schema }) => Object.assign(schema('Job')['properties']?.['createdAt'] ?? {}, { format: 'date' }),
  ],
  [
    'another type in a request',
    ({ schema }) => Object.assign(schema('SetPageLevel')['properties']?.['pageId'] ?? {}, { type: 'integer' }),
  ],
  ['a removed header of a response', ({ set }) => delete set['responses']?.['201']?.['headers']?.['ETag']],
  [
    'a key that becomes required',
    ({ paths }) => Object.assign(paths['/v1/openapi.json']?.['get'] ?? {}, { security: [{ apiKey: [] }] }),
  ],
  [
    'another media type',
    ({ paths }) => {
      const content = paths['/v1/detection/export']?.['get']?.['responses']?.['200']?.['content'] ?? asNode({});
      Object.assign(content, { 'text/plain': content['text/csv'] });
      delete content['text/csv'];
    },
  ],
])('a comparison of API documents finds that this breaks clients: %s', (_name, edit) => {
  expect(changesBy(edit).filter((change) => change.startsWith('breaking'))).not.toEqual([]);
});

it.each<readonly [string, (parts: Parts) => void, string]>([
  ['an operation', ({ paths, list }) => Object.assign(paths, { '/v1/new': { get: list } }), 'GET /v1/new | new'],
  [
    'an optional member of a request',
    ({ schema }) => Object.assign(schema('SetPageLevel')['properties'] ?? {}, { x: { type: 'string' } }),
    'POST /v1/page-level | body, `x`: new',
  ],
  [
    'a member of a response',
    ({ schema }) => {
      Object.assign(schema('Job')['properties'] ?? {}, { x: { type: 'string' } });
      schema('Job')['required']?.push(asNode('x'));
    },
    'GET /v1/job | response 200, `results[].x`: new',
  ],
  [
    'an optional parameter',
    ({ list }) =>
      list['parameters']?.push(asNode({ name: 'x', in: 'query', required: false, schema: { type: 'string' } })),
    'GET /v1/job | parameter `x`: new',
  ],
  [
    'a value of a parameter',
    ({ list, parameter }) => parameter(list, 'state')['schema']?.['enum']?.push(asNode('more')),
    'GET /v1/job | parameter `state`: new value `more`',
  ],
  [
    'a value of a response that says that more may be added',
    ({ schema }) => schema('PageLevelSet')['properties']?.['method']?.['enum']?.push(asNode('NEW')),
    'POST /v1/page-level | response 201, `method`: new value `NEW`',
  ],
  [
    'a longer text in a request',
    ({ schema }) => Object.assign(schema('SetPageLevel')['properties']?.['pageId'] ?? {}, { maxLength: 30 }),
    'POST /v1/page-level | body, `pageId`: `maxLength` changed from `19` to `30`',
  ],
  [
    'a code of an error',
    ({ document, set }) => {
      const name = String(set['responses']?.['422']?.['$ref']).split('/').at(-1) ?? '';
      const { content = asNode({}) } = document['components']?.['responses']?.[name] ?? asNode({});
      for (const media of Object.values(content))
        media['schema']?.['allOf']?.[1]?.['properties']?.['code']?.['enum']?.push(asNode('NEW'));
    },
    'POST /v1/page-level | response 422, `code`: new value `NEW`',
  ],
  ['a deprecation', ({ list }) => Object.assign(list, { deprecated: true }), 'GET /v1/job | deprecated'],
])('a comparison of API documents describes what was added: %s', (_name, edit, change) => {
  expect(changesBy(edit)).toEqual([`additive | ${change}`]);
});

it('a comparison of API documents accepts the removal of a deprecated operation', () => {
  const before = copy();
  const { paths, list } = partsOf(before);
  Object.assign(list, { deprecated: true });
  const { ['/v1/job']: _removed, ...others } = paths;
  expect(compareContracts(before, { ...before, paths: others })).toEqual([
    { isBreaking: false, operation: 'GET /v1/job', text: 'removed' },
  ]);
});

it('a comparison of equal API documents finds nothing', () => {
  expect(changesBy(() => undefined)).toEqual([]);
});

it('the API has no breaking change since it was last accepted', () => {
  const breaking = compareContracts(readAccepted(), currentContract()).filter(({ isBreaking }) => isBreaking);
  expect(linesOf(breaking)).toEqual([]);
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
