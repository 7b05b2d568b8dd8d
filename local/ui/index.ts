import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { GlobalSettings, Manifest } from '../forge/manifest';
import type { LocalHost } from '../host';
import { returnAddress } from './address';
import { browse } from './browse';
import { readResource } from './resource';
import { html, redirect, text } from './responses';
import { adminPage, THEME } from './shell';
import { themeStyleSheet } from './themes';
import { choiceCookie, readVisitor, type Visitor } from './visitor';

/**
 * The site in a browser, everything below /site/: a shell around the app's Custom UI, and the bridge between the two.
 */

const invocation = z.object({ functionKey: z.string(), payload: z.unknown() });

/** @returns undefined if nothing exists at this address */
export async function answerUi(host: LocalHost, request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const [settings] = host.manifest.globalSettings;
  if (settings === undefined) return undefined;
  const visitor = readVisitor(request);
  if (request.method === 'POST') {
    // Requests from another site in the same browser must have no effect here.
    if (!isSameOrigin(request)) return new Response('From another origin', { status: 403 });
    if (pathname === '/site/choice') return choose(request, searchParams.get('back') ?? '');
    if (pathname === '/site/bridge/invoke') return invoke(host, request, visitor);
    if (!pathname.startsWith('/site/spaces/')) return undefined;
    return browse(host, { visitor, settings, path: pathname }, new URLSearchParams(await request.text()));
  }
  if (request.method !== 'GET') return undefined;
  if (pathname === '/site/' || pathname.startsWith('/site/spaces/')) {
    return browse(host, { visitor, settings, path: pathname });
  }
  return answerGet(host.manifest, settings, visitor, pathname) ?? contextOrNothing(host, settings, visitor, pathname);
}

function answerGet(
  manifest: Manifest,
  settings: GlobalSettings,
  visitor: Visitor,
  pathname: string,
): Response | undefined {
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
      return text(browserFile(pathname.slice('/site/'.length)), 'text/javascript');
  }
  // The app reads the rest of the path through the bridge.
  if (pathname === '/site/admin' || pathname.startsWith('/site/admin/')) {
    return html(adminPage({ visitor, settings, path: pathname }));
  }
  const [, key, path] = /^\/site\/resource\/([a-z0-9-]+)\/(.*)$/.exec(pathname) ?? [];
  return key === undefined || path === undefined ? undefined : readResource(manifest, key, path);
}

/**
 * The response of `view.getContext()`. The app must not trust it: on a real site, the front end could forge it, too.
 */
function contextOrNothing(
  { installation, confluence }: LocalHost,
  settings: GlobalSettings,
  visitor: Visitor,
  pathname: string,
): Response | undefined {
  if (pathname !== '/site/bridge/context') return undefined;
  return Response.json({
    theme: THEME,
    context: {
      accountId: confluence.accountIdOf(visitor.email),
      cloudId: installation.cloudId,
      environmentId: installation.environmentId,
      environmentType: 'DEVELOPMENT',
      extension: { type: 'confluence:globalSettings' },
      localId: `${settings.key}-local`,
      locale: 'en-US',
      moduleKey: settings.key,
      timezone: 'UTC',
      theme: { colorMode: visitor.colorMode },
    },
  });
}

async function invoke(host: LocalHost, request: Request, visitor: Visitor): Promise<Response> {
  const parsed = invocation.safeParse(await request.json().catch(() => undefined));
  const accountId = host.confluence.accountIdOf(visitor.email);
  if (!parsed.success || accountId === undefined)
    return Response.json({ message: 'not an invocation' }, { status: 400 });
  const { functionKey, payload } = parsed.data;
  try {
    const { result, requestId } = await host.invokeResolver(functionKey, payload, accountId);
    return Response.json(result ?? null, { headers: { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' } });
  } catch (error) {
    return Response.json({ message: error instanceof Error ? error.message : 'The resolver failed.' }, { status: 424 });
  }
}

async function choose(request: Request, back: string): Promise<Response> {
  const cookie = choiceCookie(new URLSearchParams(await request.text()));
  if (cookie === undefined) return new Response('Not a choice', { status: 400 });
  return redirect(returnAddress(back), { 'Set-Cookie': cookie });
}

function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get('host');
}

function browserFile(name: string): string {
  return readFileSync(join(__dirname, 'browser', name), 'utf8');
}
