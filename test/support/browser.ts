import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type ConsoleMessage,
  type Frame,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from 'playwright-core';
import * as z from 'zod';
import type { LocalHost } from '../../local/host';
import { type RunningServer, serve } from '../../local/server';
import { recordUse } from './record-use';
import { openSite, type Site, type SiteOptions } from './site';

/** A real Chromium on the local host, for tests of what a user sees and can do. */

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium loads a page of its own for the first feature, next to each of ours. The others are the relevant ones of
  // Playwright's own list, which this list replaces.
  '--disable-features=WebUIOmniboxAimPopup,PaintHolding,HttpsUpgrades,MediaRouter,OptimizationHints',
];

/** Ends a wait for something that never appears. Playwright's own 30 seconds can be too short on a busy machine. */
const LONGEST_WAIT_MS = 120_000;

const screenshots = join(__dirname, '../../test-results');

/** @throws an error with install instructions if no browser is installed */
export function launchBrowser(): Promise<Browser> {
  recordUse('browsers');
  // `npm test` sets CHROMIUM_PATH.
  const executablePath = process.env.CHROMIUM_PATH ?? findBrowser();
  return chromium.launch({ executablePath, args: FLAGS });
}

function findBrowser(): string {
  return execFileSync(process.execPath, [join(__dirname, '../../scripts/programs.mjs')], { encoding: 'utf8' }).trim();
}

export interface ServedSite extends Site {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts an in-memory site on its own port.
 * @param after an ended site whose address to reuse: a browser that visited it has compiled and cached the files
 */
export async function serveSite(options: SiteOptions = {}, after?: ServedSite): Promise<ServedSite> {
  const address: { server?: RunningServer } = {};
  const site = openSite({ ...options, siteUrl: () => address.server?.url ?? 'http://127.0.0.1' });
  const port = after === undefined ? 0 : Number(new URL(after.url).port);
  // Another process may have taken the port in the meantime.
  const host = answeringLate(site.host);
  const server = await serve(host, port).catch(() => serve(host, 0));
  address.server = server;
  return {
    ...site,
    url: server.url,
    stop: async () => {
      await server.close();
      site.close();
      // Lets a client in this process notice that its connection ended, before it reuses it for a site at the same
      // address.
      await setImmediate();
      await setImmediate();
    },
  };
}

/**
 * SLOW_ANSWERS delays the app's responses to its frames by this many milliseconds: a test that checks before its
 * content has loaded then always fails, not only on a busy machine.
 */
function answeringLate(host: LocalHost): LocalHost {
  const ms = Number(process.env.SLOW_ANSWERS ?? 0);
  if (ms === 0) return host;
  return {
    ...host,
    invokeResolver: async (...call) => {
      await setTimeout(ms);
      return host.invokeResolver(...call);
    },
    invokeSurface: async (...call) => {
      await setTimeout(ms);
      return host.invokeSurface(...call);
    },
  };
}

export interface SiteVisit {
  readonly page: Page;
  /** Must stay empty: Content-Security-Policy violations, script errors, requests to other hosts. */
  readonly problems: readonly string[];
  /** The operations of the app that frames have called since the page was opened, in order. */
  readonly invoked: readonly string[];
  close(): Promise<void>;
}

export interface Visit extends SiteVisit {
  /** The frame of the app. */
  readonly app: Frame;
}

export interface SiteVisitOptions {
  readonly as?: string;
  readonly path?: string;
  readonly theme?: 'light' | 'dark';
  /** A script that runs first in every frame. */
  readonly before?: string;
  readonly width?: number;
  /** True if the browser enforces the policy of a page. If not, only the page itself keeps scripts out. */
  readonly policy?: boolean;
  /** The browser's time zone: `Europe/Berlin`. Default: that of the machine. */
  readonly timeZone?: string;
  /** The time of the browser's clock. Default: the real time. */
  readonly now?: Date;
}

export interface VisitOptions extends Omit<SiteVisitOptions, 'policy'> {
  /** True if the frame may use the clipboard. */
  readonly clipboard?: boolean;
}

/** Opens a page of the site, by default its home page. */
export async function visitSite(
  browser: Browser,
  site: ServedSite,
  options: SiteVisitOptions = {},
): Promise<SiteVisit> {
  recordUse('visits');
  const { as = 'admin@example.com', path = '/site/', theme = 'light' } = options;
  const { context, page, giveBack } = await takeTab(browser, options);
  await context.addCookies([
    { name: 'account', value: encodeURIComponent(as), url: site.url },
    { name: 'theme', value: theme, url: site.url },
  ]);
  const { problems, invoked, stop } = watch(context, site.url);
  await page.goto(site.url + path);
  const close = async () => {
    stop();
    await giveBack();
  };
  return { page, problems, invoked, close };
}

interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  giveBack(): Promise<void>;
}

/**
 * The app waits a quarter of a second after typing before it searches, and polls running work every few seconds. Tests
 * wait a tenth of that.
 */
const SHORT_PAUSES = `if (window !== top) {
  const { setTimeout } = window;
  window.setTimeout = (run, ms, ...rest) => setTimeout(run, ms >= 250 && ms <= 3000 ? ms / 10 : ms, ...rest);
}`;

/** The idle tabs, with the machine's clock and with a fixed clock. */
const idleTabs = new WeakMap<Browser, Record<'real' | 'set', Tab[]>>();

/**
 * A browser tab in a context without data of earlier visits. Opening one takes as long as loading the admin area
 * twice, so a tab is reused unless a visit set an option that cannot be reset.
 */
