import { ADMIN2 } from '../../local/demo';
import type { PlatformSwitch } from '../../local/forge/assumptions';
import type { PlatformCall } from '../../local/forge/platform-calls';
import { redactionRecord } from '../../src/redaction/run-model';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { CARD, openRedactionSite, type RedactionSite } from './redaction-site';

/** Redactions wait on a site where the platform does not let the app act for a person in the background. */

const CONSUMERS: PlatformSwitch = 'no-impersonation-in-consumers';
const HOUR_MS = 3_600_000;
const TEXT = `<p>card number ${CARD}</p>`;

let site: RedactionSite;
let calls: PlatformCall[];
let pageIds: string[];
let afterCall: (call: PlatformCall) => void;
beforeEach(async () => {
  calls = [];
  afterCall = () => undefined;
  site = await openRedactionSite({
    assumptions: new Set([CONSUMERS]),
    intercept: async (call, proceed) => {
      calls.push(call);
      const answer = await proceed();
      afterCall(call);
      return answer;
    },
  });
  pageIds = [await site.publish({ body: TEXT }), await site.publish({ body: TEXT, contentType: 'blogpost' })];
});
afterEach(() => site.close());

const cards = () => pageIds.flatMap((pageId) => site.findings(pageId)['card-pan'] ?? []);
const redactBoth = async (): Promise<string> =>
  (await site.redact({ detectionIds: cards() }, { name: 'both' })).body.redactionId;
const watch = () => site.host.background.runSchedule('every-five-minutes');
const settle = () => site.host.background.settle();
const versions = async () => Promise.all(pageIds.map(async (pageId) => (await site.page(pageId)).version));
const storedRun = (id: string) => redactionRecord.parse(rowOf(site, 'job', `redaction:${id}`));
const writes = () =>
  calls.filter(({ target, method, path }) => target === 'confluence' && method !== 'GET' && !path.endsWith('/check'));
const PAUSED = { code: 'CANNOT_ACT_AS_PERSON', since: '2026-11-21T10:00:00.000Z' };

it('a redaction waits with its reason, writes nothing as the app, and no page fails', async () => {
  calls = [];
  const id = await redactBoth();
  await settle();
  expect(await site.redaction(id)).toMatchObject({ done: 0, failed: 0, total: 2, state: 'waiting', waiting: PAUSED });
  expect(await versions()).toEqual([1, 1]);
  expect(writes()).toEqual([]);
  const { runs } = (await site.admin('listRuns', {}, ADMIN2.email)).value;
  expect(runs).toEqual([
    expect.objectContaining({
      runId: id,
      state: 'waiting',
      waiting: expect.objectContaining({ nextAttemptAt: '2026-11-21T11:00:00.000Z' }),
      details: expect.objectContaining({ paused: PAUSED }),
    }),
  ]);
  expect(rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.redacted')).toEqual([]);
  // The site check shows it, too.
  expect(JSON.stringify(rowOf(site, 'probe', 'answers'))).toContain('"act-as-person.consumer":{"state":"fails"');
});

it('a dry run fails at once with the reason', async () => {
  const { body } = await site.redact({ detectionIds: cards(), dryRun: true });
  await settle();
  const done = await site.redaction(body.redactionId);
  expect(done).toMatchObject({ state: 'failed', error: { code: 'CANNOT_ACT_AS_PERSON', title: expect.any(String) } });
  expect(done.waiting).toBeUndefined();
});

it('a paused redaction keeps its progress, gives its place to others, and tries again once an hour with one call', async () => {
  site.host.assumptions.clear();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await site.redact({ detectionIds: [cards()[n % 2]] })).body.redactionId);
  site.host.assumptions.add(CONSUMERS);
  await settle();
  const line = rowOf(site, 'job', 'redaction:open')['data'] as { state: string }[];
  expect(line.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  // No event repeats them.
  expect(site.events()).toEqual([]);
  await watch();
  expect(site.events()).toEqual([]);
  site.advance(HOUR_MS);
  await watch();
  calls = [];
  await settle();
  // The count of all pages is other work of the app.
  const count = calls.findIndex(({ path }) => path.startsWith('/wiki/rest/api/search'));
  const asked = (count === -1 ? calls : calls.slice(0, count)).filter(
    ({ target, path }) => target === 'confluence' && !/^.wiki.api.v2.(?:pages|blogposts)/.test(path),
  );
  // The other call says that the person is not the reason.
  expect(asked.map(({ path }) => path.split('?')[0])).toEqual(
    Array(3).fill(['/wiki/api/v2/spaces', '/wiki/rest/api/user']).flat(),
  );
  for (const id of ids) expect(await site.redaction(id)).toMatchObject({ state: 'waiting', waiting: PAUSED, done: 0 });
  site.host.assumptions.clear();
  site.advance(HOUR_MS);
  await watch();
  await settle();
  for (const id of ids) expect(await site.redaction(id)).toMatchObject({ state: 'succeeded' });
  expect(await versions()).toEqual([2, 2]);
});

