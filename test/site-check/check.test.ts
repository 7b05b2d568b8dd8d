import { ADMIN, ADMIN2, DEMO_PAGES } from '../../local/demo';
import type { PlatformSwitch } from '../../local/forge/assumptions';
import type { PlatformCall } from '../../local/forge/platform-calls';
import type { SiteCheckView } from '../../src/admin/site/site-check';
import { type Answer, type ProbeName, PROBES } from '../../src/capabilities/answers';
import { ask, done, refusal } from '../admin/ask';
import { setUpAccess } from '../support/access';
import { FAULTS } from '../support/fault-injection';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { attach } from '../support/wiki-pages';

/**
 * Tests the check of a site, with the part that an admin starts, and the later answers from its queue events and
 * scheduled triggers.
 */

const START = new Date('2026-11-23T09:00:00.000Z');

let now: Date;
let calls: PlatformCall[];
let answerCall: (call: PlatformCall, proceed: () => Promise<Response>) => Promise<Response>;
let site: Site;
beforeEach(() => {
  now = START;
  calls = [];
  answerCall = (_call, proceed) => proceed();
  site = openSite({
    now: () => now,
    queryLagMs: 0,
    hostLimitMs: 200,
    storageLimitMs: 200,
    intercept: (call, proceed) => {
      calls.push(call);
      return answerCall(call, proceed);
    },
  });
});
beforeEach(() => attach(site, DEMO_PAGES.runbookDatabase, 'runbook.txt'));
afterEach(() => site.close());

const after = (minutes: number) => (now = new Date(START.getTime() + minutes * 60_000));
const start = (email?: string) => done<SiteCheckView>(site, 'startSiteCheck', {}, email);
const read = () => done<SiteCheckView>(site, 'getSiteCheck', {});

/** Everything that follows from a check, and the view after it. */
async function finish(): Promise<SiteCheckView> {
  await site.host.background.settle();
  after(1.1);
  await site.host.background.settle();
  after(5);
  await site.host.background.runSchedule('every-five-minutes');
  return read();
}

const probesOf = ({ sections }: SiteCheckView) => sections.flatMap(({ probes }) => probes);
function answerOf(view: SiteCheckView, probe: ProbeName): Answer | undefined {
  return probesOf(view).find((one) => one.probe === probe)?.answer;
}
const stateOf = (view: SiteCheckView, probe: ProbeName) => answerOf(view, probe)?.state ?? 'none';
const pendingOf = (view: SiteCheckView) => probesOf(view).flatMap((one) => (one.isPending ? [one.probe] : []));

it('the site check shows every probe, and nothing is known at first', async () => {
  const view = await read();
  expect(view).toMatchObject({ appVersion: '1.0.0', isRunning: false });
  expect(view).not.toHaveProperty('lastCheck');
  expect(view.sections.map(({ section, probes }) => [section, probes.map(({ probe }) => probe)])).toEqual(
    Object.entries(PROBES).map(([section, probes]) => [section, Object.keys(probes)]),
  );
  expect(probesOf(view).every(({ answer, isPending }) => answer === undefined && !isPending)).toBe(true);
});

it('the site check answers every probe that needs no person, at once or after the next scheduled trigger', async () => {
  const view = await start();
  expect(view.lastCheck).toEqual({ startedAt: START.toISOString(), endedAt: START.toISOString() });
  expect(pendingOf(view)).toEqual([
    'act-as-person.consumer',
    'act-as-person.schedule',
    'storage-expiry',
    'queue',
    'queue-delay',
  ]);
  const finished = await finish();
  const answers = probesOf(finished).filter(({ source }) => source === 'check');
  const expected: Partial<Record<ProbeName, string>> = {
    'native-levels': 'fails none',
    'personal-data-report': 'works not-closed',
    'role-assignments-old-model': 'works status-404',
    queue: 'works seconds-0',
    'queue-delay': 'works seconds-66',
    'storage-condition': 'works status-400.CONDITIONAL_CHECK_FAILED',
    'storage-not-exists': 'works status-400.CONDITIONAL_CHECK_FAILED',
    'storage-only-if-absent': 'works status-409.KEY_CONFLICT',
    // Rows may stay after their time to live.
    'storage-expiry': 'fails minutes-5',
  };
  for (const { probe, answer } of answers) {
    expect([probe, [answer?.state, answer?.detail].join(' ').trim()]).toEqual([probe, expected[probe] ?? 'works']);
    expect(answer?.appVersion).toBe('1.0.0');
  }
  expect(pendingOf(finished)).toEqual(['storage-expiry']);
});

