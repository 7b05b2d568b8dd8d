import { ADMIN, ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { Intercept } from '../../local/forge/platform-calls';
import type { DescribedExclusions } from '../../src/admin/findings/describe-exclusions';
import type { ExcludedNow } from '../../src/admin/findings/exclusion-effects';
import type { ExclusionOffers } from '../../src/admin/findings/suggest-exclusions';
import type { ExclusionList, ExclusionPreview } from '../../src/admin/findings/exclusions';
import type { FindingList, FindingsSummary } from '../../src/admin/findings/findings';
import { numbersOf } from '../../src/findings/lists/count-findings';
import { EXCLUSION_LIMITS, EXCLUSIONS_ROW } from '../../src/findings/exclusions/model';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, purge, restrict, storeLevel, takeSpacePermission } from '../support/wiki-pages';
import { ask, done, refusal } from './ask';

/** The admin area creates and deletes exclusions; deleting one restores its findings at once. */

const NOW = new Date('2026-11-21T10:00:00.000Z');

let site: Site;
let now: Date;
let intercept: Intercept;
beforeEach(() => {
  now = NOW;
  intercept = (_call, proceed) => proceed();
  site = openSite({ queryLagMs: 0, now: () => now, intercept: (call, proceed) => intercept(call, proceed) });
});
afterEach(() => site.close());

type Added = ExclusionList & { readonly added: readonly string[] };

const as = ADMIN2.email;
const add = (payload: object) => done<Added>(site, 'addExclusion', { reason: 'Known.', ...payload }, as);
const remove = (exclusionId = '') => done<ExclusionList>(site, 'removeExclusion', { exclusionId }, as);
const preview = (payload: object) => done<ExclusionPreview>(site, 'previewExclusion', payload, as);
const count = (exclusionId = '') => done<ExcludedNow>(site, 'countExcluded', { exclusionId }, as);
const describeAll = async (exclusionIds: readonly string[]) =>
  (await done<DescribedExclusions>(site, 'describeExclusions', { exclusionIds }, as)).exclusions;
const list = async () => (await done<ExclusionList>(site, 'listExclusions', {}, as)).exclusions;
const shown = async (filters: object = {}) =>
  (await done<FindingList>(site, 'listFindings', filters, as)).findings.map(({ findingId, status }) => [
    findingId,
    status,
  ]);
const idsOf = async (status: string) => (await shown({ status })).map(([findingId]) => findingId);

const auditsOf = (type: string) => rowsOf(site, 'audit').filter(({ value }) => value['type'] === type);
function stored() {
  const row = rowsOf(site, 'config').find(({ key }) => key === 'detection-exclusions');
  return row === undefined ? [] : (EXCLUSIONS_ROW.find(row) ?? []);
}

it('an exclusion of findings on their own pages takes effect at once, and its deletion restores them', async () => {
  const [here, there] = [await aPage(site), await aPage(site, { spaceId: DEMO_SPACES.OPEN })];
  const fingerprint = 'fingerprint-of-a-shared-value';
  const [one, same, other, elsewhere] = [
    await storeFinding(site, here, { fingerprint }),
    await storeFinding(site, here, { fingerprint }),
    await storeFinding(site, here),
    await storeFinding(site, there, { fingerprint, spaceId: DEMO_SPACES.OPEN }),
  ];
  const before = await shown();
  const { added, exclusions } = await add({ findingIds: [one, elsewhere], scope: { of: 'page' }, reason: 'Test data' });
  expect(added).toHaveLength(2);
  expect(
    exclusions.map(({ scope, match, reason, createdBy, state }) => [scope, match, reason, createdBy, state]),
  ).toEqual(
    [there, here].map((pageId) => [
      { of: 'page', pageId },
      { by: 'fingerprint', values: 1 },
      'Test data',
      ADMIN2.accountId,
      'active',
    ]),
  );
  expect(await idsOf('excluded')).toEqual([elsewhere, same, one]);
  expect(await idsOf('open')).toEqual([other]);
  expect((await done<FindingsSummary>(site, 'summarizeFindings', {}, as)).byStatus).toEqual({ excluded: 3, open: 1 });
  expect(auditsOf('exclusion.created').map(({ value }) => value['details'])).toEqual([
    {
      after: {
        by: 'fingerprint',
        values: 1,
        scope: [`page:${here}`, `page:${there}`],
        exclusionIds: added,
      },
      justification: 'Test data',
    },
  ]);
  for (const exclusionId of added) await remove(exclusionId);
  expect(await shown()).toEqual(before);
  expect(await list()).toEqual([]);
  expect(auditsOf('exclusion.deleted')).toHaveLength(2);
});

