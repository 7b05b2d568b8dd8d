import fc from 'fast-check';
import openapi from '../../dist/openapi.json';
import { type CqlNode, parseCql } from '../../local/confluence/cql';
import type { KeyView } from '../../src/keys/key-view';
import { defaultLevels } from '../../src/classification/default-levels';
import { formatDay, formatMoment } from '../../static/admin/src/dates';
import { levelWithKey, settableLevels } from '../../static/admin/src/level-path';
import { responseKindOf } from '../../static/admin/src/recipes/response-kinds';
import { cqlFor } from '../../static/admin/src/recipes/cql';
import { checkKeyFit, keyIdIn, type Needs, rankKeys } from '../../static/admin/src/recipes/key-fit';
import { pageIdIn } from '../../static/admin/src/page-address';
import { checkRecipe, NEW_RECIPE, type RecipeDraft, withTrigger } from '../../static/admin/src/recipes/recipe-draft';
import { renderSmartValues, webRequestFor } from '../../static/admin/src/recipes/web-request';
import { texts } from '../../static/admin/src/texts';

/** The parts of the Recipes page that need no request. */

const LEVEL = '4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81';
const SUB_LEVEL = '0c8f2b34-7a9d-5b1e-8f60-3e5d4c2b1a09';
const { missing, fit } = texts.recipes;

describe('the body', () => {
  it.each([
    [{ levelId: LEVEL }, { pageId: '164034', levelId: LEVEL }],
    [
      { levelId: LEVEL, subLevelId: SUB_LEVEL },
      { pageId: '164034', levelId: LEVEL, subLevelId: SUB_LEVEL },
    ],
  ])('is the JSON of the API once the page is inserted: %j', (target, expected) => {
    const { body } = webRequestFor('https://x.example/compliance/api', target, 'change', 'key');
    expect(body.match(/\{\{.*?\}\}/g)).toEqual(['{{page.id}}']);
    expect(JSON.parse(renderSmartValues(body, { 'page.id': '164034' }))).toEqual(expected);
  });

  it('is JSON with any page id', () => {
    const { body } = webRequestFor('', { levelId: LEVEL }, 'keep', '');
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }), (id) => {
        expect(JSON.parse(renderSmartValues(body, { 'page.id': String(id) })).pageId).toBe(String(id));
      }),
    );
  });
});

it('smart values are inserted unchanged, and unknown ones are empty', () => {
  expect(renderSmartValues('{{ page.id }} {{page.id}} {{page.title}}.', { 'page.id': '"1' })).toBe('"1 "1 .');
});

it('the key is the only hidden header, and occurs nowhere else', () => {
  const { headers, url, body } = webRequestFor('https://x.example', { levelId: LEVEL }, 'keep', 'pclsk_secret');
  expect(headers.filter(({ isSecret }) => isSecret)).toEqual([
    { name: 'x-api-key', value: 'pclsk_secret', isSecret: true },
  ]);
  expect(JSON.stringify([url, body, headers.filter(({ isSecret }) => !isSecret)])).not.toContain('pclsk_secret');
});

describe('the query', () => {
  it.each([
    ['', [], 'type = page'],
    ['confidential', [], 'type = page and label = "confidential"'],
    ['', ['ENG'], 'type = page and space = "ENG"'],
    ['a-b', ['ENG', '~712020'], 'type = page and label = "a-b" and space in ("ENG", "~712020")'],
    ['say-"hi"', [], 'type = page and label = "say-\\"hi\\""'],
    ['a\\', ['"'], 'type = page and label = "a\\\\" and space = "\\""'],
  ])('fits the label %j and the spaces %j', (label, spaceKeys, expected) => {
    expect(cqlFor({ label, spaceKeys })).toBe(expected);
  });

  it('matches the label and the spaces, with any characters', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.array(fc.string({ minLength: 1 })), (label, spaceKeys) => {
        const parsed = parseCql(cqlFor({ label, spaceKeys }));
        const compared: Record<string, readonly string[]> = {};
        const collect = (node: CqlNode): void => {
          if (node.kind === 'compare') compared[node.field] = node.values;
          else if (node.kind === 'not') collect(node.operand);
          else if (node.kind === 'and' || node.kind === 'or') [node.left, node.right].forEach(collect);
        };
        if (parsed.ok && parsed.query.where !== undefined) collect(parsed.query.where);
        expect(compared).toEqual({
          type: ['page'],
          label: [label],
          ...(spaceKeys.length > 0 ? { space: spaceKeys } : {}),
        });
      }),
    );
  });
});

