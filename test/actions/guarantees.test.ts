import fc from 'fast-check';
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ADMIN, ADMIN2, DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, UNLICENSED, VIEWER } from '../../local/demo';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { everythingStored, putRow, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict } from '../support/wiki-pages';
import { setLevel } from '../surfaces/surface-site';
import { messages } from './answers';

/** Every action, for every kind of person and any input. */

/** The inputs of each action. A new action needs a row. */
const INPUTS: Readonly<Record<string, object>> = {
  'get-level': {},
  'set-level': { level: 'Highly Restricted' },
  'check-page': {},
  'scan-page': {},
  'check-use': { purpose: 'export' },
  'explain-level': {},
  'find-my-pages': {},
  'propose-level': { level: 'Highly Restricted', reason: 'Because' },
};
const ACTIONS = Object.keys(INPUTS);
const ON_PAGES = ACTIONS.filter((action) => action !== 'find-my-pages');
/** The actions that change nothing; `propose-level` stores a proposal. */
const READING = ['get-level', 'check-page', 'check-use', 'explain-level', 'find-my-pages'];

const MISSING = '9007199254740991';
const SECRET = 'nightfall';
const EXCERPT = `${SECRET} ••••`;

let site: Site;
let hidden: string;

beforeAll(async () => {
  site = openSite();
  await stopScans(site);
  hidden = await aPage(site, { text: SECRET });
  await setLevel(site, { pageId: hidden, level: { levelId: levelNamed(site, 'Internal').levelId }, reason: SECRET });
  const finding = await storeFinding(site, hidden, { data: { maskedExcerpt: EXCERPT } });
  await putRow(site, 'page-scan', hidden, {
    ...{
      v: 1,
      rev: 1,
      spaceId: DEMO_SPACES.ENG,
      pageVersion: 1,
      scannedAt: '2026-03-10T00:00:00.000Z',
      configHash: 'h',
    },
    ...{ state: 'complete', data: { reasons: [], detectorsOverBudget: [], findingIds: [finding] } },
  });
  await restrict(site, hidden, 'read', ADMIN_AND_APP);
  await site.host.background.settle();
});
afterAll(() => site.close());

const send = (action: string, inputs: object, as: string) =>
  site.actionCalls(action, { ...INPUTS[action], ...inputs }, { as });

const manifest = z
  .object({
    modules: z.object({
      action: z.array(z.object({ key: z.string(), actionVerb: z.string(), inputs: z.record(z.string(), z.unknown()) })),
      'automation:actionProvider': z.array(z.object({ actions: z.array(z.string()) })),
      'rovo:agent': z.array(z.object({ actions: z.array(z.string()) })),
      'rovo:mcp': z.array(z.object({ tools: z.array(z.string()) })),
    }),
  })
  .parse(parse(readFileSync(join(__dirname, '../../manifest.yml'), 'utf8'))).modules;

it('the table of guarantees has a row for every action of the manifest', () => {
  expect(manifest.action.map(({ key }) => key).sort()).toEqual(ACTIONS.toSorted());
});

it('the manifest lists only actions that read or propose for agents and MCP clients', () => {
  const lists = [
    ...manifest['rovo:agent'].map(({ actions }) => actions),
    ...manifest['rovo:mcp'].map(({ tools }) => tools),
  ];
  expect(lists).toHaveLength(2);
  for (const list of lists) {
    for (const key of list) {
      expect([...READING, 'propose-level']).toContain(key);
      expect(manifest.action.find((action) => action.key === key)).toMatchObject({ actionVerb: 'GET' });
    }
  }
  expect(manifest['automation:actionProvider'].flatMap(({ actions }) => actions)).toEqual([
    ...['get-level', 'set-level', 'check-page', 'scan-page', 'check-use'],
  ]);
  // No input confirms a proposal.
  const inputs = manifest.action.flatMap((action) => Object.keys(action.inputs));
  expect(inputs.filter((name) => /token|confirm|proposal/i.test(name))).toEqual([]);
});

const PEOPLE: readonly (readonly [string, string])[] = [
  ['another admin', ADMIN2.email],
  ['the editor, who saw it before', EDITOR.email],
  ['a viewer of the space', VIEWER.email],
  ['a person without the space', OUTSIDER.email],
  ['a person without a license', UNLICENSED.email],
  ['no person', 'anonymous'],
];

