import { keepsLogLine } from '../../local/forge/runtime';
import { TRIGGER_PATH } from '../../local/forge/web-trigger';
import { DEMO_PAGES } from '../../local/demo';
import { openSite, type Site } from '../support/site';

/** Calls of front ends, requests and answers above the platform's sizes and rates fail as they do on Forge. */

const KB = 1024;
let answer = '';
let nowMs = Date.parse('2026-11-23T09:00:10.000Z');
let site: Site;
beforeAll(() => {
  site = openSite({
    meter: 'on',
    now: () => new Date(nowMs),
    functions: {
      admin: () => Promise.resolve(answer),
      surfaces: () => Promise.resolve(answer),
      rest: () => Promise.resolve({ statusCode: 200, body: answer }),
    },
  });
});
beforeEach(() => {
  answer = '';
});
afterAll(() => site.close());

const surface = (payload: unknown) =>
  site.surface('level-byline', 'openPopup', payload, { pageId: DEMO_PAGES.runbookDatabase });

it.each([
  ['the admin area', (payload: unknown) => site.admin('any', payload)],
  ['a frame', surface],
])('a payload of %s has at most 500 KB, counted in bytes, and an answer at most 5 MB', async (_name, invoke) => {
  expect(await invoke({ text: 'x'.repeat(499 * KB) })).toBe('');
  await expect(invoke({ text: 'x'.repeat(500 * KB) })).rejects.toThrow('500 KB');
  await expect(invoke({ text: 'é'.repeat(250 * KB) })).rejects.toThrow('500 KB');
  answer = 'x'.repeat(5 * KB * KB - 2);
  expect(await invoke({})).toHaveLength(answer.length);
  answer += 'x';
  await expect(invoke({})).rejects.toThrow('5 MB');
});

const request = () =>
  site.host.callWebTrigger({
    method: 'GET',
    target: `${TRIGGER_PATH}/v1/level`,
    rawHeaders: [],
    body: Buffer.from(''),
  });

it('an answer of the web trigger has at most 5 MB', async () => {
  answer = 'x'.repeat(5 * KB * KB);
  expect((await request()).status).toBe(200);
  answer += 'x';
  expect((await request()).status).toBe(500);
});

it('the web trigger answers 7,000 calls a minute and 300 a second, and each answer has the rest of the minute', async () => {
  nowMs = Date.parse('2026-11-23T09:01:00.000Z');
  const send = async (count: number) => {
    const answers = [];
    for (let sent = 0; sent < count; sent += 1) answers.push(await request());
    return answers.map(({ status, headers }) => [status, headers['X-Ratelimit-Remaining']?.[0]]);
  };
  const seconds = [await send(301)];
  expect([seconds[0]?.[0], ...(seconds[0] ?? []).slice(299)]).toEqual([
    [200, '6999'],
    [200, '6700'],
    [429, '6699'],
  ]);
  for (let second = 1; second <= 23; second += 1) {
    nowMs += 1_000;
    seconds.push(await send(300));
  }
  const last = seconds.at(-1) ?? [];
  expect([last.filter(([status]) => status === 200).length, last.at(-1)]).toEqual([99, [429, '0']]);
  expect((await request()).headers['X-Ratelimit-Reset']).toEqual([String(Date.parse('2026-11-23T09:02:00Z') / 1_000)]);
  nowMs = Date.parse('2026-11-23T09:02:00.000Z');
  expect(await send(1)).toEqual([[200, '6999']]);
});

it('the log of an invocation has at most 100 lines and 200 KB, and a test site with more fails', async () => {
  const noise = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const kept: boolean[] = [];
  const talkative = openSite({
    functions: {
      rest: () => {
        for (let line = 0; line < 105; line += 1) kept.push(keepsLogLine('x'));
        return Promise.resolve({ statusCode: 200 });
      },
      admin: () => {
        // Test files share modules, but each has a console of its own.
        keepsLogLine('x'.repeat(200 * KB + 1));
        return Promise.resolve({});
      },
    },
  });
  await talkative.host.invokeWebTrigger({});
  expect([kept.indexOf(false), talkative.host.droppedLogLines()]).toEqual([100, 5]);
  await talkative.host.invokeWebTrigger({});
  await talkative.admin('any', {});
  expect([kept.lastIndexOf(true), talkative.host.droppedLogLines()]).toEqual([204, 11]);
  expect(() => talkative.close()).toThrow('dropped 11 log lines');
  expect(noise).toHaveBeenCalledTimes(3);
  noise.mockRestore();
});