it('an exclusion has the effect of its preview, for every match and scope', async () => {
  const { levelId } = levelNamed(site, 'Internal');
  const page = await aPage(site);
  await storeLevel(site, page, levelId);
  const email = await storeFinding(site, page);
  const card = await storeFinding(site, page, { detectorId: 'card-pan' });
  await storeFinding(site, await aPage(site, { spaceId: DEMO_SPACES.OPEN }), { spaceId: DEMO_SPACES.OPEN });
  const detector = { by: 'detector', detectorId: 'email' };
  const cases: readonly (readonly [object, number])[] = [
    [{ match: detector, scope: { of: 'site' } }, 2],
    [{ match: detector, scope: { of: 'space', spaceId: DEMO_SPACES.ENG } }, 1],
    [{ match: detector, scope: { of: 'page', pageId: page } }, 1],
    [{ match: detector, scope: { of: 'level', levelId } }, 1],
    [{ match: detector, scope: { of: 'label', label: 'no-such-label' } }, 0],
    [{ match: { by: 'location', kind: 'text' }, scope: { of: 'site' } }, 3],
    [{ match: { by: 'location', field: 'title' }, scope: { of: 'site' } }, 0],
    [{ match: { by: 'domain', domain: 'Example.com' }, scope: { of: 'site' } }, 0],
    [{ match: { by: 'pattern', pattern: '^4' }, scope: { of: 'site' } }, 0],
    [{ findingIds: [email, card], scope: { of: 'space' } }, 2],
  ];
  for (const [payload, excluded] of cases) {
    const needsScan = JSON.stringify(payload).includes('pattern');
    const before = everythingStored(site);
    const expected = { excluded, isComplete: true, needsScan };
    expect([payload, await preview(payload)]).toMatchObject([payload, expected]);
    expect(everythingStored(site)).toEqual(before);
    const { added } = await add(payload);
    expect([payload, (await idsOf('excluded')).length]).toEqual([payload, excluded]);
    const counts = await Promise.all(added.map((exclusionId) => count(exclusionId)));
    expect([payload, counts.reduce((sum, each) => sum + each.excluded, 0)]).toEqual([payload, excluded]);
    for (const exclusionId of added) await remove(exclusionId);
  }
});

it('the preview of an exclusion counts what it excludes now and no other exclusion does, without pages that the admin cannot see', async () => {
  const [page, secret] = [await aPage(site), await aPage(site, { by: ADMIN.email })];
  const foundAt = '2026-11-20T10:00:00.000Z';
  const shared = await storeFinding(site, page, { foundAt: '2026-11-19T10:00:00.000Z' });
  await storeFinding(site, page, { foundAt });
  await storeFinding(site, page, { detectorId: 'card-pan' });
  await storeFinding(site, page, { status: 'resolved' });
  const [wide = ''] = (await add({ match: { by: 'detector', detectorId: 'email' }, scope: { of: 'site' } })).added;
  const [narrow = ''] = (await add({ findingIds: [shared], scope: { of: 'page' } })).added;
  const before = everythingStored(site);
  expect(await count(wide)).toEqual({ excluded: 2, isComplete: true, lastFoundAt: foundAt });
  expect(await count(narrow)).toMatchObject({ excluded: 1, isComplete: true });
  expect(everythingStored(site)).toEqual(before);

  await storeFinding(site, secret);
  await restrict(site, secret, 'read', ADMIN_AND_APP);
  expect(await count(wide)).toEqual({ excluded: 2, isComplete: true, lastFoundAt: foundAt });
  await remove(narrow);
  expect(await count(wide)).toMatchObject({ excluded: 2 });
  expect(await refusal(site, 'countExcluded', { exclusionId: narrow }, as)).toMatchObject({
    code: 'EXCLUSION_NOT_FOUND',
  });
  // An expired exclusion applies to nothing.
  const expiresAt = '2026-11-22T10:00:00Z';
  const [brief = ''] = (await add({ findingIds: [shared], scope: { of: 'page' }, expiresAt })).added;
  now = new Date(expiresAt);
  expect(await count(brief)).toEqual({ excluded: 0, isComplete: true });
});