it('a page that the app does not see says nothing about permission checks', async () => {
  answerCall = ({ path }, proceed) =>
    path.endsWith('/permission/check') ? Promise.resolve(new Response('{}', { status: 404 })) : proceed();
  await start();
  expect(answerOf(await finish(), 'permission-check')).toMatchObject({ state: 'not-tried', detail: 'page-not-seen' });
});

it.each<[PlatformSwitch, ProbeName]>([
  ['no-impersonation-in-resolvers', 'act-as-person.resolver'],
  ['no-impersonation-in-consumers', 'act-as-person.consumer'],
  ['no-impersonation-in-schedules', 'act-as-person.schedule'],
  ['no-permission-check', 'permission-check'],
  ['no-admin-check', 'admin-check'],
  ['not-exists-never-holds', 'storage-not-exists'],
  ['unknown-conflict-status', 'storage-condition'],
  ['slow-queries', 'storage-index'],
  ['stale-batches', 'storage-batch'],
  ['transactions-collide', 'storage-parallel'],
  ['no-search-alias', 'search-alias'],
  ['closed-spaces', 'data-policies'],
  ['downloads-not-followed', 'attachment-download'],
  ['no-license', 'license'],
])('the site check finds out where a site differs: %s', async (platformSwitch, probe) => {
  site.host.assumptions.add(platformSwitch);
  await start();
  expect(stateOf(await finish(), probe)).toBe('fails');
  site.host.assumptions.delete(platformSwitch);
  const since = answerOf(await read(), probe)?.since;
  after(11);
  await start();
  after(16);
  await site.host.background.settle();
  await site.host.background.runSchedule('every-five-minutes');
  const mended = answerOf(await read(), probe);
  expect(mended?.state).not.toBe('fails');
  expect(mended?.since).not.toBe(since);
});

it('the site check finds out where a site differs in what exposure is measured from, and why it does not know it', async () => {
  const exposed = ['search-restrictions', 'group-size', 'search-user-total', 'role-assignments-old-model'] as const;
  const answers = async (minutes: number) => {
    after(minutes);
    const view = await start();
    return Object.fromEntries(
      [...exposed, 'anonymous-request' as const].map((probe) => {
        const { state, detail } = answerOf(view, probe) ?? {};
        return [probe, [state, detail].join(' ').trim()];
      }),
    );
  };
  // Confluence has a fault, then nothing to show, and roles.
  const [search, mode] = ['/wiki/rest/api/content/search', '/wiki/api/v2/space-role-mode'];
  const nothing = ['/wiki/api/v2/pages', '/wiki/rest/api/group'];
  answerCall = ({ path }, proceed) =>
    [search, mode, '/wiki/rest/api/search/user'].some((one) => path.startsWith(one))
      ? Promise.resolve(new Response('', { status: 503 }))
      : nothing.some((one) => path.startsWith(`${one}?`))
        ? Promise.resolve(Response.json({ results: [] }))
        : proceed();
  await setUpAccess(site, { allowsAnonymous: false });
  expect(await answers(0)).toEqual({
    'search-restrictions': 'not-tried no-page',
    'group-size': 'not-tried no-group',
    'search-user-total': 'not-tried status-503',
    'role-assignments-old-model': 'not-tried no-mode',
    'anonymous-request': 'not-tried not-public',
  });
  answerCall = (_call, proceed) => proceed();
  await setUpAccess(site, { mode: 'ROLES' });
  expect(await answers(11)).toMatchObject({ 'role-assignments-old-model': 'not-tried roles-on' });
  await setUpAccess(site, { mode: 'PRE_ROLES', allowsAnonymous: true });
  expect(await answers(22)).toEqual({
    'search-restrictions': 'works',
    'group-size': 'works',
    'search-user-total': 'works',
    'role-assignments-old-model': 'works status-404',
    'anonymous-request': 'works',
  });

  const switches: readonly PlatformSwitch[] = [
    ...(['restrictions-not-expanded', 'no-group-size', 'user-total-of-part'] as const),
    ...(['role-assignments-in-old-model', 'no-anonymous-calls'] as const),
  ];
  for (const one of switches) site.host.assumptions.add(one);
  expect(await answers(33)).toEqual({
    'search-restrictions': 'fails not-expanded',
    'group-size': 'fails no-total',
    'search-user-total': 'fails no-total',
    'role-assignments-old-model': 'fails status-200',
    'anonymous-request': 'fails refused',
  });
  site.host.assumptions.clear();
  site.host.assumptions.add('consented-to-less');
  expect(await answers(44)).toMatchObject({ 'group-size': 'fails status-403', 'search-restrictions': 'works' });
});