it.each([
  ['164034', '164034'],
  [' 164034\n', '164034'],
  ['https://x.atlassian.net/wiki/spaces/HR/pages/164034/Payroll+process', '164034'],
  ['https://x.atlassian.net/wiki/spaces/HR/pages/164034', '164034'],
  ['https://x.atlassian.net/wiki/spaces/HR/pages/164034?focusedCommentId=9#a', '164034'],
  ['https://x.atlassian.net/wiki/spaces/~7120201/pages/edit-v2/164034?draft=1', '164034'],
  ['/wiki/pages/viewpage.action?spaceKey=HR&pageId=164034', '164034'],
  ['https://x.atlassian.net/wiki/x/AbCd', undefined],
  ['https://x.atlassian.net/wiki/spaces/HR/overview', undefined],
  ['https://x.atlassian.net/wiki/spaces/HR/pages/164034abc', undefined],
  ['0164034', undefined],
  ['Payroll process', undefined],
  ['1234567890123456789', undefined],
  ['', undefined],
])('the page in %j is %s', (text, pageId) => {
  expect(pageIdIn(text)).toBe(pageId);
});

describe('a recipe', () => {
  const labeled = (...labels: readonly string[]): RecipeDraft => ({
    ...NEW_RECIPE,
    trigger: 'labeled',
    pairs: labels.map((label, index) => ({ id: index + 1, label, target: { levelId: LEVEL } })),
  });

  it('skips classified pages, unless a label says otherwise', () => {
    expect(
      ['published', 'labeled', 'scheduled'].map((trigger) => withTrigger(trigger as RecipeDraft['trigger'])),
    ).toEqual([
      { trigger: 'published', classified: 'keep' },
      { trigger: 'labeled', classified: 'change' },
      { trigger: 'scheduled', classified: 'keep' },
    ]);
  });

  it('requires a level, and the spaces of its limit', () => {
    expect(checkRecipe(NEW_RECIPE)).toEqual({ level: missing.level });
    expect(checkRecipe({ ...NEW_RECIPE, target: { levelId: LEVEL }, hasSpaces: true })).toEqual({
      spaces: missing.spaces,
    });
    expect(checkRecipe({ ...NEW_RECIPE, target: { levelId: LEVEL }, label: 'Not asked for' })).toEqual({});
  });

  it.each([
    ['', missing.label],
    ['top secret', missing.spacesInLabel],
    ['Secret', missing.lowerCase('secret')],
    ['a,b', missing.character(',')],
    ['{{page.title}}', missing.character('{{')],
    ['x'.repeat(256), missing.longLabel],
  ])('refuses the label %j at its field', (label, error) => {
    expect(checkRecipe(labeled('public', label))).toEqual({ 'label-2': error });
  });

  it('refuses a repeated label at the second place', () => {
    expect(checkRecipe(labeled('public', 'secret', 'public'))).toEqual({ 'label-3': missing.taken('public') });
  });

  it('requires a level for each label', () => {
    expect(checkRecipe({ ...labeled('public'), pairs: [{ id: 7, label: 'public', target: undefined }] })).toEqual({
      'level-7': missing.level,
    });
  });

  it('may be for pages with any labels on a schedule, but not for an invalid label', () => {
    const scheduled: RecipeDraft = { ...NEW_RECIPE, trigger: 'scheduled', target: { levelId: LEVEL } };
    expect(checkRecipe(scheduled)).toEqual({});
    expect(checkRecipe({ ...scheduled, label: 'a b' })).toEqual({ label: missing.spacesInLabel });
  });
});

