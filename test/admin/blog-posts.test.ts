import type { ChangedFindings } from '../../src/admin/findings/change-findings';
import type { ExclusionList } from '../../src/admin/findings/exclusions';
import type { FindingDetails, FindingGroups, FindingList, FindingsSummary } from '../../src/admin/findings/findings';
import type { ExclusionOffers } from '../../src/admin/findings/suggest-exclusions';
import type { CoverageList } from '../../src/admin/runs/coverage';
import type { RedactionView } from '../../src/admin/runs/redactions';
import type { ScanView } from '../../src/admin/runs/scans';
import { ADMIN, APP_USER, DEMO_SPACES } from '../../local/demo';
import { openSite, type Site } from '../support/site';
import { aBlogPost, aPage, expectOk, restrict } from '../support/wiki-pages';
import { done } from './ask';

/** Findings on blog posts in the admin area: found with the content type, and never in lists without it. */

const CARD = 'Card number: 4539 1488 0343 6467.';
const spaceId = DEMO_SPACES.ENG;

let site: Site;
let pageId: string;
let post: string;
let hidden: string;
beforeAll(async () => {
  site = openSite({ queryLagMs: 0, now: () => new Date('2026-11-21T10:00:00.000Z') });
  pageId = await aPage(site, { text: CARD });
  post = await aBlogPost(site, { text: CARD });
  hidden = await aBlogPost(site, { text: CARD });
  await restrict(site, hidden, 'read', [ADMIN.accountId, APP_USER.accountId]);
  for (let rounds = 0; rounds < 5; rounds += 1) await site.host.background.settle();
});
afterAll(() => site.close());

const OTHER = 'admin2@example.com';
const aMissingId = '00000000-0000-4000-8000-000000000000';
const hidingIds = ({ path }: { readonly path: string }) => path.replace(/\d{5,}/g, '{id}');
const here = { spaceId, detectorId: 'card-pan' } as const;
const ofPosts = { ...here, contentType: 'blogpost' } as const;

async function pagesOf(filter: object, email = OTHER): Promise<readonly string[]> {
  const { findings } = await done<FindingList>(site, 'listFindings', filter, email);
  return findings.map((one) => one.pageId).sort();
}

it('the findings of blog posts are listed, counted, grouped and exported only where the filter asks for them', async () => {
  expect(await pagesOf(here)).toEqual([pageId]);
  expect(await pagesOf(ofPosts)).toEqual([post]);
  expect(await pagesOf(ofPosts, ADMIN.email)).toEqual([post, hidden].sort());
  expect(await pagesOf({ ...here, contentType: 'all' })).toEqual([pageId, post].sort());
  expect(await pagesOf({ pageId: post })).toEqual([]);
  expect(await pagesOf({ pageId: post, contentType: 'all' })).toEqual([post]);
  for (const [contentType, findings] of [
    ['page', 1],
    ['blogpost', 1],
    ['all', 2],
  ] as const) {
    const filter = { ...here, contentType };
    const summary = await done<FindingsSummary>(site, 'summarizeFindings', filter, OTHER);
    expect(summary).toMatchObject({ findings, pages: findings });
    const { groups } = await done<FindingGroups>(site, 'groupFindings', { ...filter, by: 'page' }, OTHER);
    expect(groups).toHaveLength(findings);
    expect(await done(site, 'exportFindings', filter, OTHER)).toMatchObject({ rows: findings });
  }
});

it('the list of scans has blog posts only where the filter asks for them', async () => {
  const idsOf = async (more: object) => {
    const { pages } = await done<CoverageList>(site, 'listCoverage', { coverage: 'complete', ...more }, OTHER);
    return pages.map((one) => one.pageId);
  };
  expect(await idsOf({})).not.toContain(post);
  expect(await idsOf({ contentType: 'blogpost' })).toEqual([post]);
  expect(await idsOf({ contentType: 'all' })).toEqual(expect.arrayContaining([pageId, post]));
});

