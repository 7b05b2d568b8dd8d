import { randomUUID } from 'node:crypto';
import { ADMIN2, DEMO_PAGES, DEMO_SPACES, EDITOR, OUTSIDER, UNLICENSED, VIEWER } from '../../local/demo';
import type { SurfaceOperations } from '../../src/surfaces/contract';
import type { HomeOperations } from '../../src/surfaces/home/contract';
import { HOME_CONTRACT } from '../../src/surfaces/home/contract';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import type { SpaceOperations } from '../../src/surfaces/space/contract';
import { SPACE_CONTRACT } from '../../src/surfaces/space/contract';
import { openSite, type Site, type SurfaceRequest } from '../support/site';
import { everythingStored, stopScans } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, restrict } from '../support/wiki-pages';
import { busyPage, type Facts, PAYLOADS } from './payloads';
import { call, settleSurfaces } from './surface-site';

/**
 * Tests every operation on a page for every kind of viewer. No viewer reads or changes a page that Confluence does not
 * show them.
 */

/** The operations that answer about the page of their frame. */
type Operation = Exclude<keyof SurfaceOperations, keyof HomeOperations | keyof SpaceOperations | 'openAction'>;
const OPERATIONS = Object.keys(SURFACE_CONTRACT).filter(
  // The form of an action in a rule is on no page (test/actions/form.test.ts).
  (name) => !(name in HOME_CONTRACT) && !(name in SPACE_CONTRACT) && name !== 'openAction',
) as Operation[];

/** The operations that answer people without a license or a login. */
const FOR_READERS: readonly Operation[] = ['openPopup', 'openBanner', 'openLevel'];
/** Says nothing about the page that it is called on. */
const WITHOUT_PAGE: Operation = 'checkReport';

/** In the title, the reason, the excerpts and the sub-level of the secret page, and nowhere else. */
const SECRET = 'nightfall';
const MISSING = '9007199254740991';

let site: Site;
let secret: Facts;
/** On a page that everybody sees. */
let open: Facts;
let nowMs = Date.parse('2026-11-21T09:30:00.000Z');
const advance = () => (nowMs += 30_000);

beforeAll(async () => {
  site = openSite({ now: () => new Date(nowMs) });
  await stopScans(site);
  await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true, bylineNames: 'viewer' });
  open = await busyPage(site, DEMO_SPACES.OPEN, 'Open', advance);
  secret = await busyPage(site, DEMO_SPACES.ENG, SECRET, advance);
  await site.host.background.settle();
});
afterAll(() => site.close());

const at = (pageId: string) => ({ content: { id: pageId, type: 'page', subtype: null } });

/** An operation as one viewer, on any page, which a forged context names. */
async function send(operation: Operation, payload: object, { as, ...request }: Partial<SurfaceRequest>) {
  const viewed = { pageId: open.pageId, ...(as === undefined ? {} : { as }), ...request };
  // Only macros have a configuration. People without a license can open bylines.
  const module = request.config === undefined ? 'level-byline' : 'report-macro';
  const { result, calls } = await site.surfaceCalls(module, operation, payload, viewed);
  const shape = calls.map(({ stage, target, method, path }) => `${stage} ${target} ${method} ${generic(path)}`);
  return { result, calls: shape.sort() };
}

const generic = (path: string) => path.replaceAll(/\d{5,}/g, '{id}');

const refused = (code: string) => ({ ok: false, error: { code, message: expect.any(String) } });

it('the popup answers the editor of an open page with its facts, so that the payloads are valid', async () => {
  const changing = new Set<Operation>(['setLevel', 'excludeFinding', 'undoExclusion', 'startRedaction', 'startBelow']);
  for (const operation of OPERATIONS.filter((one) => !changing.has(one) && one !== 'undoBelow')) {
    const { result } = await send(operation, PAYLOADS[operation](open), { as: EDITOR.email });
    expect({ operation, ...result }).toMatchObject({ operation, ok: true });
    expect(JSON.stringify(result)).not.toMatch(/NOT_FOUND|NOT_ENABLED|hidden/);
  }
  await site.host.background.settle();
});