it('the admin area describes exclusions with an example and a count, without pages that the admin cannot see', async () => {
  const [page, secret] = [await aPage(site), await aPage(site, { by: ADMIN.email })];
  const [foundAt, earlier] = ['2026-11-20T10:00:00.000Z', '2026-11-19T10:00:00.000Z'];
  const shared = await storeFinding(site, page, { foundAt: earlier, data: { maskedExcerpt: 'mail ••••••••' } });
  await storeFinding(site, page, { foundAt, data: { maskedExcerpt: 'to ••••••••' } });
  const solved = await storeFinding(site, page, { status: 'resolved', detectorId: 'card-pan' });
  const hidden = await storeFinding(site, secret, { data: { maskedExcerpt: 'secret ••••••••' } });
  const [wide = ''] = (await add({ match: { by: 'detector', detectorId: 'email' }, scope: { of: 'site' } })).added;
  const [narrow = ''] = (await add({ findingIds: [shared], scope: { of: 'page' } })).added;
  const [old = ''] = (await add({ findingIds: [solved], scope: { of: 'site' } })).added;
  const [nothing = ''] = (await add({ match: { by: 'location', field: 'title' }, scope: { of: 'site' } })).added;
  const [ofSecret = '', onSecret = ''] = [
    ...(await add({ findingIds: [hidden], scope: { of: 'site' } })).added,
    ...(await add({ findingIds: [hidden], scope: { of: 'page' } })).added,
  ];
  await restrict(site, secret, 'read', ADMIN_AND_APP);
  const before = everythingStored(site);
  const ids = [wide, narrow, old, nothing, ofSecret, onSecret, '00000000-0000-4000-8000-0000000e9999'];
  const email = (maskedExcerpt: string) => ({ detectorId: 'email', maskedExcerpt });
  expect(new Map((await describeAll(ids)).map(({ exclusionId, ...one }) => [exclusionId, one]))).toEqual(
    new Map<string, object>([
      [wide, { excluded: 2, isComplete: true, lastFoundAt: foundAt, example: email('to ••••••••') }],
      [narrow, { excluded: 1, isComplete: true, lastFoundAt: earlier, example: email('mail ••••••••') }],
      [
        old,
        {
          excluded: 0,
          isComplete: true,
          example: { detectorId: 'card-pan', maskedExcerpt: 'write to •••••••• today' },
        },
      ],
      [nothing, { excluded: 0, isComplete: true }],
      [ofSecret, { excluded: 0, isComplete: true }],
      [onSecret, { excluded: 0, isComplete: true }],
    ]),
  );
  expect(everythingStored(site)).toEqual(before);
  expect(await refusal(site, 'describeExclusions', { exclusionIds: [] }, as)).toMatchObject({
    fields: [{ field: 'exclusionIds' }],
  });
});

it('the admin area describes 25 exclusions of values with one read of the findings, one for each value, and two of their pages', async () => {
  const page = await aPage(site);
  const fingerprints = Array.from({ length: 25 }, (_none, n) => `fingerprint-of-value-number-${n}`);
  for (const fingerprint of fingerprints.slice(0, 5)) await storeFinding(site, page, { fingerprint });
  for (const fingerprint of fingerprints.slice(5)) await storeFinding(site, page, { fingerprint, status: 'resolved' });
  const exclusions = fingerprints.map((fingerprint) =>
    anExclusion({ exclusionId: crypto.randomUUID(), match: { by: 'fingerprint', fingerprints: [fingerprint] } }),
  );
  await storeExclusions(site, ...exclusions);
  const calls: string[] = [];
  intercept = (call, proceed) => {
    const [path = ''] = call.path.split('?');
    calls.push(`${call.target} ${path.replace(/^.*\/v[12]\//, '')}`);
    return proceed();
  };
  const described = await describeAll(exclusions.map(({ exclusionId }) => exclusionId));
  expect(described.filter(({ example }) => example !== undefined)).toHaveLength(25);
  // Five values are among the excluded findings; the other twenty are read one by one.
  expect(numbersOf(calls, (call) => call)).toMatchObject({ 'kvs entity/query': 21, 'confluence pages': 2 });
});