it('a second check on the same day waits for its own answers, and no longer', async () => {
  await start();
  await finish();
  after(15);
  const started = await start();
  expect(pendingOf(started)).toEqual(expect.arrayContaining(['queue', 'queue-delay', 'act-as-person.consumer']));
  await site.host.background.settle();
  after(17);
  await site.host.background.settle();
  expect(pendingOf(await read()).filter((probe) => probe.startsWith('queue') || probe.endsWith('consumer'))).toEqual(
    [],
  );
});

it('the site check reports the test account of Atlassian once for each version', async () => {
  const reports = () => calls.filter(({ path }) => path.includes('report-accounts')).length;
  site.host.assumptions.add('no-personal-data-report');
  await start();
  after(11);
  await start();
  expect([reports(), stateOf(await read(), 'personal-data-report')]).toEqual([1, 'fails']);
});

it('an answer keeps the time since when it is so', async () => {
  await start();
  const { since } = answerOf(await read(), 'act-as-person.resolver') ?? {};
  after(24 * 60);
  await start();
  expect(answerOf(await read(), 'act-as-person.resolver')).toMatchObject({ since, at: now.toISOString() });
});

describe('limits', () => {
  it('a check makes at most 25 calls to Confluence, 35 storage operations and 4 events, whatever it finds', async () => {
    // A value that never expires is read twice.
    answerCall = async (call, proceed) =>
      call.body?.includes('probe:') === true && call.path.endsWith('/get')
        ? Response.json({ key: (JSON.parse(call.body) as { key: string }).key, value: { v: 1 } })
        : proceed();
    const isPush = ({ path }: PlatformCall) => path.includes('/queue/publish/');
    const counted = { confluence: 0, storage: 0, events: 0 };
    const count = () => {
      counted.confluence += calls.filter(({ target }) => target === 'confluence').length;
      counted.storage += calls.filter(({ target }) => target === 'kvs').length;
      counted.events += calls.filter((call) => isPush(call) && call.body?.includes('"probes"') === true).length;
      calls = [];
    };
    /** A run of the trigger, less what it does without a check. */
    const runSchedule = async () => {
      await site.host.background.runSchedule('every-five-minutes');
      const isOfCheck = ({ body = '', path }: PlatformCall) =>
        (path.includes('/wiki/') && path.includes('/pages?')) || /"probe"|probe:|"audit"/.test(body);
      calls = calls.filter(isOfCheck);
      count();
    };
    // The work of the version that runs is done.
    after(-10);
    site.host.lifecycle.install();
    for (const minutes of [-5, 0]) {
      after(minutes);
      await site.host.background.settle();
    }
    calls = [];
    await start();
    count();
    await site.host.background.settle();
    after(1.1);
    await site.host.background.settle();
    count();
    for (const minutes of [5, 10, 125, 130]) {
      after(minutes);
      await runSchedule();
    }
    // One read each of the four runs is there without a check.
    expect({ ...counted, storage: counted.storage - 4 }).toEqual({
      confluence: 25,
      storage: expect.any(Number),
      events: 2,
    });
    expect(counted.storage - 4).toBeLessThanOrEqual(35);
    calls = [];
    expect(answerOf(await read(), 'storage-expiry')).toMatchObject({ state: 'fails', detail: 'minutes-125' });
  });

  it('ten minutes pass between two checks, and a refused one asks Confluence nothing more', async () => {
    await start();
    after(9.9);
    calls = [];
    const refused = await refusal(site, 'startSiteCheck', {}, ADMIN2.email);
    expect(refused).toMatchObject({ code: 'SITE_CHECK_TOO_SOON', message: expect.stringContaining('09:10 UTC') });
    expect(calls.filter(({ target }) => target === 'confluence')).toHaveLength(1);
    after(10);
    await start(ADMIN2.email);
  });

  it('of two admins who start a check at the same time, one does', async () => {
    const outcomes = await Promise.all(
      [ADMIN.email, ADMIN2.email].map((email) => ask<SiteCheckView>(site, 'startSiteCheck', {}, email)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'site-check.run')).toHaveLength(1);
  });
});

