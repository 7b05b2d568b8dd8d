import { ADMIN, ADMIN2, DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import type { Intercept, PlatformCall } from '../../local/forge/platform-calls';
import type { AlertsView } from '../../src/admin/site/alerts';
import type { Overview } from '../../src/admin/site/overview';
import type { Rule } from '../../src/alerts/alert-rules';
import { ALERT_RULES, type AlertRule } from '../../src/alerts/conditions';
import { done, refusal } from '../admin/ask';
import { alertRules } from '../support/alerts';
import { storePageExposure } from '../support/exposure';
import { storeFinding } from '../support/findings';
import { levelNamed, settle } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { putAuditEvent, putRow } from '../support/stored-rows';
import { aPage, expectOk, restrict, trash } from '../support/wiki-pages';

/** Alerts for admins: how many comments the app writes, when, and what they contain. */

let site: Site;
let nowMs: number;
let intercept: Intercept | undefined;
let pageId: string;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-23T08:00:00.000Z');
  site = openSite({
    now: () => new Date(nowMs),
    meter: 'off',
    intercept: (call, proceed) => (intercept ?? ((_call, next) => next()))(call, proceed),
  });
  pageId = await aPage(site, { spaceId: DEMO_SPACES.ENG });
});
afterEach(() => {
  intercept = undefined;
  site.close();
});

const isComment = ({ method, path }: PlatformCall) => method === 'POST' && path.includes('/footer-comments');
const MINUTE = 60_000;
const LINK = '/wiki/admin/forge/alerts';
const on = (rule: Partial<Rule> = {}): Rule => ({
  ...{ isOn: true, accountIds: [EDITOR.accountId], when: 'at-once' },
  ...rule,
});

async function save(rules: Partial<Record<AlertRule, Rule>>, pageIds = [pageId]): Promise<AlertsView> {
  const { rev } = await read();
  return done<AlertsView>(site, 'changeAlerts', { rev, pageIds, address: LINK, rules: alertRules(rules) });
}
const read = () => done<AlertsView>(site, 'getAlerts', {});

/** Lets time pass, and runs the trigger after each part of it. */
async function pass(minutes: number, part = 5): Promise<void> {
  for (let passed = 0; passed < minutes; passed += part) {
    nowMs += part * MINUTE;
    await site.host.background.runSchedule('every-five-minutes').catch(() => undefined);
  }
}

/** Stores events, one each millisecond. */
async function storeEvents(count: number, type = 'apikey.expiring'): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await putAuditEvent(site, { time: new Date(nowMs + index).toISOString(), type, actorType: 'system' });
}

/** Stores critical findings of different values, one each millisecond. */
async function storeFindings(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const foundAt = new Date(nowMs + index + 1).toISOString();
    await storeFinding(site, DEMO_PAGES.openHome, { severity: 'critical', foundAt });
  }
}

async function commentsOf(of = pageId): Promise<readonly string[]> {
  const path = `/api/v2/pages/${of}/footer-comments?body-format=storage&limit=250&sort=created-date`;
  const { results } = (await expectOk(site.wiki('GET', path, undefined, ADMIN.email))) as {
    results: readonly { readonly body: { readonly storage: { readonly value: string } } }[];
  };
  return results.map(({ body }) => body.storage.value);
}

const numbersIn = (comments: readonly string[]) =>
  comments.map((comment) => [...comment.matchAll(/<\/strong>: (\d+)\./g)].map(([, number]) => Number(number)));
const sum = (numbers: readonly (readonly number[])[]) => numbers.flat().reduce((one, other) => one + other, 0);

