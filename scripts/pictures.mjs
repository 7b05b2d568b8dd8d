import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import buildOpenApi from './build-openapi.mjs';
import { buildUi } from './build-ui.mjs';
import { fail, install, root } from './install.mjs';
import { withPalette } from './png.mjs';
import { findBrowser, noBrowser } from './programs.mjs';
import { typeScriptCommand } from './run-typescript.mjs';

/**
 * `npm run pictures`: takes the pictures of the guides from the demo, as `pictures.json` lists them. With names, only those. It fails if a
 * page has an error in the console, because a guide must not show one.
 */

const folder = join(root, 'docs/pictures');
const HEIGHT = 900;
/** The longest time until a page shows its content. */
const LIMIT_MS = 60_000;

await install();
const wanted = process.argv.slice(2);
const pictures = JSON.parse(readFileSync(join(root, 'scripts/pictures.json'), 'utf8')).filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
if (pictures.length === 0) fail(`scripts/pictures.json has no ${wanted.join(', ')}.`);
const executablePath = findBrowser() ?? fail(noBrowser());
await buildOpenApi();
await buildUi();

const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const { args, options } = typeScriptCommand('local/start.ts', ['--demo']);
const host = spawn(process.execPath, args, {
  ...options,
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  env: { ...options.env, PORT: String(port), DATA_DIR: dataDir },
});
const ended = once(host, 'exit');
try {
  await ready(host);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  mkdirSync(folder, { recursive: true });
  for (const picture of pictures) await take(browser, picture);
  await browser.close();
} finally {
  host.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

async function take(browser, { name, path, as = 'admin@example.com', width = 1440, opens, frame }) {
  const context = await browser.newContext({ viewport: { width, height: HEIGHT }, locale: 'en-US', timezoneId: 'UTC' });
  await context.addCookies([{ name: 'account', value: encodeURIComponent(as), url: origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(origin + path);
  if (opens !== undefined) await page.click(opens);
  const shown = frame ?? ((await page.$('main iframe')) === null ? undefined : 'main iframe');
  if (shown !== undefined) await drawn(await (await page.waitForSelector(shown)).contentFrame());
  const png = await page.screenshot({ animations: 'disabled' });
  await context.close();
  if (errors.length > 0) throw new Error(`${name}: ${errors.join('; ')}`);
  const small = withPalette(png);
  writeFileSync(join(folder, `${name}.png`), small);
  console.log(`${name}.png ${Math.round(small.length / 1024)} KB`);
}

/** Waits until the frame has content, nothing is loading, and the text stays the same for a second. */
async function drawn(frame) {
  await frame.waitForSelector('h1, h2, fieldset, [role=radiogroup]');
  await frame.waitForFunction(`document.querySelector('[aria-busy=true], .skeleton') === null`);
  for (let before, now = await frame.innerText('body'); before !== now; now = await frame.innerText('body')) {
    before = now;
    await frame.waitForTimeout(1_000);
  }
}

function ready(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (/^Ready /m.test(text)) resolve();
    });
    child.once('exit', () => reject(new Error(`The demo ended before it was ready: ${text}`)));
  });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: found } = server.address();
  server.close();
  await once(server, 'close');
  return found;
}
