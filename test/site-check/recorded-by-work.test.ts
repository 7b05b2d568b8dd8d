import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { PlatformSwitch } from '../../local/forge/assumptions';
import type { Answer, ProbeName } from '../../src/capabilities/answers';
import { shapeOf } from '../../src/capabilities/argument-shape';
import { SURFACE_CONTRACT } from '../../src/surfaces/contract';
import { FIRST_CALLS } from '../../src/surfaces/frame-bridges';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';

/** Calls that happen anyway record answers, once per process, and after the response is decided. */

let now: Date;
let site: Site;
beforeEach(() => {
  now = new Date('2026-11-23T09:00:00.000Z');
  site = openSite({ now: () => now, recordsAnswers: true });
});
afterEach(() => site.close());

function answerOf(probe: ProbeName): Answer | undefined {
  const [row] = rowsOf(site, 'probe');
  const { answers } = (row?.value['data'] ?? { answers: {} }) as { answers: Partial<Record<ProbeName, Answer>> };
  return answers[probe];
}

const readPage = async (key: string) => {
  const { status, calls } = await site.rest('GET', `/v1/page-level/by-page/${DEMO_PAGES.openHome}`, { key });
  return { status, storageCalls: calls.filter(({ target }) => target === 'kvs').length };
};

describe('acting as the creator of a key, in the web trigger', () => {
  const probe = 'act-as-person.web-trigger';

  it('is recorded by the first request alone', async () => {
    const { key } = await site.createKey();
    // The first use of a key is recorded, too.
    await site.rest('GET', '/v1/level', { key });
    const first = await readPage(key);
    expect(answerOf(probe)).toMatchObject({ state: 'works', at: now.toISOString() });
    const second = await readPage(key);
    expect(first.storageCalls - second.storageCalls).toBeLessThanOrEqual(3);
    const third = await readPage(key);
    expect(third.storageCalls).toBe(second.storageCalls);
  });

  it('is recorded when it changes', async () => {
    const { key } = await site.createKey();
    await readPage(key);
    site.host.assumptions.add('no-impersonation-in-web-triggers');
    expect((await readPage(key)).status).toBe(404);
    expect(answerOf(probe)).toMatchObject({ state: 'fails', detail: 'refused' });
  });

  it('says nothing after a creator was deactivated', async () => {
    const { key } = await site.createKey();
    await site.setUser('admin@example.com', { active: false });
    expect((await readPage(key)).status).toBe(401);
    expect(answerOf(probe)).toBeUndefined();
  });

  it('never changes a response: a storage that fails, fails the record alone', async () => {
    const { key } = await site.createKey();
    site.host.faults.add({ target: 'kvs', match: 'answers', status: 503, times: 10 });
    expect((await readPage(key)).status).toBe(404);
  });
});

it.each<[string, PlatformSwitch, ProbeName, () => Promise<unknown>]>([
  [
    'the byline',
    'unknown-byline-arguments',
    'byline-arguments',
    () => site.byline('level-byline-by-language', { pageId: DEMO_PAGES.openHome }),
  ],
  [
    'an action',
    'unknown-action-arguments',
    'action-arguments',
    () => site.action('get-level', { pageId: DEMO_PAGES.openHome }),
  ],
])('the form of the arguments of %s is recorded, without a value', async (_what, platformSwitch, probe, call) => {
  await call();
  const understood = answerOf(probe);
  expect(understood).toMatchObject({ state: 'works', detail: expect.stringMatching(/installContext/) });
  expect(understood?.detail).not.toContain(DEMO_PAGES.openHome);
  site.host.assumptions.add(platformSwitch);
  await call();
  expect(answerOf(probe)).toMatchObject({ state: 'fails', detail: expect.stringMatching(/^0\.version,0\.data/) });
});

it('an action records whether the platform names its person', async () => {
  await site.action('get-level', { pageId: DEMO_PAGES.openHome }, { as: 'anonymous' });
  expect(answerOf('action-person')).toMatchObject({ state: 'fails', detail: 'no-person' });
  await site.action('get-level', { pageId: DEMO_PAGES.openHome });
  expect(answerOf('action-person')).toMatchObject({ state: 'works' });
});