describe('a key', () => {
  const now = new Date('2026-06-01T12:00:00Z');
  const aKey = (changes: Partial<KeyView> = {}): KeyView => ({
    keyId: '0123456789q4n2m5',
    name: 'Rule',
    status: 'active',
    classificationScope: 'write',
    detectionScope: 'none',
    levelLimit: ['unclassified', LEVEL],
    spaceLimit: [],
    createdBy: 'ada',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresOn: '2026-12-31',
    expiresAt: '2027-01-01T00:00:00.000Z',
    rev: 1,
    ...changes,
  });
  const eng = { id: '1', key: 'ENG', name: 'Engineering' };
  const hr = { id: '2', key: 'HR', name: 'Human Resources' };
  const needs: Needs = { levels: new Map([[LEVEL, 'Restricted']]), spaces: [], isForNewPages: true };
  const judge = (changes: Partial<KeyView>, different: Partial<Needs> = {}) =>
    checkKeyFit(aKey(changes), { ...needs, ...different }, now);

  it('with exactly the required permissions has neither problems nor warnings', () => {
    expect(judge({})).toEqual({ problems: [], warnings: [] });
    expect(judge({ spaceLimit: ['1'] }, { spaces: [eng] })).toEqual({ problems: [], warnings: [] });
  });

  it.each<[Partial<KeyView>, Partial<Needs>, readonly string[], readonly string[]]>([
    [{ classificationScope: 'read' }, {}, [fit.scope], []],
    [{ classificationScope: 'none', detectionScope: 'write' }, {}, [fit.scope], [fit.detection]],
    [{ classificationScope: 'manage' }, {}, [], [fit.manage]],
    [{ levelLimit: [] }, {}, [], [fit.anyLevel]],
    [{ levelLimit: ['unclassified'] }, {}, [fit.levels(['Restricted'])], []],
    [{ levelLimit: [LEVEL] }, {}, [fit.newPages], []],
    [{ levelLimit: [LEVEL] }, { isForNewPages: false }, [], [fit.noUnclassified]],
    [{ spaceLimit: ['1'] }, {}, [], [fit.someSpaces]],
    [{}, { spaces: [eng] }, [], [fit.anySpace]],
    [{ spaceLimit: ['1'] }, { spaces: [eng, hr] }, [fit.spaces(['Human Resources'])], []],
    [{ spaceLimit: ['1', '2'] }, { spaces: [eng] }, [], [fit.moreSpaces]],
    [
      { expiresAt: '2026-07-01T00:00:00.000Z', expiresOn: '2026-06-30' },
      {},
      [],
      [fit.expires(formatDay('2026-06-30'))],
    ],
    [
      { status: 'grace', graceUntil: '2026-06-02T12:00:00.000Z' },
      {},
      [],
      [fit.grace(formatMoment('2026-06-02T12:00:00.000Z'))],
    ],
  ])('with %j has problems or warnings for a rule that needs %j', (changes, different, problems, warnings) => {
    expect(judge(changes, different)).toEqual({ problems, warnings });
  });

  it('that no longer works is not offered; matching ones come first, then those with the latest expiry', () => {
    const keys = [
      aKey({ keyId: 'reader', classificationScope: 'read' }),
      aKey({ keyId: 'broad', levelLimit: [] }),
      aKey({ keyId: 'gone', status: 'revoked' }),
      aKey({ keyId: 'old', status: 'expired' }),
      aKey({ keyId: 'sooner', expiresAt: '2026-09-01T00:00:00.000Z' }),
      aKey({ keyId: 'later' }),
    ];
    expect(rankKeys(keys, needs, now).map(({ key }) => key.keyId)).toEqual(['later', 'sooner', 'broad', 'reader']);
  });

  it.each([
    ['pclsk_0123456789q4n2m5_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0pLNZm', '0123456789q4n2m5'],
    ['pclsk_0123456789q4n2m5_…', undefined],
    ['x', undefined],
  ])('is recognized as complete: %s', (value, keyId) => {
    expect(keyIdIn(value)).toBe(keyId);
  });
});

it('a recipe explains every response that the API documents for the request of a rule', () => {
  const statuses = Object.keys(openapi.paths['/v1/page-level'].post.responses).map(Number);
  const unexplained = statuses.filter((status) => responseKindOf(status) === 'other');
  // These mean that another request was sent, with another Accept or type, or a body, URL or headers that are too long.
  expect(unexplained).toEqual([406, 413, 414, 415, 431]);
  expect(responseKindOf(503)).toBe('5xx');
});

it('Only active levels and sub-levels can be chosen, each with its key', () => {
  const levels = defaultLevels('ari:cloud:confluence::site/1').map((level) => ({
    ...level,
    status: level.name === 'Public' ? ('ARCHIVED' as const) : level.status,
    subLevels: level.subLevels.map((subLevel) => ({
      ...subLevel,
      status: subLevel.name === 'People' ? ('ARCHIVED' as const) : subLevel.status,
    })),
  }));
  expect(settableLevels(levels).map((target) => levelWithKey(target, levels))).toEqual([
    'Highly Restricted (highly-restricted)',
    'Restricted (restricted)',
    'Restricted › Finance (restricted/finance)',
    'Internal (internal)',
  ]);
});
