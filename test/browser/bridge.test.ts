import type { Browser } from 'playwright-core';
import { launchBrowser, type ServedSite, serveSite, visitAdmin } from '../support/browser';

/** `__bridge` of the frame, in which the real @forge/bridge ends. */

let browser: Browser;
let site: ServedSite;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await serveSite();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Commands of @forge/bridge that nothing here answers, one that there is not, and what every object inherits. */
const NOT_MODELED = ['openModal', 'submit', 'reload', 'noSuchCommand', 'constructor', '__proto__'];

it('a command that is not modeled fails loudly, by its name, in the app and on the console', async () => {
  const { app, problems, close } = await visitAdmin(browser, site);
  const callBridge = (command: string) => `__bridge.callBridge(${JSON.stringify(command)}, {})`;
  expect(await app.evaluate(`${callBridge('getContext')}.then(({ moduleKey }) => moduleKey)`)).toBe('administration');
  expect(problems).toEqual([]);

  const messages = await app.evaluate(
    `Promise.all([${NOT_MODELED.map((command) => `${callBridge(command)}.then(() => 'answered', ({ message }) => message)`).join()}])`,
  );
  const expected = NOT_MODELED.map((command) => `The local host does not model the bridge command ${command}.`);
  expect(messages).toEqual(expected);
  expect(problems).toEqual(expected);
  await close();
});
