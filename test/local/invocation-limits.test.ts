import { TRIGGER_PATH } from '../../local/forge/web-trigger';
import { DEMO_PAGES } from '../../local/demo';
import { openSite, type Site } from '../support/site';

/** Calls of front ends and answers above the platform's sizes fail as they do on Forge. */

const KB = 1024;
let answer = '';
let site: Site;
beforeAll(() => {
  site = openSite({
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

it('an answer of the web trigger has at most 5 MB', async () => {
  const call = async () =>
    (
      await site.host.callWebTrigger({
        method: 'GET',
        target: `${TRIGGER_PATH}/v1/level`,
        rawHeaders: [],
        body: Buffer.from(''),
      })
    ).status;
  answer = 'x'.repeat(5 * KB * KB);
  expect(await call()).toBe(200);
  answer += 'x';
  expect(await call()).toBe(500);
});
