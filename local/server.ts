import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { type Caller, unauthenticated } from './confluence';
import { PLATFORM_SWITCHES } from './forge/assumptions';
import { faultInput } from './forge/faults';
import { failureResponse } from './forge/surfaces';
import { TRIGGER_PATH, type WireRequest } from './forge/web-trigger';
import type { LocalHost } from './host';
import { answerChat } from './chat-requests';
import { answerRules } from './rule-requests';
import { answerSurfaces } from './surface-requests';
import { answerUi } from './ui';
import { redirect } from './ui/responses';

/** The local host over HTTP: the web trigger, the site, and endpoints for tests and debugging. */

const switchesInput = z.strictObject({ switches: z.array(z.enum(PLATFORM_SWITCHES)) });

export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** More than the app accepts, so that the app itself refuses. */
const MAX_HEADER_BYTES = 128 * 1024;
/** The default of common servers. A client that reuses a connection while the server closes it would get an error. */
const KEEP_ALIVE_MS = 75_000;

/** Listens on 127.0.0.1 only. Port 0 = any free one. @throws if the port is taken */
export async function serve(host: LocalHost, port: number): Promise<RunningServer> {
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (incoming, outgoing) => {
      void answer(host, incoming, outgoing);
    },
  );
  await listen(server, port);
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actualPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @throws if the port is taken */
export async function requireFreePort(port: number): Promise<void> {
  const server = createServer();
  await listen(server, port);
  await new Promise((resolve) => server.close(resolve));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(host: LocalHost, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const request: WireRequest = {
      method: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      rawHeaders: incoming.rawHeaders,
      body: await readAll(incoming),
    };
    const [path = ''] = request.target.split('?');
    if (path === TRIGGER_PATH || path.startsWith(`${TRIGGER_PATH}/`)) {
      const { status, headers, body } = await host.callWebTrigger(request);
      outgoing.writeHead(status, headers as Record<string, string[]>).end(body);
    } else {
      const ofSite = toRequest(request);
      await send(outgoing, ofSite === undefined ? notUnderstood() : await answerSite(host, ofSite));
    }
  } catch (error) {
    console.error('The local host failed:', error);
    if (!outgoing.headersSent) outgoing.writeHead(500, { 'Content-Type': 'text/plain' });
    outgoing.end('The local host failed; see its log.');
  }
}

export async function answerSite(host: LocalHost, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/' || pathname === '/site' || pathname.startsWith('/site/')) {
    return (await answerUi(host, request)) ?? notFound('There is nothing here. The site begins at /site/.');
  }
  // The addresses of pages for people.
  const [, part] = /^\/wiki\/pages\/view(page|pageattachments)\.action$/.exec(pathname) ?? [];
  if (part !== undefined) {
    // The address of a page without its space. The page itself redirects to the address with its space.
    const page = encodeURIComponent(searchParams.get('pageId') ?? '');
    return redirect(`/site/spaces/unknown/pages/${page}${part === 'page' ? '' : '#attachments'}`);
  }
  if (pathname.startsWith('/wiki/spaces/') || pathname.startsWith('/wiki/apps/'))
    return redirect(pathname.replace('/wiki', '/site'));
  if (pathname === '/wiki' || pathname.startsWith('/wiki/')) {
    const authorization = request.headers.get('authorization');
    const caller: Caller | undefined =
      authorization === null ? { kind: 'anonymous' } : host.confluence.authenticate(authorization);
    return caller === undefined
      ? unauthenticated(new URL(request.url).pathname)
      : host.confluence.handle(request, caller);
  }
  if (pathname.startsWith('/local/trace/') && request.method === 'GET') {
    const trace = host.traces.find(pathname.slice('/local/trace/'.length));
    return trace === undefined
      ? notFound('No request with this id is remembered.')
      : Response.json({ calls: trace.calls });
  }
  if (pathname === '/local/faults') return answerFaults(host, request);
  if (pathname === '/local/platform') return answerSwitches(host, request);
  if (/^\/local\/(events|schedules)(\/|$)/.test(pathname)) return answerBackground(host, request, pathname);
  const [, step] = /^\/local\/(install|upgrade|uninstall)$/.exec(pathname) ?? [];
  if (step !== undefined) return answerLifecycle(host, request, step);
  if (pathname.startsWith('/local/resolver/') && request.method === 'POST') {
    return answerResolver(host, request, pathname.slice('/local/resolver/'.length));
  }
  if (/^\/local\/surface/.test(pathname)) {
    return (
      (await answerSurfaces(host, request)) ?? notFound('There is nothing here. GET /local/surfaces lists the modules.')
    );
  }
  if (/^\/local\/(rules|connections)(\/|$)/.test(pathname)) {
    const isPage = pathname === '/local/rules' && request.headers.get('accept')?.includes('text/html') === true;
    if (isPage) return redirect('/site/rules');
    return (
      (await answerRules(host, request)) ??
      notFound('There is no such rule or account. GET /local/rules lists the rules.')
    );
  }
  if (/^\/local\/(chat|mcp)(\/|$)/.test(pathname)) {
    const isPage = pathname === '/local/chat' && request.headers.get('accept')?.includes('text/html') === true;
    if (isPage) return redirect('/site/chat');
    return (await answerChat(host, request)) ?? notFound('The agent lists no such action. GET /local/chat lists them.');
  }
  if (/^\/local\/(users|spaces|access|native-levels)(\/|$)/.test(pathname)) return host.confluence.administer(request);
  return notFound(
    'Here are /site/ (the site in a browser), /public/local/compliance/api (the app), /wiki (Confluence), /local (for tests).',
  );
}

