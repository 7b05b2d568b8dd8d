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
import type { LocalHost } from '../../local/host';
import { type RunningServer, serve } from '../../local/server';
import { openSite, type Site, type SiteOptions } from './site';

/** A real Chromium in front of the local host: what a person sees and can do. */

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The first loads a page of the browser's own beside each of ours, and longer. The rest is what matters of Playwright's
  // own list, whose place this one takes.
  '--disable-features=WebUIOmniboxAimPopup,PaintHolding,HttpsUpgrades,MediaRouter,OptimizationHints',
];

/** Ends a wait for what never comes. Playwright's own 30 seconds can pass on a busy machine. */
const LONGEST_WAIT_MS = 120_000;

const screenshots = join(__dirname, '../../test-results');

/** @throws with what to install where there is no browser */
export function launchBrowser(): Promise<Browser> {
  // `npm test` has set CHROMIUM_PATH.
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
 * A site in memory, on a port of its own.
 * @param after one that has ended, to take its address: a browser that was there has compiled and kept what it loads
 */
export async function serveSite(options: SiteOptions = {}, after?: ServedSite): Promise<ServedSite> {
  const address: { server?: RunningServer } = {};
  const site = openSite({ ...options, siteUrl: () => address.server?.url ?? 'http://127.0.0.1' });
  const port = after === undefined ? 0 : Number(new URL(after.url).port);
  // Another process may have taken it in the meantime.
  const host = answeringLate(site.host);
  const server = await serve(host, port).catch(() => serve(host, 0));
  address.server = server;
  return {
    ...site,
    url: server.url,
    stop: async () => {
      await server.close();
      site.close();
      // A client in this process hears that its connection has ended before it uses it for a site at the same address.
      await setImmediate();
      await setImmediate();
    },
  };
}

/**
 * With SLOW_ANSWERS the administration hears from the app so many milliseconds late: a test that looks before what it
 * looks for is there fails then, every time, and not only on a busy machine.
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
  };
}

export interface SiteVisit {
  readonly page: Page;
  /** What must not happen: violations of the Content-Security-Policy, errors of scripts, requests to anywhere else. */
  readonly problems: readonly string[];
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
  /** A script that runs in every frame before all others. */
  readonly before?: string;
  readonly width?: number;
  /** Whether the browser enforces the policy of a page; where it does not, only the page itself keeps scripts out. */
  readonly policy?: boolean;
  /** Of the browser: `Europe/Berlin`. Default: that of the machine. */
  readonly timeZone?: string;
  /** What the clock of the browser stands at. Default: the real time. */
  readonly now?: Date;
}

export interface VisitOptions extends Omit<SiteVisitOptions, 'policy'> {
  /** Whether the frame may use the clipboard. */
  readonly clipboard?: boolean;
}

/** Opens a page of the site, by default its home page. */
export async function visitSite(
  browser: Browser,
  site: ServedSite,
  options: SiteVisitOptions = {},
): Promise<SiteVisit> {
  const { as = 'admin@example.com', path = '/site/', theme = 'light' } = options;
  const { context, page, giveBack } = await takeTab(browser, options);
  await context.addCookies([
    { name: 'account', value: encodeURIComponent(as), url: site.url },
    { name: 'theme', value: theme, url: site.url },
  ]);
  const { problems, stop } = watch(context, site.url);
  await page.goto(site.url + path);
  const close = async () => {
    stop();
    await giveBack();
  };
  return { page, problems, close };
}

interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  giveBack(): Promise<void>;
}

/** The app polls running work every second or two; here ten times as often. */
const QUICK_LOOKS = `if (window !== top) {
  const { setTimeout } = window;
  window.setTimeout = (run, ms, ...rest) => setTimeout(run, ms >= 1000 && ms <= 2000 ? ms / 10 : ms, ...rest);
}`;

/** Those that nobody uses at the moment: with the clock of the machine, and with one that is set. */
const idleTabs = new WeakMap<Browser, Record<'real' | 'set', Tab[]>>();

/**
 * A browser tab in a context that knows nothing of those before. Opening one takes as long as loading the administration
 * twice, so one is used again where nothing was set in it that cannot be taken back.
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
  await context.addInitScript(QUICK_LOOKS);
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

/** Everything that a visit leaves behind. */
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

/** Opens the administration, or a page of it (`/levels`), as a person does who follows its link. */
export async function visitAdmin(browser: Browser, site: ServedSite, options: VisitOptions = {}): Promise<Visit> {
  const { path = '', clipboard = true } = options;
  const visit = await visitSite(browser, site, { ...options, path: `/site/admin${path}` });
  const { page } = visit;
  if (clipboard) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  }
  // It is there since the page has loaded. To ask the page for it, Playwright would load itself into this frame as well.
  const [, app] = page.frames();
  if (app === undefined) throw new Error('the page has no frame of the app');
  await app.waitForSelector('h1');
  await app.waitForSelector('.skeleton', { state: 'detached' });
  return { ...visit, app };
}

/** Chromium's warning about a frame of the same origin. On Forge the frame has an origin of its own, and the same attribute. */
const SANDBOX_REMARK = 'An iframe which has both allow-scripts and allow-same-origin';

/** Presses Escape once a dialog is there to get it. */
export async function pressEscape(page: Page, app: Frame): Promise<void> {
  await app.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
}

/** Does what a redaction comes to: its dialog says that it looks before the app has heard of it. */
export async function settleRedaction({ host: { background } }: Site): Promise<void> {
  while (!background.pending().some(({ module }) => module === 'redactions-consumer')) await setImmediate();
  await background.settle();
}

function watch(context: BrowserContext, origin: string): { readonly problems: string[]; stop(): void } {
  const problems: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    const isWrong = message.type() === 'error' || message.type() === 'warning';
    if (isWrong && !message.text().startsWith(SANDBOX_REMARK)) problems.push(message.text());
  };
  const onError = (error: WebError) => problems.push(String(error.error()));
  const onRequest = (request: Request) => {
    if (!request.url().startsWith(`${origin}/`) && request.url() !== 'data:,')
      problems.push(`request to ${request.url()}`);
  };
  context.on('console', onConsole);
  context.on('weberror', onError);
  context.on('request', onRequest);
  const stop = () => {
    context.off('console', onConsole);
    context.off('weberror', onError);
    context.off('request', onRequest);
  };
  return { problems, stop };
}

/**
 * Keeps what is seen as test-results/<name>.png where the variable PICTURES is set; what is hidden is covered, and never
 * in the picture.
 */
export async function capture(page: Page, name: string, hidden: readonly Locator[] = []): Promise<void> {
  if (process.env.PICTURES === undefined) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), mask: [...hidden], maskColor: '#8590a2' });
}

/** Its small form: it is sent into every frame that is looked at. */
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Those of the usual rules of axe-core that a theme decides. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** What of a frame axe-core looks at. Default: everything, by all its rules. */
export interface Look {
  /** A selector of the parts that matter. */
  readonly within?: string;
  /** Only what a theme changes. */
  readonly onlyColors?: boolean;
}

/** What axe-core finds wrong in a frame: `rule: where`. */
export async function accessibilityProblems(
  frame: Frame,
  { within, onlyColors = false }: Look = {},
): Promise<string[]> {
  if (!(await frame.evaluate<boolean>(`'axe' in window`))) await frame.evaluate(axeSource);
  const context = within === undefined ? 'document' : JSON.stringify({ include: [[within]] });
  const options = { iframes: false, resultTypes: ['violations'], ...(onlyColors ? { runOnly: COLOR_RULES } : {}) };
  return frame.evaluate(`axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ' ' + failureSummary)))`);
}