describe('a page that the viewer cannot see', () => {
  beforeAll(() => restrict(site, secret.pageId, 'read', ADMIN_AND_APP));

  it.each([
    ['an admin', ADMIN2.email],
    ['the editor, who saw it before', EDITOR.email],
    ['a viewer of the space', VIEWER.email],
    ['a person without the space', OUTSIDER.email],
    ['a person without a license', UNLICENSED.email],
    ['a person without a login', 'anonymous'],
  ])('is the same as a missing page for %s, in every operation, and nothing changes', async (_who, as) => {
    for (const operation of OPERATIONS) await expectNothing(operation, as);
    for (const name of FUNCTIONS.filter((one) => one !== 'report-macro' || !FOR_NO_LICENSE.includes(as))) {
      const [onSecret, onMissing] = await Promise.all([secret.pageId, MISSING].map((id) => answerOf(name, id, as)));
      expect([name, onSecret]).toEqual([name, onMissing]);
      expect(JSON.stringify(onSecret).toLowerCase()).not.toContain(SECRET);
    }
  });

  /** The platform opens no report for them. */
  const FOR_NO_LICENSE = [UNLICENSED.email, 'anonymous'];
  /** The functions that Confluence calls without a frame, for a byline and for the macros of an exported page. */
  const FUNCTIONS = ['level-byline-by-language', 'level-macro', 'report-macro'] as const;

  function answerOf(name: (typeof FUNCTIONS)[number], pageId: string, as: string): Promise<unknown> {
    const request = { as, pageId: open.pageId, forged: at(pageId) };
    return name === 'level-byline-by-language' ? site.byline(name, request) : site.exportMacro(name, 'pdf', request);
  }

  async function expectNothing(operation: Operation, as: string): Promise<void> {
    const before = everythingStored(site);
    const pending = site.host.background.pending().length;
    const payload = PAYLOADS[operation](secret);
    const onSecret = await send(operation, payload, { as, forged: at(secret.pageId) });
    const missing = operation === WITHOUT_PAGE ? PAYLOADS[operation]({ ...secret, pageId: MISSING }) : payload;
    const onMissing = await send(operation, missing, { as, forged: at(MISSING) });
    expect([operation, onSecret]).toEqual([operation, onMissing]);
    expect(JSON.stringify(onSecret.result).toLowerCase()).not.toContain(SECRET);
    const allowed: unknown[] = [{ ok: true, value: { state: 'hidden' } }, refused('NOT_ALLOWED')];
    if (operation === WITHOUT_PAGE) allowed.push({ ok: true, value: expect.objectContaining({ outcome: 'wrong' }) });
    expect(allowed).toContainEqual(onSecret.result);
    expect([operation, everythingStored(site)]).toEqual([operation, before]);
    expect(site.host.background.pending()).toHaveLength(pending);
  }

  it.each([
    ['the report below it', { source: 'below' as const }],
    ['the report of its space', { source: 'space' as const, spaceKey: 'ENG' }],
    ['a query', { source: 'query' as const, query: `title ~ "${SECRET}"` }],
  ])('is in no count and in no list on another page: %s', async (_name, wanted) => {
    for (const as of [ADMIN2.email, EDITOR.email, VIEWER.email, OUTSIDER.email]) {
      const config = wanted.source === 'below' ? { ...wanted, pageId: secret.pageId } : wanted;
      const { result } = await send('openReport', {}, { as, config });
      expect(JSON.stringify(result).toLowerCase()).not.toContain(SECRET);
      expect(JSON.stringify(result)).not.toContain(secret.pageId);
      if (wanted.source !== 'space') expect(result.value.pages ?? []).toEqual([]);
    }
  });

  it('is the same as a missing page for a deactivated person who may edit it', async () => {
    await restrict(site, secret.pageId, 'read', [...ADMIN_AND_APP, EDITOR.accountId]);
    await site.setUser(EDITOR.email, { active: false });
    try {
      for (const operation of OPERATIONS) await expectNothing(operation, EDITOR.email);
    } finally {
      await site.setUser(EDITOR.email, { active: true });
      const users = `/rest/api/content/${secret.pageId}/restriction/byOperation/read/user`;
      await site.wiki('DELETE', `${users}?accountId=${EDITOR.accountId}`);
    }
  });
});

