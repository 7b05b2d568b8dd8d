import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { GlobalSettings, Manifest } from '../forge/manifest';
import { failureForBridge } from '../forge/surfaces';
import type { LocalHost } from '../host';
import { returnAddress } from './address';
import { browse } from './browse';
import { answerChatPage } from './chat-page';
import { confluenceFor } from './confluence-client';
import { noAccessPage, notFoundPage } from './refusals';
import { readResource } from './resource';
import { answerRulePages } from './rules';
import { html, redirect, text } from './responses';
import { adminPage, type ShellOptions, THEME } from './shell';
import { changeMacro, changeRuleInputs, frameClaims, invokeSurface, refreshByline } from './surfaces/bridge';
import { frontEndContext } from './surfaces/frames';
import { type ModuleLink, readAppsMenu } from './surfaces/module-pages';
import { themeStyleSheet } from './themes';
import { answerTour } from './tour';
import { choiceCookie, readVisitor, type Visitor } from './visitor';

/**
 * The site in a browser, everything below /site/: a shell around the app's Custom UI, and the bridge between the two.
 */

const invocation = z.object({
  functionKey: z.string(),
  payload: z.unknown().optional(),
  /** The frame of a module on a page. Absent in the admin area. */
  frame: frameClaims.optional(),
});

/** @returns undefined if nothing exists at this address */
export async function answerUi(host: LocalHost, request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const [settings] = host.manifest.globalSettings;
  if (settings === undefined) return undefined;
  const visitor = readVisitor(request);
  const shell = async () => ({
    visitor,
    settings,
    appsMenu: await appsMenuOf(host, visitor),
    path: pathname,
    switches: host.assumptions,
  });
  if (request.method === 'POST') {
    // Requests from another site in the same browser must have no effect here.
    if (!isSameOrigin(request)) return new Response('From another origin', { status: 403 });
    if (pathname === '/site/choice') return choose(request, searchParams.get('back') ?? '');
    if (pathname === '/site/bridge/invoke') return invoke(host, request, visitor);
    if (pathname === '/site/bridge/confluence') return requestAsVisitor(host, visitor, await jsonOf(request));
    if (pathname === '/site/bridge/consent') return allowApp(host, visitor);
    if (pathname === '/site/bridge/byline') return refreshByline(host, visitor, await jsonOf(request));
    if (pathname === '/site/bridge/macro') return changeMacro(host, visitor, await jsonOf(request));
    if (pathname === '/site/bridge/rule') return changeRuleInputs(host, visitor, await jsonOf(request));
    if (isAutomation(pathname)) return automate(host, await shell(), new URLSearchParams(await request.text()));
    if (!pathname.startsWith('/site/spaces/')) return undefined;
    return browse(host, await shell(), new URLSearchParams(await request.text()));
  }
  if (request.method !== 'GET') return undefined;
  if (pathname === '/site/' || pathname.startsWith('/site/spaces/') || pathname.startsWith('/site/apps/')) {
    return browse(host, await shell());
  }
  if (isAutomation(pathname)) return automate(host, await shell());
  // The app reads the rest of the path through the bridge.
  if (pathname === '/site/admin' || pathname.startsWith('/site/admin/')) {
    const options = await shell();
    return visitor.email === undefined ? html(noAccessPage(options), 403) : html(adminPage(options));
  }
  return (
    answerTour(host, request, pathname) ??
    answerGet(host.manifest, pathname) ??
    contextOrNothing(host, settings, visitor, pathname)
  );
}

const restPath = z.object({ path: z.string().startsWith('/wiki/') });

/** `requestConfluence` of a frame: Confluence decides as for the person. */
async function requestAsVisitor(host: LocalHost, { email }: Visitor, body: unknown): Promise<Response> {
  const { data } = restPath.safeParse(body);
  const accountId = email === undefined ? undefined : host.confluence.accountIdOf(email);
  if (data === undefined || accountId === undefined) return Response.json({}, { status: 401 });
  return host.confluence.handle(new Request(`http://127.0.0.1${data.path}`), { kind: 'user', accountId });
}

/** The pages of Automation and of the chat stub. */
function isAutomation(pathname: string): boolean {
  return pathname === '/site/chat' || pathname === '/site/rules' || pathname.startsWith('/site/rules/');
}

async function automate(host: LocalHost, options: ShellOptions, form?: URLSearchParams): Promise<Response> {
  if (options.path === '/site/chat') return answerChatPage(host, options, form);
  return (await answerRulePages(host, options, form)) ?? html(notFoundPage(options), 404);
}

/** Empty for accounts that have no access to Confluence. */
async function appsMenuOf(host: LocalHost, visitor: Visitor): Promise<readonly ModuleLink[]> {
  const client = confluenceFor(host, visitor);
  return client === undefined ? [] : readAppsMenu(host, client, visitor);
}

function answerGet(manifest: Manifest, pathname: string): Response | undefined {
  switch (pathname) {
    case '/site':
    case '/site/spaces':
    case '/':
      return redirect('/site/');
    case '/site/theme.css':
      return text(themeStyleSheet(), 'text/css');
    case '/site/shell.css':
      return text(browserFile('shell.css'), 'text/css');
    case '/site/shell.js':
    case '/site/bridge.js':
    case '/site/page-shell.js':
      return text(browserFile(pathname.slice('/site/'.length)), 'text/javascript');
  }
  const [, key, path] = /^\/site\/(?:resource|frame)\/([a-z0-9-]+)\/(.*)$/.exec(pathname) ?? [];
  return key === undefined || path === undefined ? undefined : readResource(manifest, key, path);
}

/** The response of `view.getContext()` in the admin area. */
function contextOrNothing(
  host: LocalHost,
  settings: GlobalSettings,
  visitor: Visitor,
  pathname: string,
): Response | undefined {
  if (pathname !== '/site/bridge/context') return undefined;
  const { key } = settings;
  const extension = { type: 'confluence:globalSettings' };
  const context = frontEndContext(host, visitor, { moduleKey: key, localId: `${key}-local`, extension });
  return Response.json({ theme: THEME, context });
}

async function invoke(host: LocalHost, request: Request, visitor: Visitor): Promise<Response> {
  const parsed = invocation.safeParse(await jsonOf(request));
  if (!parsed.success) return Response.json({ message: 'not an invocation' }, { status: 400 });
  const { functionKey, payload, frame } = parsed.data;
  if (frame !== undefined) return invokeSurface(host, visitor, frame, functionKey, payload);
  const accountId = host.viewer(visitor.email)?.accountId;
  if (accountId === undefined) return Response.json({ message: 'not an invocation' }, { status: 400 });
  try {
    const { result, requestId } = await host.invokeResolver(functionKey, payload, accountId);
    return Response.json(result ?? null, { headers: { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' } });
  } catch (error) {
    return failureForBridge(error);
  }
}

/** The person lets the app act for them, here and in rules. */
function allowApp({ viewer, automation }: LocalHost, { email }: Visitor): Response {
  const accountId = viewer(email)?.accountId;
  if (accountId !== undefined) automation.allow(accountId, true);
  return Response.json({});
}

async function choose(request: Request, back: string): Promise<Response> {
  const cookie = choiceCookie(new URLSearchParams(await request.text()));
  if (cookie === undefined) return new Response('Not a choice', { status: 400 });
  return redirect(returnAddress(back), { 'Set-Cookie': cookie });
}

function jsonOf(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined);
}

function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get('host');
}

function browserFile(name: string): string {
  return readFileSync(join(__dirname, 'browser', name), 'utf8');
}