it('the site check is in the audit log with its admin', async () => {
  await start(ADMIN2.email);
  const { value } = await site.admin('listAudit', { type: 'site-check.run' });
  expect(value.entries).toMatchObject([{ actorAccountId: ADMIN2.accountId, subject: 'site' }]);
});

it('the site check stores no id of people or pages, no text of the platform, and leaves no row behind', async () => {
  await start();
  await site.host.background.settle();
  after(5);
  await site.host.background.runSchedule('every-five-minutes');
  const rows = rowsOf(site, 'probe');
  expect(rows.map(({ key }) => key)).toEqual(['answers']);
  // Every text has one of these forms, and none of them has room for an id or a text.
  const forms = [
    /^(works|fails|not-tried)$/,
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
    /^1\.0\.0$/,
    /^(seconds|minutes)-\d{1,4}$|^status-\d{3}(\.[A-Z_]+)?$|^[a-z-]+$/,
  ];
  const { answers, check } = rows[0]?.value['data'] as { answers: Record<string, object>; check: { auditId: string } };
  const texts = Object.values(answers).flatMap((answer) => Object.values(answer) as string[]);
  expect(texts.filter((one) => !forms.some((form) => form.test(one)))).toEqual([]);
  expect(Object.keys(check).sort()).toEqual(['auditId', 'endedAt', 'expiry', 'startedAt']);
  expect(JSON.stringify(rows)).not.toContain(ADMIN.accountId);
});

describe('a fault of the platform', () => {
  it('never fails a check: each call that fails is an answer', async () => {
    await start();
    const total = calls.length;
    const outcomes: string[] = [];
    const quick = FAULTS.filter(({ name }) => /^connection lost, after/.test(name));
    let minutes = 0;
    for (const fault of quick) {
      for (let index = 1; index < total; index += 1) {
        after((minutes += 11));
        await site.host.background.settle();
        let seen = -1;
        answerCall = (call, proceed) => ((seen += 1) === index ? fault.answer(call, proceed) : proceed());
        const result = await ask<SiteCheckView>(site, 'startSiteCheck', {});
        answerCall = (_call, proceed) => proceed();
        const code = result.ok ? 'ok' : result.error.code;
        if (code !== 'ok') outcomes.push(`${index} of ${total}: ${code}`);
      }
    }
    // Only the row of the check itself must be readable and writable, which takes five calls.
    const failures = new Set(outcomes);
    expect([...failures].every((one) => one.endsWith('STORAGE_UNAVAILABLE'))).toBe(true);
    expect(failures.size).toBeLessThanOrEqual(5);
  });

  it('does not replace an answer by none', async () => {
    await start();
    after(11);
    answerCall = (call, proceed) =>
      call.path.includes('/pages?') ? Promise.resolve(new Response('', { status: 503 })) : proceed();
    await start();
    expect(answerOf(await read(), 'act-as-person.resolver')).toMatchObject({ state: 'works', at: START.toISOString() });
  });

  it('leaves a probe without an answer as not tried, with its code', async () => {
    answerCall = (call, proceed) =>
      call.path.includes('/pages?') ? Promise.resolve(new Response('', { status: 503 })) : proceed();
    expect(answerOf(await start(), 'act-as-person.resolver')).toMatchObject({
      state: 'not-tried',
      detail: 'status-503',
    });
  });

  it('is an answer if the queue refuses events', async () => {
    answerCall = (call, proceed) =>
      call.path.includes('/queue/publish/') ? Promise.resolve(new Response('', { status: 500 })) : proceed();
    const view = await start();
    expect(answerOf(view, 'queue')).toMatchObject({ state: 'fails', detail: 'not-pushed' });
    expect(stateOf(view, 'queue-delay')).toBe('fails');
  });
});