it('the popup does not let the facts of another page be used or shown, as if they did not exist', async () => {
  const other = await busyPage(site, DEMO_SPACES.OPEN, 'Other', advance);
  const before = everythingStored(site);
  const unknown = {
    findingId: randomUUID(),
    exclusionId: randomUUID(),
    redactionId: randomUUID(),
    jobId: randomUUID(),
    undoableId: randomUUID(),
  };
  for (const operation of ['undoExclusion', 'getRedaction', 'startBelow', 'undoBelow', 'getBelowJob'] as const) {
    const answerOf = async (facts: Facts) =>
      (await send(operation, PAYLOADS[operation](facts), { as: EDITOR.email })).result;
    const ofOther = await answerOf(other);
    expect([operation, ofOther]).toEqual([operation, await answerOf({ ...other, ...unknown })]);
    expect([operation, JSON.stringify(ofOther)]).toEqual([operation, expect.stringContaining('_NOT_FOUND')]);
  }
  for (const operation of ['excludeFinding', 'startRedaction', 'cancelBelowJob', 'listBelowPages'] as const) {
    const { result } = await send(operation, PAYLOADS[operation](other), { as: EDITOR.email });
    expect([operation, JSON.stringify(result)]).toEqual([operation, expect.stringContaining('_NOT_FOUND')]);
  }
  expect(everythingStored(site)).toEqual(before);
});

it.each(['anonymous', UNLICENSED.email])(
  'the popup gives %s the level of the page in the context and nothing else',
  async (as) => {
    for (const operation of OPERATIONS) {
      const { result, calls } = await send(operation, PAYLOADS[operation](open), { as });
      if (FOR_READERS.includes(operation)) {
        expect(JSON.stringify(result)).not.toMatch(/reason|plan|••••|history|options|revision/);
        expect({ operation, ...result }).toMatchObject({ ok: true });
      } else {
        expect([operation, result]).toEqual([operation, refused('NOT_ALLOWED')]);
        expect([operation, calls]).toEqual([operation, []]);
      }
    }
  },
);