describe('acting as people who are not site admins', () => {
  const probe = 'act-as-person.other-people';
  const open = async (as: string) => {
    await site.surface('home', 'openHome', {}, { as });
    await site.host.background.settle();
  };
  const tomorrow = () => (now = new Date(now.getTime() + 86_400_000));

  it('is answered by the first of them who opens the home page on a day, without an account id', async () => {
    await open('admin@example.com');
    expect(answerOf(probe)).toBeUndefined();
    tomorrow();
    await open('editor@example.com');
    expect(answerOf(probe)).toMatchObject({ state: 'works', at: now.toISOString() });
    const account = site.host.confluence.accountIdOf('editor@example.com') ?? '';
    expect(JSON.stringify(rowsOf(site, 'probe'))).not.toContain(account);
    tomorrow();
    site.host.assumptions.add('no-impersonation-in-consumers');
    await open('editor@example.com');
    expect(answerOf(probe)).toMatchObject({ state: 'fails', detail: 'refused' });
  });

  it('is asked once a day in a process', async () => {
    const pushed: string[] = [];
    const opened = openSite({
      now: () => now,
      recordsAnswers: true,
      intercept: ({ path, body }, proceed) => {
        if (path.startsWith('/webhook/queue') && body?.includes('"person"') === true) pushed.push(path);
        return proceed();
      },
    });
    for (const as of ['admin@example.com', 'editor@example.com']) await opened.surface('home', 'openHome', {}, { as });
    tomorrow();
    await opened.surface('home', 'openHome', {}, { as: 'editor@example.com' });
    opened.close();
    expect(pushed).toHaveLength(2);
  });
});

it('the page of a space records whether it knows its space', async () => {
  await site.surface('space-classification', 'openSpace', {}, { spaceKey: 'ENG' });
  expect(answerOf('space-id')).toMatchObject({ state: 'works' });
  expect(JSON.stringify(rowsOf(site, 'probe'))).not.toContain(DEMO_SPACES.ENG);
});

it('the first call of a frame records its bridge, and the next ones call storage no more', async () => {
  const at = { pageId: DEMO_PAGES.officeGuide };
  await site.surface('classify-below', 'openPopup', {}, at);
  expect(answerOf('frame-bridge.popup')).toBeUndefined();
  const storageCalls = async () => {
    const { calls } = await site.surfaceCalls('level-byline', 'openPopup', {}, at);
    return calls.filter(({ target }) => target === 'kvs').length;
  };
  const first = await storageCalls();
  expect(answerOf('frame-bridge.popup')).toMatchObject({ state: 'works', at: now.toISOString() });
  expect(answerOf('frame-bridge.banner')).toBeUndefined();
  const second = await storageCalls();
  // One read and one write of the answers, and what the first view of a page stores.
  expect(first - second).toBeLessThanOrEqual(3);
  expect(await storageCalls()).toBe(second);
});

it('a frame that is refused records its bridge, too', async () => {
  const answer = await site.surface('level-byline', 'openPopup', { unknown: true }, { pageId: DEMO_PAGES.officeGuide });
  expect(answer).toMatchObject({ ok: false });
  expect(answerOf('frame-bridge.popup')).toMatchObject({ state: 'works' });
});

it('each frame of the manifest except the admin area has a probe, and a first call that its document makes', () => {
  const { resources } = site.host.manifest;
  const frames = resources.filter(({ path }) => path.startsWith('static/surfaces/')).map(({ key }) => key);
  const probes = Object.entries(FIRST_CALLS).map(([call, probe]) => [probe.replace('frame-bridge.', ''), call]);
  expect(probes.map(([frame]) => frame).sort()).toEqual([...frames].sort());
  expect(probes.filter(([, call = '']) => !Object.hasOwn(SURFACE_CONTRACT, call))).toEqual([]);
});

it('page events record the greatest delay of the day', async () => {
  const publishAt = async (createdMinutesAgo: number) => {
    const eventCreatedDate = new Date(now.getTime() - createdMinutesAgo * 60_000).toISOString();
    const content = { id: DEMO_PAGES.openHome, type: 'page', space: { id: DEMO_SPACES.ENG } };
    site.host.background.publish({ eventType: 'avi:confluence:archived:page', ...{ eventCreatedDate, content } });
    await site.host.background.settle();
    return answerOf('page-events');
  };
  expect(await publishAt(0.1)).toMatchObject({ state: 'works', detail: 'within-1-minute' });
  expect(await publishAt(30)).toMatchObject({ state: 'fails', detail: 'within-1-hour' });
  expect(await publishAt(0.1)).toMatchObject({ state: 'fails', detail: 'within-1-hour' });
  now = new Date(now.getTime() + 86_400_000);
  expect(await publishAt(5)).toMatchObject({ state: 'works', detail: 'within-10-minutes' });
});

describe('the form of arguments', () => {
  it('has the names of members without their values', () => {
    const argument = {
      extension: { content: { id: '65601', type: 'page' } },
      list: [{ a: 1 }],
      '712020:x': 1,
      p12345: 2,
    };
    expect(shapeOf([argument, null])).toBe('0.extension.content.id,0.extension.content.type,0.list.*.a,0.*,0.*,1');
  });

  it('fits into an answer', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member${index % 100}x${index}`, 1]));
    expect(shapeOf([many]).length).toBeLessThanOrEqual(1_200);
  });
});