it.each([true, false])(
  'the admin area shows an exclusion on a hidden page without its details (impersonation %s)',
  async (impersonation) => {
    site.close();
    site = openSite({ impersonation, queryLagMs: 0, now: () => now });
    const [hidden, gone] = [await aPage(site, { by: ADMIN.email }), await aPage(site)];
    await restrict(site, hidden, 'read', ADMIN_AND_APP);
    await purge(site, gone);
    const on = (pageId: string) => anExclusion({ scope: { of: 'page', pageId }, reason: `About ${pageId}` });
    const read = async (pageId: string) => {
      await storeExclusions(site, on(pageId));
      const [listed] = await list();
      return [listed, await count(listed?.exclusionId)];
    };
    const { exclusionId, createdBy, createdAt } = on(hidden);
    const expected = { exclusionId, createdBy, createdAt, scope: { of: 'page' }, state: 'active' };
    expect(await read(hidden)).toEqual([expected, { excluded: 0, isComplete: true }]);
    expect(await read(gone)).toEqual(await read(hidden));
    const [known] = (await done<ExclusionList>(site, 'listExclusions', {}, ADMIN.email)).exclusions;
    expect(known).toMatchObject({ scope: { pageId: hidden }, reason: `About ${hidden}`, match: { by: 'detector' } });
    // It can still be deleted, because a site can have at most 500.
    expect((await remove(exclusionId)).exclusions).toEqual([]);
  },
);

it.each([true, false])(
  'the admin area shows an exclusion for a hidden space without its details (impersonation %s)',
  async (impersonation) => {
    site.close();
    site = openSite({ impersonation, queryLagMs: 0, now: () => now });
    await takeSpacePermission(site, 'HR', ADMIN2.accountId);
    const inSpace = (spaceId: string) => anExclusion({ scope: { of: 'space', spaceId }, reason: `About ${spaceId}` });
    const read = async (spaceId: string) => {
      await storeExclusions(site, inSpace(spaceId));
      const [listed] = await list();
      return [listed, await count(listed?.exclusionId)];
    };
    const { exclusionId, createdBy, createdAt } = inSpace(DEMO_SPACES.HR);
    const expected = { exclusionId, createdBy, createdAt, scope: { of: 'space' }, state: 'active' };
    expect(await read(DEMO_SPACES.HR)).toEqual([expected, { excluded: 0, isComplete: true }]);
    expect(await read('999999')).toEqual(await read(DEMO_SPACES.HR));
    const [known] = (await done<ExclusionList>(site, 'listExclusions', {}, ADMIN.email)).exclusions;
    expect(known?.scope).toEqual({ of: 'space', spaceId: DEMO_SPACES.HR });
    expect((await remove(exclusionId)).exclusions).toEqual([]);
  },
);

it('an exclusion expires at its time, is shown as expired, and is deleted thirty days later', async () => {
  const findingId = await storeFinding(site, await aPage(site));
  await add({ findingIds: [findingId], scope: { of: 'site' }, expiresAt: '2026-11-22T10:00:00Z' });
  expect(await shown()).toEqual([[findingId, 'excluded']]);
  now = new Date('2026-11-22T10:00:00.000Z');
  expect(await shown()).toEqual([[findingId, 'open']]);
  expect((await list()).map(({ state }) => state)).toEqual(['expired']);
  now = new Date('2026-12-22T10:00:00.000Z');
  await add({ match: { by: 'detector', detectorId: 'card-pan' }, scope: { of: 'site' } });
  expect((await list()).map(({ match }) => match?.by)).toEqual(['detector']);
});