it.each([
  { of: 'expiring keys', many: storeEvents, one: storeFindings, first: [1, 400] },
  { of: 'findings', many: storeFindings, one: storeEvents, first: [400, 1] },
])(
  '1,000 events of $of become one comment an hour with the exact number, while two triggers run at once and Confluence fails in between',
  async ({ many, one, first }) => {
    await save({ expiring: on(), critical: on() });
    await many(400);
    await one(1);
    // Before the rule is on, and of another type.
    await storeEvents(3, 'apikey.expired');
    const twoAtOnce = () =>
      Promise.all([
        site.host.background.runSchedule('every-five-minutes'),
        site.host.background.runSchedule('hourly-scans'),
      ]);
    nowMs += 15 * MINUTE;
    await twoAtOnce();
    expect(numbersIn(await commentsOf())).toEqual([first]);

    // Within the hour, no comment. The answer to the next one is lost, so the app does not know that it was written.
    await many(350);
    let lost = 0;
    intercept = async (call, proceed) => {
      const answer = await proceed();
      if (!isComment(call) || lost > 0) return answer;
      lost += 1;
      return new Response('{}', { status: 503 });
    };
    await pass(55);
    expect(numbersIn(await commentsOf())).toEqual([first]);
    await pass(5);
    expect([lost, (await read()).pages[0]?.problem]).toEqual([1, 'unavailable']);
    await pass(15);
    expect(numbersIn(await commentsOf())).toEqual([first, [350]]);

    // The next one is refused before it is written, twice.
    await many(249);
    let refused = 0;
    intercept = (call, proceed) => {
      if (!isComment(call) || refused >= 2) return proceed();
      refused += 1;
      return Promise.resolve(new Response('{}', { status: 503 }));
    };
    await pass(80);
    await twoAtOnce();
    const numbers = numbersIn(await commentsOf());
    expect([numbers.length, sum(numbers), refused]).toEqual([3, 1_000, 2]);
    const { waiting, sent, pages } = await read();
    expect([waiting, sent.length, pages]).toEqual([{}, 3, [{ pageId, title: expect.any(String) }]]);
  },
);