describe('answers of the page and of people', () => {
  const record = (answers: object) => ask<SiteCheckView>(site, 'recordFrameProbe', { answers });

  it('are stored, changed and removed', async () => {
    await record([
      { probe: 'frame-clipboard', state: 'works' },
      { probe: 'rule-headers', state: 'fails' },
      { probe: 'frame-context', state: 'works', detail: 'locale,timezone,theme' },
    ]);
    const view = await read();
    expect([stateOf(view, 'frame-clipboard'), stateOf(view, 'rule-headers')]).toEqual(['works', 'fails']);
    expect(answerOf(view, 'frame-context')?.detail).toBe('locale,timezone,theme');
    await record([
      { probe: 'frame-clipboard', state: 'fails', detail: 'NotAllowedError' },
      { probe: 'rule-headers', state: 'not-tried' },
    ]);
    const changed = await read();
    expect(answerOf(changed, 'frame-clipboard')).toMatchObject({ state: 'fails', detail: 'NotAllowedError' });
    expect(stateOf(changed, 'rule-headers')).toBe('none');
  });

  it.each([
    ['another probe', [{ probe: 'act-as-person.consumer', state: 'works' }], 'answers.0.probe'],
    ['an unknown probe', [{ probe: 'x', state: 'works' }], 'answers.0.probe'],
    ['a detail with an id', [{ probe: 'frame-context', state: 'works', detail: 'p123456' }], 'answers.0.detail'],
    ['a detail with text', [{ probe: 'frame-context', state: 'works', detail: 'two words' }], 'answers.0.detail'],
    ['no answer', [], 'answers'],
  ])('are refused: %s', async (_what, answers, field) => {
    const { fields, code } = await refusal(site, 'recordFrameProbe', { answers });
    expect([code, fields?.map((one) => one.field)]).toEqual(['INVALID_INPUT', [field]]);
    expect(rowsOf(site, 'probe')).toEqual([]);
  });
});

it('an installation by a person who does not use this site proves nothing about the platform', async () => {
  await site.setUser('viewer@example.com', { active: false });
  const upgraderAccountId = site.host.confluence.accountIdOf('viewer@example.com');
  const event = { eventType: 'avi:forge:upgraded:app', app: { version: '1.1.0' }, upgraderAccountId };
  site.host.background.publish(event);
  await site.host.background.settle();
  expect(answerOf(await read(), 'act-as-person.consumer')).toMatchObject({
    state: 'not-tried',
    detail: 'person-inactive',
  });
});

it('some probes run after an installation, without an admin, and store no account id', async () => {
  site.host.lifecycle.install();
  await site.host.background.settle();
  after(1.1);
  await site.host.background.settle();
  const view = await read();
  const answered = probesOf(view).flatMap(({ probe, answer }) =>
    answer === undefined ? [] : [`${probe} ${answer.state}`],
  );
  expect(answered).toEqual([
    'act-as-person.consumer works',
    'queue works',
    'queue-delay works',
    'installed-event works',
  ]);
  expect(JSON.stringify(rowsOf(site, 'probe'))).not.toContain(ADMIN.accountId);
  expect(view.mayStartAt).toBeUndefined();
});