it('the admin area refuses contradictions and unknown ids by name, and writes nothing', async () => {
  const pageId = await aPage(site, { by: ADMIN.email });
  const hidden = await storeFinding(site, pageId);
  await restrict(site, pageId, 'read', ADMIN_AND_APP);
  const visible = await storeFinding(site, await aPage(site));
  const detector = { by: 'detector', detectorId: 'email' };
  const everywhere = { of: 'site' };
  const unknown = '00000000-0000-4000-8000-00000000dead';
  const cases: readonly (readonly [object, string])[] = [
    [{ findingIds: [visible], match: detector, scope: everywhere }, 'INVALID_INPUT match'],
    [{ scope: everywhere }, 'INVALID_INPUT match'],
    [{ match: detector, scope: { of: 'page' } }, 'INVALID_INPUT scope'],
    [{ match: detector, scope: { of: 'space' } }, 'INVALID_INPUT scope'],
    [{ findingIds: [visible], scope: { of: 'page', pageId } }, 'INVALID_INPUT scope'],
    [{ match: detector, scope: { of: 'page', pageId } }, 'INVALID_INPUT scope.pageId'],
    [{ match: detector, scope: { of: 'space', spaceId: '99' } }, 'INVALID_INPUT scope.spaceId'],
    [{ match: detector, scope: { of: 'level', levelId: unknown } }, 'INVALID_INPUT scope.levelId'],
    [{ match: { ...detector, detectorId: 'no-such' }, scope: everywhere }, 'INVALID_INPUT match.detectorId'],
    [{ match: { by: 'pattern', pattern: '(?=x)' }, scope: everywhere }, 'INVALID_INPUT match.pattern'],
    [{ match: { by: 'pattern', pattern: 'x*' }, scope: everywhere }, 'INVALID_INPUT match.pattern'],
    [{ match: { by: 'location' }, scope: everywhere }, 'INVALID_INPUT match.kind'],
    [{ match: { by: 'domain', domain: 'a@b' }, scope: everywhere }, 'INVALID_INPUT match.domain'],
    [{ match: detector, scope: everywhere, reason: ' ' }, 'INVALID_INPUT reason'],
    [{ match: detector, scope: everywhere, expiresAt: NOW.toISOString() }, 'INVALID_INPUT expiresAt'],
    [{ findingIds: [visible, hidden], scope: { of: 'page' } }, 'FINDING_NOT_FOUND '],
    [{ findingIds: [visible, unknown], scope: { of: 'page' } }, 'FINDING_NOT_FOUND '],
  ];
  const before = everythingStored(site);
  for (const [payload, expected] of cases) {
    const { code, fields = [] } = await refusal(site, 'addExclusion', { reason: 'Known.', ...payload }, as);
    expect([payload, `${code} ${fields.map(({ field }) => field).join()}`]).toEqual([payload, expected]);
  }
  expect((await refusal(site, 'removeExclusion', { exclusionId: unknown }, as)).code).toBe('EXCLUSION_NOT_FOUND');
  expect(everythingStored(site)).toEqual(before);
  const many = Array.from({ length: EXCLUSION_LIMITS.exclusions }, () => anExclusion());
  await storeExclusions(site, ...many);
  expect(await refusal(site, 'addExclusion', { match: detector, scope: everywhere, reason: 'x' }, as)).toMatchObject({
    code: 'TOO_MANY_EXCLUSIONS',
  });
});

it('two concurrent writers both succeed', async () => {
  const detectors = ['email', 'card-pan', 'iban'];
  const payloads = detectors.map((detectorId) => ({ match: { by: 'detector', detectorId }, scope: { of: 'site' } }));
  await Promise.all(payloads.map((payload) => add(payload)));
  expect(stored()).toHaveLength(3);
  expect(auditsOf('exclusion.created')).toHaveLength(3);
});

it.each([false, true])('no failed call leaves a partial effect (after its effect: %s)', async (after) => {
  const payload = { match: { by: 'detector', detectorId: 'email' }, scope: { of: 'site' }, reason: 'x' };
  await add(payload);
  let known = 1;
  for (let place = 0, isOver = false; !isOver; place += 1) {
    expect(place).toBeLessThan(20);
    let calls = 0;
    intercept = async (call, proceed) => {
      calls += 1;
      if (calls - 1 !== place) return proceed();
      if (after) await proceed();
      return new Response('{"code":"X","message":"x"}', { status: call.target === 'kvs' ? 500 : 503 });
    };
    const result = await ask(site, 'addExclusion', payload, as);
    intercept = (_call, proceed) => proceed();
    isOver = calls <= place;
    const count = stored().length;
    expect([place, auditsOf('exclusion.created').length]).toEqual([place, count]);
    if (result.ok) expect([place, count]).toEqual([place, known + 1]);
    else if (!after) expect([place, count]).toEqual([place, known]);
    known = count;
  }
});