it('a paused redaction continues with the second page if the first one is done', async () => {
  site.host.assumptions.clear();
  const both = await redactBoth();
  calls = [];
  // The platform refuses after the first page, whose audit row is written last.
  afterCall = ({ target, body = '' }) => {
    if (target === 'kvs' && body.includes('page.redacted')) site.host.assumptions.add(CONSUMERS);
  };
  await settle();
  expect(await site.redaction(both)).toMatchObject({ waiting: PAUSED, failed: 0, state: 'waiting' });
  expect((await versions()).toSorted()).toEqual([1, 2]);
  site.host.assumptions.clear();
  afterCall = () => undefined;
  site.advance(HOUR_MS);
  await watch();
  await settle();
  const done = await site.redaction(both);
  expect(done).toMatchObject({ state: 'succeeded', failed: 0, done: 2 });
  expect(done.paused).toBeUndefined();
  expect(await versions()).toEqual([2, 2]);
  const audit = rowsOf(site, 'audit').map(({ value }) => value['type']);
  expect(audit.filter((type) => type === 'page.redacted')).toHaveLength(2);
  // The type of the second one is known.
  expect(calls.filter(({ path }) => path.includes(`/pages/${pageIds[1]}`))).toEqual([]);
});

it('a paused redaction continues within minutes after the site check found that it works', async () => {
  const id = await redactBoth();
  await settle();
  site.host.assumptions.clear();
  site.advance(600_000);
  await watch();
  expect(site.events()).toEqual([]);
  const row = rowOf(site, 'probe', 'answers') as { data: { answers: Record<string, object> } };
  const at = '2026-11-21T10:09:00.000Z';
  const answers = { ...row.data.answers, 'act-as-person.consumer': { state: 'works', since: at, at } };
  await putRow(site, 'probe', 'answers', { ...row, data: { answers } });
  await watch();
  await settle();
  expect(await site.redaction(id)).toMatchObject({ state: 'succeeded', failed: 0 });
  expect(await versions()).toEqual([2, 2]);
});

it('a paused redaction can be canceled at once, also if a page was started', async () => {
  const id = await redactBoth();
  await settle();
  const other = (await site.redact({ detectionIds: cards() })).body.redactionId;
  await settle();
  const begun = storedRun(other);
  const [first, ...others] = begun.data.pages;
  expect(first?.isBegun).toBe(false);
  // As after a crash between the write of a page and its result.
  await putRow(site, 'job', `redaction:${other}`, {
    ...begun,
    data: { ...begun.data, pages: [{ ...first, isBegun: true }, ...others] },
  });
  for (const runId of [id, other]) {
    expect(await site.admin('cancelRun', { kind: 'redaction', runId })).toMatchObject({ ok: true });
  }
  expect((await site.admin('listRuns', {})).value.runs).toEqual([]);
  const [one, two] = [await site.redaction(id), await site.redaction(other)];
  expect([one.state, two.state]).toEqual(['cancelled', 'cancelled']);
  const reasons = (body: { results: { reason: string }[] }) => body.results.map(({ reason }) => reason).toSorted();
  expect(reasons(one)).toEqual(['stopped', 'stopped']);
  // The value may have been removed.
  expect(reasons(two)).toEqual(['stopped', 'unavailable']);
  expect(one.paused).toBeUndefined();
});

it('a paused redaction expires as before', async () => {
  const id = await redactBoth();
  await settle();
  site.advance(30 * 24 * HOUR_MS);
  await watch();
  await settle();
  expect(storedRun(id)).toMatchObject({ state: 'failed', data: { stoppedBy: 'HOST_TIMEOUT' } });
  expect(storedRun(id).data.paused).toBeUndefined();
});

it('a paused redaction does not wait for a person who may not use Confluence', async () => {
  const { key } = await site.createKey({ as: ADMIN2.email, detectionScope: 'write' });
  const { body } = await site.redact({ detectionIds: cards() }, { key });
  await site.setUser(ADMIN2.email, { active: false });
  site.host.assumptions.clear();
  await settle();
  const run = storedRun(body.redactionId);
  expect(run.data.paused).toBeUndefined();
  expect(run.state).not.toBe('running');
  expect(await versions()).toEqual([1, 1]);
});

it('the person sees a paused removal on the home page, and cancels it; no other user can', async () => {
  const payload = { findingIds: cards(), dryRun: false, cleanHistory: false, requestKey: crypto.randomUUID() };
  const { redactionId } = (await site.admin('startRedaction', payload)).value;
  await settle();
  const home = (operation: string, input: object, as?: string) =>
    site.surface('home', operation, input, as === undefined ? {} : { as });
  const { removals } = (await home('listPausedRemovals', {})).value;
  expect(removals).toEqual([
    {
      ...{ redactionId, createdAt: '2026-11-21T10:00:00.000Z', paused: PAUSED, pages: expect.any(Array) },
      waiting: expect.objectContaining({ code: PAUSED.code }),
    },
  ]);
  const titled = removals[0].pages.map(({ pageId, title }: { pageId: string; title: string }) => [
    pageId,
    title !== '',
  ]);
  expect(titled.toSorted()).toEqual(pageIds.map((pageId) => [pageId, true]).toSorted());
  expect((await home('listPausedRemovals', {}, ADMIN2.email)).value).toEqual({ removals: [] });
  expect((await home('cancelRemoval', { redactionId }, ADMIN2.email)).value).toEqual({ removals: [] });
  expect(storedRun(redactionId).state).not.toBe('cancelled');
  expect((await home('cancelRemoval', { redactionId })).value).toEqual({ removals: [] });
  expect(storedRun(redactionId).state).toBe('cancelled');
});