describe('a forged request', () => {
  it('cannot name a page, a space, or a person in the payload of any operation', async () => {
    await restrict(site, secret.pageId, 'read', ADMIN_AND_APP);
    const before = everythingStored(site);
    for (const operation of OPERATIONS) {
      for (const forged of [
        { pageId: secret.pageId },
        { contentId: secret.pageId },
        { extension: at(secret.pageId) },
        { context: { accountId: ADMIN2.accountId } },
        { accountId: ADMIN2.accountId },
        { spaceId: DEMO_SPACES.HR },
      ]) {
        const { result, calls } = await send(
          operation,
          { ...PAYLOADS[operation](open), ...forged },
          { as: EDITOR.email },
        );
        const [member = ''] = Object.keys(forged);
        expect([operation, member, result]).toEqual([operation, member, refused('INVALID_INPUT')]);
        expect([operation, calls]).toEqual([operation, []]);
      }
    }
    expect(everythingStored(site)).toEqual(before);
  });

  const contexts: readonly (readonly [string, string])[] = [
    ['no content', '{"content":null,"space":null}'],
    ['a page as a blog post', `{"content":{"id":"${DEMO_PAGES.runbooks}","type":"blogpost","subtype":null}}`],
    ['a blog post as a page', `{"content":{"id":"${DEMO_PAGES.blogPost}","type":"page","subtype":null}}`],
    ['a space', `{"content":{"id":"${DEMO_SPACES.ENG}","type":"space"}}`],
    ['a space as a page', `{"content":{"id":"${DEMO_SPACES.ENG}","type":"page"}}`],
    ['content without a type', `{"content":{"id":"${DEMO_PAGES.runbooks}"}}`],
    ['an unknown type', `{"content":{"id":"${DEMO_PAGES.runbooks}","type":"whiteboard"}}`],
    ['a number as id', `{"content":{"id":${DEMO_PAGES.runbooks},"type":"page"}}`],
    ['an id with a path', '{"content":{"id":"164005/../164006","type":"page"}}'],
    ['an id with leading zeros', '{"content":{"id":"000164005","type":"page"}}'],
    ['an endless id', `{"content":{"id":"${'9'.repeat(5_000)}","type":"page"}}`],
    ['a list', '{"content":["164005"],"space":["98306"]}'],
    ['a text', '{"content":"164005","space":"ENG"}'],
    ['text as a type', `{"content":{"id":"${DEMO_PAGES.runbooks}","type":{"page":true}}}`],
    ['a prototype', '{"__proto__":{"content":{"id":"164005","type":"page"}},"content":{"__proto__":{"id":"164005"}}}'],
    ['a configuration of any shape', '{"content":null,"config":[[{"source":"below"}]],"selectedText":{"length":7}}'],
    ['a trashed page', `{"content":{"id":"${DEMO_PAGES.trashed}","type":"page"}}`],
    ['a draft of another person', `{"content":{"id":"${DEMO_PAGES.engDraft}","type":"page"}}`],
  ];

  it.each(contexts)('is refused without an effect or an unexpected error: %s', async (_name, text) => {
    const before = everythingStored(site);
    for (const operation of OPERATIONS.filter((one) => one !== WITHOUT_PAGE)) {
      for (const as of ['admin@example.com', 'anonymous']) {
        const { result } = await send(operation, PAYLOADS[operation](open), { as, forged: JSON.parse(text) });
        const allowed = [
          refused('NOT_ALLOWED'),
          // Without a page, a job is one of the home page.
          refused('JOB_NOT_FOUND'),
          { ok: true, value: { state: expect.stringMatching(NO_PAGE) } },
        ];
        // A blog post can have a report.
        if (operation === 'openReport' && result.ok === true && 'pages' in result.value) continue;
        expect([operation, allowed]).toEqual([operation, expect.arrayContaining([result])]);
      }
    }
    expect(everythingStored(site)).toEqual(before);
  });

  const NO_PAGE = /^(hidden|not-a-page|not-configured|source-hidden)$/;

  it('has the same answer for any space in the context: the page itself says where it is', async () => {
    await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true, offSpaceIds: [DEMO_SPACES.OPEN] });
    const space = { id: DEMO_SPACES.ENG, key: 'ENG' };
    for (const operation of OPERATIONS.filter((one) => one !== WITHOUT_PAGE)) {
      const { result } = await send(operation, PAYLOADS[operation](open), { as: EDITOR.email, forged: { space } });
      expect([operation, result]).toEqual([operation, { ok: true, value: { state: 'off' } }]);
    }
    await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true });
  });
});

it('the popup compares a selection of any type and length without an error', async () => {
  for (const text of ['7', '[]', '{"trim":1}', 'null', JSON.stringify('x'.repeat(300_000)), '"\\u0000\\ud800"']) {
    const forged = { selectedText: JSON.parse(text) };
    const pageId = await aPage(site);
    const answer = await call(site, 'matchSelection', { action: 'exclude' }, { pageId, forged });
    expect(answer).toMatchObject({ ok: true, value: { outcome: expect.stringMatching(/^(no-|too-long)/) } });
  }
});