async function answerFaults(host: LocalHost, request: Request): Promise<Response> {
  if (request.method === 'POST') {
    const parsed = faultInput.safeParse(await jsonOf(request));
    if (!parsed.success)
      return Response.json(
        { errors: parsed.error.issues.map(({ path, message }) => ({ path, message })) },
        { status: 400 },
      );
    host.faults.add(parsed.data);
  } else if (request.method !== 'GET') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, POST' } });
  }
  return Response.json({ faults: host.faults.pending });
}

/** PUT replaces the switches of the platform. */
async function answerSwitches({ assumptions }: LocalHost, request: Request): Promise<Response> {
  if (request.method === 'PUT') {
    const parsed = switchesInput.safeParse(await jsonOf(request));
    if (!parsed.success)
      return Response.json(
        { message: `send {"switches": []} with names of ${PLATFORM_SWITCHES.join(', ')}` },
        { status: 400 },
      );
    assumptions.clear();
    for (const one of parsed.data.switches) assumptions.add(one);
  } else if (request.method !== 'GET') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, PUT' } });
  }
  return Response.json({ switches: [...assumptions] });
}

const upgradeInput = z.strictObject({
  version: z
    .string()
    .regex(/^\d+(\.\d+){0,2}$/)
    .optional(),
});

/** Installs, updates or removes the app. */
async function answerLifecycle({ lifecycle }: LocalHost, request: Request, what: string): Promise<Response> {
  const state = () => ({ installedVersion: lifecycle.installedVersion() ?? null });
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
  if (what === 'install') lifecycle.install();
  else if (lifecycle.installedVersion() === undefined)
    return Response.json({ message: 'The app is not installed.' }, { status: 409 });
  if (what === 'upgrade') {
    const { data } = upgradeInput.safeParse((await jsonOf(request)) ?? {});
    if (data === undefined)
      return Response.json({ message: 'version must be a number such as 1.2.0' }, { status: 400 });
    lifecycle.upgrade(data.version);
  }
  const ran = what === 'uninstall' ? { ran: await lifecycle.uninstall() } : {};
  return Response.json({ ...state(), ...ran });
}

/** Pending and past deliveries to the app. POST delivers an event or runs a schedule at once. */
async function answerBackground({ background }: LocalHost, request: Request, pathname: string): Promise<Response> {
  const [, , what, id] = pathname.split('/');
  if (request.method === 'GET' && id === undefined) {
    return Response.json(
      what === 'events'
        ? { pending: background.pending(), recent: background.recent }
        : { schedules: background.schedules() },
    );
  }
  if (request.method !== 'POST' || id === undefined)
    return new Response(null, { status: 405, headers: { Allow: id === undefined ? 'GET' : 'POST' } });
  try {
    return Response.json(await (what === 'events' ? background.deliver(id) : background.runSchedule(id)));
  } catch (error) {
    return notFound(error instanceof Error ? error.message : 'There is no such event or schedule.');
  }
}

/** An operation of the admin resolver as the person in the Basic credentials, like the UI bridge in a browser. */
async function answerResolver(host: LocalHost, request: Request, operation: string): Promise<Response> {
  const caller = host.confluence.authenticate(request.headers.get('authorization'));
  if (caller?.kind !== 'user') return unauthenticated(new URL(request.url).pathname);
  try {
    const { result, requestId } = await host.invokeResolver(operation, await jsonOf(request), caller.accountId);
    return Response.json(result ?? null, { headers: { 'X-Request-Id': requestId } });
  } catch (error) {
    return failureResponse(error);
  }
}

async function jsonOf(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}

function notUnderstood(): Response {
  return Response.json({ message: 'The method or the address is not one that is served here.' }, { status: 400 });
}

function notFound(message: string): Response {
  return Response.json({ message }, { status: 404 });
}

/** undefined if a WHATWG Request cannot represent it, for example TRACE. */
function toRequest({ method, target, rawHeaders, body }: WireRequest): Request | undefined {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  try {
    return new Request(new URL(target, 'http://127.0.0.1'), {
      method,
      headers,
      body: hasBody ? new Uint8Array(body) : null,
    });
  } catch {
    return undefined;
  }
}

async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