describe('the exclusions that fit a finding', () => {
  const offersOf = (payload: object) => done<ExclusionOffers>(site, 'suggestExclusions', payload, as);
  const numbersOfOffers = ({ offers }: ExclusionOffers) =>
    offers.map(({ choice, findings, pages }) => [choice, findings, pages]);

  it('exclude what each of them says, as the admin sees it', async () => {
    const [page, other, secret] = [await aPage(site), await aPage(site), await aPage(site, { by: ADMIN.email })];
    const value = { detectorId: 'card-pan', fingerprint: 'the-fingerprint-of-a-value' };
    const findingId = await storeFinding(site, page, value);
    await storeFinding(site, page, { detectorId: 'card-pan' });
    await storeFinding(site, other, value);
    await storeFinding(site, secret, value);
    await restrict(site, secret, 'read', ADMIN_AND_APP);
    const found = await offersOf({ findingId });
    expect(found).toMatchObject({ recommended: 'value-in-space', because: 'many-pages' });
    expect(numbersOfOffers(found)).toEqual([
      ['value-on-page', 1, 1],
      ['value-in-space', 2, 2],
      ['value-on-site', 2, 2],
      ['detector-on-page', 2, 1],
      ['detector-in-space', 3, 2],
    ]);
    for (const { exclusion, findings } of found.offers) {
      const { added } = await add(exclusion ?? {});
      expect((await idsOf('excluded')).length).toBe(findings);
      for (const exclusionId of added) await remove(exclusionId);
    }
  });

  it('count the finding itself, also if the lists end before it', async () => {
    const [page, other] = [await aPage(site), await aPage(site)];
    const value = { detectorId: 'card-pan', fingerprint: 'the-fingerprint-of-a-value' };
    const findingId = await storeFinding(site, page, value);
    for (let newer = 0; newer < 250; newer += 1) await storeFinding(site, other, value);
    const found = await offersOf({ findingId });
    expect(numbersOfOffers(found)).toEqual([
      ['value-on-page', 1, 1],
      ['value-in-space', 251, 2],
      ['value-on-site', 251, 2],
      ['detector-on-page', 1, 1],
      ['detector-in-space', 251, 2],
    ]);
    expect(found).toMatchObject({ recommended: 'value-in-space' });
  });

  it('include the domain of an address, once the admin enters it', async () => {
    const page = await aPage(site);
    const { added } = await add({ match: { by: 'domain', domain: 'acme.com' }, scope: { of: 'site' } });
    const hash = stored().flatMap(({ match }) => (match.by === 'domain' ? [match.hash] : []));
    await remove(added[0]);
    const findingId = await storeFinding(site, page, { data: { domainHashes: ['hash-of-a-subdomain', ...hash] } });
    await storeFinding(site, page, { data: { domainHashes: hash } });
    const unknown = (await offersOf({ findingId })).offers.find(({ choice }) => choice === 'domain');
    expect(unknown).toEqual({ choice: 'domain', findings: 1, pages: 1, isComplete: true });
    const known = (await offersOf({ findingId, domain: 'ACME.com' })).offers.find(({ choice }) => choice === 'domain');
    expect(known).toMatchObject({
      findings: 2,
      exclusion: { match: { by: 'domain', domain: 'acme.com' }, scope: { of: 'site' } },
    });
    await add(known?.exclusion ?? {});
    expect((await idsOf('excluded')).length).toBe(2);
    const open = await storeFinding(site, page, { data: { domainHashes: ['hash-of-another-domain'] } });
    for (const [domain, message] of [
      ['other.com', 'must be the domain of the address that was found'],
      ['no domain', 'must be a domain, such as example.com'],
      [7, 'must be text'],
    ])
      expect(await refusal(site, 'suggestExclusions', { findingId: open, domain }, as)).toMatchObject({
        code: 'INVALID_INPUT',
        fields: [{ field: 'domain', message }],
      });
  });

  it('recommend the domain of an organization, and not the one of a public mail provider', async () => {
    const page = await aPage(site);
    for (const [domain, recommended] of [
      ['acme.com', 'domain'],
      ['gmail.com', 'detector-on-page'],
    ]) {
      const { added } = await add({ match: { by: 'domain', domain }, scope: { of: 'site' } });
      const domainHashes = stored().flatMap(({ match }) => (match.by === 'domain' ? [match.hash] : []));
      await remove(added[0]);
      const findingId = await storeFinding(site, page, { data: { domainHashes } });
      for (let others = 0; others < 4; others += 1) await storeFinding(site, page, { data: { domainHashes } });
      expect(await offersOf({ findingId })).toMatchObject({ recommended });
    }
  });

  it('do not exist for a finding that is not open, or whose page is hidden', async () => {
    const [page, secret] = [await aPage(site), await aPage(site, { by: ADMIN.email })];
    const resolved = await storeFinding(site, page, { status: 'resolved' });
    const hidden = await storeFinding(site, secret);
    await restrict(site, secret, 'read', ADMIN_AND_APP);
    for (const findingId of [resolved, hidden, crypto.randomUUID()])
      expect(await refusal(site, 'suggestExclusions', { findingId }, as)).toMatchObject({ code: 'FINDING_NOT_FOUND' });
  });
});