it('a comment has the people, the name of the rule, the number and a link, and nothing of what it is about', async () => {
  await save({ critical: on({ accountIds: [EDITOR.accountId, ADMIN2.accountId] }) });
  await storeFinding(site, DEMO_PAGES.openHome, { severity: 'critical', foundAt: new Date(nowMs).toISOString() });
  await pass(15);
  const [comment = '', ...others] = await commentsOf();
  expect(others).toEqual([]);
  const mention = (accountId: string) => `<ac:link><ri:user ri:account-id="${accountId}"/></ac:link>`;
  expect(comment.replace(/alert=[0-9a-f-]{36}/, 'alert=TOKEN').replace(/href="https?:\/\/[^/]+/, 'href="')).toBe(
    `<p>${mention(EDITOR.accountId)} ${mention(ADMIN2.accountId)} <strong>New critical findings</strong>: 1. <a href="${LINK}?list=critical&amp;alert=TOKEN">Open the list</a></p>`,
  );
});

it('a page that was deleted or is hidden from the app is named in the admin area and on the overview, and its alerts go to the next chosen page', async () => {
  await save({ leaked: on() });
  await restrict(site, pageId, 'read', [ADMIN.accountId]);
  await storeEvents(2, 'apikey.leak_reported');
  await pass(10);
  expect((await read()).pages).toEqual([expect.objectContaining({ pageId, problem: 'hidden' })]);
  expect((await done<Overview>(site, 'getOverview', {})).undelivered).toEqual(['leaked']);
  expect((await read()).waiting).toEqual({ leaked: 2 });
  await trash(site, pageId);
  const other = await aPage(site, { spaceId: DEMO_SPACES.ENG });
  await save({ leaked: on() }, [other]);
  await pass(10);
  expect(numbersIn(await commentsOf(other))).toEqual([[2]]);
  expect((await done<Overview>(site, 'getOverview', {})).undelivered).toEqual([]);
  expect((await read()).waiting).toEqual({});
});

it('the daily digest is one comment a day, and states are reported when they begin', async () => {
  await save({ late: on({ when: 'daily' }), failed: on({ when: 'daily' }), expiring: on({ when: 'daily' }) });
  const failure = { since: new Date(nowMs).toISOString(), nextAttemptAt: new Date(nowMs).toISOString() };
  await putRow(site, 'config', 'failed-parts', { v: 1, rev: 1, value: { failed: { 'key-expiry': failure } } });
  await pass(10);
  expect(numbersIn(await commentsOf())).toEqual([[1]]);
  // It is still true, and other things happen.
  await storeEvents(5);
  await pass(120, 60);
  expect(numbersIn(await commentsOf())).toEqual([[1]]);
  // Before the hour of the digest, and after it. The hourly trigger never ran.
  nowMs = Date.parse('2026-11-24T05:30:00.000Z');
  await pass(20);
  expect(numbersIn(await commentsOf())).toEqual([[1]]);
  await pass(60, 20);
  const comments = await commentsOf();
  expect(numbersIn(comments)).toEqual([[1], [5, 1]]);
  expect(comments[1]).toMatch(/Expiring API keys<\/strong>: 5\..*Late scans<\/strong>: 1\./);
});

it('pages below their level are reported once when they have been so for the days, and spaces when they become weaker', async () => {
  const restricted = levelNamed(site, 'Restricted').levelId;
  await settle(site, {
    defaultLevel: { levelId: restricted },
    delegated: ['off'],
    ownSpaces: { [DEMO_SPACES.ENG]: { isOff: true } },
  });
  await save({ 'below-required': on({ days: 2 }), weakened: on() });
  await putRow(site, 'count', 'below-since', { v: 1, rev: 1, value: { '2026-11-20': 3, '2026-11-22': 4 } });
  await pass(10);
  expect(numbersIn(await commentsOf())).toEqual([[3, 1]]);
  await pass(24 * 60, 24 * 60);
  expect(numbersIn(await commentsOf())).toEqual([[3, 1], [4]]);
  expect((await done<Overview>(site, 'getOverview', {})).weakenedSpaces).toBe(1);
});

it('every page that is over its exposure rule for the days is counted, however many there are', async () => {
  const levelId = levelNamed(site, 'Restricted').levelId;
  const pages = 2_001;
  for (let index = 0; index < pages; index += 1)
    await storePageExposure(site, String(9_000_000 + index), levelId, { overSince: '2026-11-01T08:00:00.000Z' });
  await save({ 'over-exposed': on({ days: 3 }) });
  await pass(5);
  expect((await read()).sent.map(({ counts }) => counts)).toEqual([{ 'over-exposed': pages }]);
});

it('the alerts take the same calls with one rule and one page as with every rule, five pages and a full history', async () => {
  const counted = async () => {
    const calls: string[] = [];
    intercept = (call, proceed) => {
      calls.push(call.target);
      return proceed();
    };
    const view = await read();
    intercept = undefined;
    return { view, calls: calls.toSorted() };
  };
  await save({ leaked: on() });
  const one = await counted();
  const pageIds = [pageId];
  while (pageIds.length < 5) pageIds.push(await aPage(site, { spaceId: DEMO_SPACES.ENG }));
  const accountIds = Array.from({ length: 20 }, (_, index) => `712020:person-${String(index)}`);
  await save(
    Object.fromEntries(ALERT_RULES.map((name) => [name, on({ accountIds, days: 7, pageId: pageIds.at(-1) })])),
    pageIds,
  );
  for (let sent = 0; sent < 21; sent += 1) await done(site, 'sendTestAlert', { pageId: pageIds[sent % 5] });
  const many = await counted();
  expect([many.view.pages.length, many.view.sent.length]).toEqual([5, 20]);
  expect(many.calls).toEqual(one.calls);
});

it('the app refuses a rule without people, without a page, and a page that the admin cannot view', async () => {
  const fieldsOf = async (payload: object) =>
    (await refusal(site, 'changeAlerts', { rev: 0, ...payload })).fields?.map(({ field }) => field);
  expect(await fieldsOf({ pageIds: [pageId], rules: alertRules({ late: on({ accountIds: [] }) }) })).toEqual([
    'rules.late.accountIds',
  ]);
  expect(await fieldsOf({ pageIds: [], rules: alertRules({ late: on() }) })).toEqual(['pageIds']);
  expect(await fieldsOf({ pageIds: ['999999'], rules: alertRules() })).toEqual(['pageIds']);
  const elsewhere = { pageIds: [pageId], address: '//elsewhere.example', rules: alertRules() };
  expect(await fieldsOf(elsewhere)).toEqual(['address']);
  const tested = await done<{ outcome: string }>(site, 'sendTestAlert', { pageId });
  expect([tested.outcome, (await commentsOf())[0]]).toEqual([
    'written',
    expect.stringMatching(/This is a test alert\./),
  ]);
  expect((await read()).rev).toBe(0);
});