it.each(PEOPLE)('a hidden page is the same as a missing page for %s, and nothing changes', async (_who, as) => {
  const before = everythingStored(site);
  const pending = site.host.background.pending().length;
  for (const action of ON_PAGES) {
    const onHidden = await send(action, { pageId: hidden }, as);
    const onMissing = await send(action, { pageId: MISSING }, as);
    const generic = (answer: unknown) => JSON.stringify(answer).replaceAll(hidden, '{id}').replaceAll(MISSING, '{id}');
    expect([action, generic(onHidden.result)]).toEqual([action, generic(onMissing.result)]);
    expect(messages(onHidden.result)).toHaveLength(1);
    expect(JSON.stringify(onHidden.result)).not.toContain(SECRET);
    const shape = ({ calls }: typeof onHidden) =>
      calls
        .map(({ stage, target, method, path }) => `${stage} ${target} ${method} ${path.replace(/\d{5,}/g, '')}`)
        .sort();
    expect([action, shape(onHidden)]).toEqual([action, shape(onMissing)]);
  }
  const { result } = await send('find-my-pages', {}, as);
  expect(JSON.stringify(result)).not.toContain(hidden);
  expect(everythingStored(site)).toEqual(before);
  expect(site.host.background.pending()).toHaveLength(pending);
});

it.each([
  ['an admin', ADMIN.email, ON_PAGES],
  ['an editor', EDITOR.email, ON_PAGES],
  ['a viewer', VIEWER.email, ['get-level', 'check-use', 'explain-level']],
  ['a person without the space', OUTSIDER.email, []],
])('%s may run these actions on a page of a space', async (_who, as, allowed) => {
  const pageId = await aPage(site);
  const granted: string[] = [];
  for (const action of ON_PAGES) {
    const { result } = await send(action, { pageId }, as);
    if (!('errors' in result)) granted.push(action);
  }
  expect(granted).toEqual(allowed);
});

it.each([UNLICENSED.email, 'anonymous'])(
  'an action never reads a page as the app for %s, who would see it in public',
  async (as) => {
    for (const action of ON_PAGES) {
      const { result } = await send(action, { pageId: DEMO_PAGES.welcome }, as);
      expect([action, messages(result)]).toEqual([action, [expect.stringMatching(/can’t act for|needs a person/)]]);
    }
  },
);

it('an action never throws, never changes anything when it reads, and never returns a value, whatever a model sends', async () => {
  const pageId = await aPage(site);
  const word = fc.constantFrom(hidden, pageId, MISSING, 'Internal', 'none', '', '__proto__', 'true', SECRET);
  const value = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary' }));
  const inputs = fc.record(
    {
      ...{ pageId: value, level: value, reason: value, onlyRaise: value, need: value, purpose: value },
      ...{ payload: value, context: value, accountId: fc.constant(ADMIN.accountId), principal: value },
    },
    { requiredKeys: [] },
  );
  const before = everythingStored(site);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...READING), inputs, async (action, hostile) => {
      const { result } = await send(action, hostile, EDITOR.email);
      expect(typeof result).toBe('object');
      const text = JSON.stringify(result);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('Something went wrong');
      expect(text.length).toBeLessThan(20_000);
    }),
    { numRuns: 300 },
  );
  expect(everythingStored(site)).toEqual(before);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('set-level', 'scan-page', 'propose-level'), inputs, async (action, hostile) => {
      const { result } = await send(action, { ...hostile, pageId: hidden }, EDITOR.email);
      const answer = JSON.stringify(result);
      if (!('payload' in hostile)) expect(answer).toContain('errors');
      expect(answer).not.toContain('Something went wrong');
    }),
    { numRuns: 100 },
  );
});

it.each([
  ['get-level', 2, 4],
  ['explain-level', 2, 4],
  ['check-use', 2, 5],
  ['check-page', 2, 4],
  ['set-level', 4, 8],
  ['propose-level', 6, 10],
])('%s needs at most %i stages and %i platform calls', async (action, stages, most) => {
  const { calls } = await send(action, { pageId: DEMO_PAGES.glossary }, EDITOR.email);
  expect({
    action,
    calls: calls.length <= most,
    stages: Math.max(...calls.map(({ stage }) => stage)) <= stages,
  }).toEqual({
    ...{ action, calls: true, stages: true },
  });
});