async function takeTab(browser: Browser, options: SiteVisitOptions): Promise<Tab> {
  const { width = 1280, policy = true, timeZone, now, before } = options;
  const viewport = { width, height: 900 };
  const isUsual = policy && timeZone === undefined && before === undefined;
  const tabs = idleTabs.get(browser) ?? { real: [], set: [] };
  idleTabs.set(browser, tabs);
  const idle = tabs[now === undefined ? 'real' : 'set'];
  const known = isUsual ? idle.pop() : undefined;
  if (known !== undefined) {
    await known.page.setViewportSize(viewport);
    if (now !== undefined) await known.context.clock.setFixedTime(now);
    return known;
  }
  const context = await browser.newContext({
    viewport,
    locale: 'en-US',
    bypassCSP: !policy,
    ...(timeZone === undefined ? {} : { timezoneId: timeZone }),
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  if (now !== undefined) await context.clock.setFixedTime(now);
  await context.addInitScript(SHORT_PAUSES);
  if (before !== undefined) await context.addInitScript(before);
  const page = await context.newPage();
  const tab: Tab = {
    context,
    page,
    giveBack: async () => {
      if (!isUsual || page.isClosed()) return context.close();
      await forget(context, page);
      idle.push(tab);
    },
  };
  return tab;
}

/** All state that a visit leaves behind. */
async function forget(context: BrowserContext, page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  page.removeAllListeners();
  await page.evaluate('localStorage.clear(); sessionStorage.clear();');
  await page.goto('about:blank');
  await page.mouse.move(0, 0);
  await context.clearCookies();
  await context.clearPermissions();
  await Promise.all(
    context
      .pages()
      .filter((other) => other !== page)
      .map((other) => other.close()),
  );
}

/** Opens the admin area, or one of its pages (`/levels`), like a user who follows its link. */
export async function visitAdmin(browser: Browser, site: ServedSite, options: VisitOptions = {}): Promise<Visit> {
  const { path = '', clipboard = true } = options;
  const visit = await visitSite(browser, site, { ...options, path: `/site/admin${path}` });
  const { page } = visit;
  if (clipboard) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  }
  // It exists once the page has loaded. Querying the page for it would load Playwright into this frame as well.
  const [, app] = page.frames();
  if (app === undefined) throw new Error('the page has no frame of the app');
  await app.waitForSelector('h1');
  await app.waitForSelector('.skeleton', { state: 'detached' });
  return { ...visit, app };
}

/**
 * Chromium's warning about a frame of the same origin. On Forge the frame has its own origin, and the same attribute.
 */
const SANDBOX_WARNING = 'An iframe which has both allow-scripts and allow-same-origin';

/** Waits until a frame has run and drawn what was due before, which is every task before its next two frames. */
export function drawn(frame: Frame | Page): Promise<void> {
  return frame.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`);
}

/** Presses Escape after a dialog has opened. */
export async function pressEscape(page: Page, app: Frame): Promise<void> {
  await app.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
}

/** Completes a redaction. Its dialog shows that it is searching before the app gets the request. */
export async function settleRedaction({ host: { background } }: Site): Promise<void> {
  while (!background.pending().some(({ module }) => module === 'redactions-consumer')) await setImmediate();
  await background.settle();
}

function watch(context: BrowserContext, origin: string): Omit<SiteVisit, 'page' | 'close'> & { stop(): void } {
  const problems: string[] = [];
  const invoked: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    const isWrong = message.type() === 'error' || message.type() === 'warning';
    if (isWrong && !message.text().startsWith(SANDBOX_WARNING)) problems.push(message.text());
  };
  const onError = (error: WebError) => problems.push(String(error.error()));
  const onRequest = (request: Request) => {
    if (!request.url().startsWith(`${origin}/`) && request.url() !== 'data:,')
      problems.push(`request to ${request.url()}`);
    if (request.url() === `${origin}/site/bridge/invoke`) invoked.push(operationIn(request));
  };
  context.on('console', onConsole);
  context.on('weberror', onError);
  context.on('request', onRequest);
  const stop = () => {
    context.off('console', onConsole);
    context.off('weberror', onError);
    context.off('request', onRequest);
  };
  return { problems, invoked, stop };
}

const invocation = z.object({ functionKey: z.string() });

function operationIn(request: Request): string {
  return invocation.safeParse(request.postDataJSON()).data?.functionKey ?? 'unknown';
}

/**
 * Saves a screenshot as test-results/<name>.png if the variable PICTURES is set. Hidden elements are covered and never
 * in the picture.
 */
export async function capture(page: Page, name: string, hidden: readonly Locator[] = []): Promise<void> {
  if (process.env.PICTURES === undefined) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), mask: [...hidden], maskColor: '#8590a2' });
}

/** The minified form, because it is sent into every frame that is checked. */
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The default rules of axe-core whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** The scope of an axe-core check of a frame. Default: everything, by all rules. */
export interface CheckScope {
  /** A selector of the elements to check. */
  readonly within?: string;
  /** Only the rules that depend on the theme. */
  readonly onlyColors?: boolean;
}

/** The violations that axe-core finds in a frame: `rule: where`. */
export async function accessibilityProblems(
  frame: Frame,
  { within, onlyColors = false }: CheckScope = {},
): Promise<string[]> {
  if (!(await frame.evaluate<boolean>(`'axe' in window`))) await frame.evaluate(axeSource);
  const context = within === undefined ? 'document' : JSON.stringify({ include: [[within]] });
  const options = { iframes: false, resultTypes: ['violations'], ...(onlyColors ? { runOnly: COLOR_RULES } : {}) };
  return frame.evaluate(`axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ' ' + failureSummary)))`);
}