it('a finding on a blog post is assigned, by filter and by id, and is redacted and excluded', async () => {
  const { findings } = await done<FindingList>(site, 'listFindings', ofPosts, ADMIN.email);
  const [ofPost, ofHidden] = [post, hidden].map((id) => findings.find((one) => one.pageId === id)?.findingId ?? '');
  expect(findings.every(({ contentType }) => contentType === 'blogpost')).toBe(true);
  const change = { comment: 'Check it.' };
  const matching = { of: { matching: ofPosts }, change };
  expect(await done<ChangedFindings>(site, 'changeFindings', matching, OTHER)).toMatchObject({ changed: 1, absent: 0 });
  const byId = { of: { findingIds: [ofPost, ofHidden] }, change: { isInProgress: true } };
  expect(await done(site, 'changeFindings', byId, OTHER)).toMatchObject({ changed: 1, absent: 1 });
  const details = await done<FindingDetails>(site, 'getFinding', { findingId: ofPost }, OTHER);
  expect(details).toMatchObject({ finding: { pageId: post, contentType: 'blogpost', comment: 'Check it.' } });
  expect(details.places.map((one) => one.pageId)).toEqual([pageId]);
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const bulk = { detectionIds: [ofPost], comment: null };
  expect((await site.rest('POST', '/v1/detection/bulk', { key, body: bulk })).body.summary).toEqual({
    ok: 1,
    failed: 0,
  });

  const redaction = { findingIds: [ofPost, ofHidden], dryRun: true, requestKey: crypto.randomUUID() };
  const { redactionId } = await done<RedactionView>(site, 'startRedaction', redaction, OTHER);
  await site.host.background.settle();
  const planned = await done<RedactionView>(site, 'getRedaction', { redactionId }, OTHER);
  expect(planned.pages).toMatchObject([{ pageId: post, contentType: 'blogpost' }]);
  expect(planned.findings).toMatchObject([
    { findingId: ofPost, status: 'would-be-redacted' },
    { findingId: ofHidden, status: 'failed', reason: 'not-found' },
  ]);
  const { key: ofOther } = await site.createKey({ detectionScope: 'manage', as: OTHER });
  const redact = (body: object) =>
    site.rest('POST', '/v1/redaction', {
      key: ofOther,
      body: { ...body, dryRun: true },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
  // The first request of a key makes its counters.
  await redact({ detectionIds: [aMissingId] });
  const [named, missing] = [await redact({ detectionIds: [ofHidden] }), await redact({ detectionIds: [aMissingId] })];
  for (const { status, body } of [named, missing])
    expect([status, body.results]).toMatchObject([202, [{ status: 'failed', reason: 'not-found' }]]);
  expect(named.calls.map(hidingIds)).toEqual(missing.calls.map(hidingIds));
  const [refused, absent] = [await redact({ pageId: hidden }), await redact({ pageId: '9007199254740991' })];
  expect(refused).toMatchObject({ status: 404, body: { code: 'PAGE_NOT_FOUND' } });
  expect(absent.body).toEqual({ ...refused.body, requestId: absent.body.requestId, instance: absent.body.instance });
  expect(refused.calls.map(hidingIds)).toEqual(absent.calls.map(hidingIds));
  const { redactionId: ofKey } = (await redact({ pageId: post })).body;
  await site.host.background.settle();
  const seen = await site.rest('GET', `/v1/redaction/${ofKey}`, { key: ofOther });
  expect(seen.body).toMatchObject({ state: 'succeeded', pages: [{ pageId: post, contentType: 'blogpost' }] });
  await restrict(site, post, 'read', [ADMIN.accountId, APP_USER.accountId]);
  expect((await site.rest('GET', `/v1/redaction/${ofKey}`, { key: ofOther })).body).toMatchObject({ pages: [] });
  await expectOk(site.wiki('DELETE', `/rest/api/content/${post}/restriction`));

  const { offers } = await done<ExclusionOffers>(site, 'suggestExclusions', { findingId: ofPost }, OTHER);
  const onPage = offers.find(({ exclusion }) => exclusion?.scope.of === 'page')?.exclusion;
  await done(site, 'addExclusion', { ...onPage, reason: 'A test card.' }, OTHER);
  expect(await pagesOf({ ...ofPosts, status: 'open' })).toEqual([]);
  const { exclusions } = await done<ExclusionList>(site, 'listExclusions', {}, OTHER);
  expect(exclusions).toMatchObject([{ scope: { of: 'page', pageId: post }, reason: 'A test card.' }]);
});

it('the progress of a scan of a space says when all pages are done and blog posts follow', async () => {
  const of = { of: 'space', spaceId };
  const { scanId } = await done<ScanView>(site, 'startScan', { of, requestKey: crypto.randomUUID() });
  const seen: ScanView[] = [];
  for (let steps = 0; steps < 20; steps += 1) {
    const [event] = site.host.background.pending().filter(({ module }) => module === 'scans-consumer');
    if (event === undefined) break;
    await site.host.background.deliver(event.id);
    seen.push(await done<ScanView>(site, 'getScan', { scanId }));
  }
  const atPosts = seen.filter((scan) => scan.isAtPosts === true && scan.state === 'running');
  expect(atPosts.length).toBeGreaterThan(0);
  const pages = new Set(atPosts.map(({ counts }) => counts?.pages));
  // The number of pages is final, so no time is derived from it.
  expect([...pages]).toEqual([seen.at(-1)?.counts?.pages]);
  expect(atPosts.every(({ secondsLeft }) => secondsLeft === undefined)).toBe(true);
  expect(seen.at(-1)).toMatchObject({ state: 'finished' });
  expect(seen.at(-1)?.isAtPosts).toBeUndefined();
});
