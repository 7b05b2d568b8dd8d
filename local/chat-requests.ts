import * as z from 'zod';
import { callTool, type Door, toolsOf } from './chat';
import { unauthenticated } from './confluence';
import type { LocalHost } from './host';

/**
 * The chat stub over HTTP: `GET /local/chat` lists the actions of the agent, `POST /local/chat/{action}?page={id}` calls
 * one with the inputs of the body. `POST /local/mcp` answers the JSON-RPC requests `initialize`, `ping`, `tools/list` and `tools/call`.
 */

const inputs = z.record(z.string(), z.unknown());
const rpc = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z
    .object({ name: z.string(), arguments: inputs.default({}) })
    .optional()
    .catch(undefined),
});

const initialization = z.object({ params: z.object({ protocolVersion: z.string() }) });

/** The versions of MCP whose requests this stub answers. They differ in what it does not have. */
const MCP_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

const NOTE = 'A stub without a model. It calls the actions that the agent lists, with the inputs that you send.';

/** @returns undefined if nothing exists at this address */
export async function answerChat(host: LocalHost, request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const person = personOf(host, request);
  if (person === undefined) return unauthenticated(pathname);
  const { accountId } = person;
  if (pathname === '/local/mcp') {
    return request.method === 'POST' ? answerMcp(host, accountId, await jsonOf(request)) : notAllowed('POST');
  }
  if (pathname === '/local/chat') {
    return request.method === 'GET' ? Response.json({ note: NOTE, actions: shown(host, 'agent') }) : notAllowed('GET');
  }
  const [, action] = /^\/local\/chat\/([a-z0-9-]+)$/.exec(pathname) ?? [];
  if (action === undefined) return undefined;
  if (request.method !== 'POST') return notAllowed('POST');
  const parsed = inputs.safeParse((await jsonOf(request)) ?? {});
  if (!parsed.success) return invalid([], 'must be a JSON object with the inputs of the action');
  const pageId = searchParams.get('page') ?? undefined;
  if (pageId !== undefined && !/^\d{1,15}$/.test(pageId)) return invalid(['page'], 'must be the id of a page');
  const page = pageId === undefined ? {} : { pageId };
  try {
    const done = await callTool(host, { door: 'agent', action, accountId, inputs: parsed.data, ...page });
    return done && Response.json(done, { headers: { 'X-Request-Id': done.requestId } });
  } catch (error) {
    return Response.json({ message: error instanceof Error ? error.message : 'The function failed.' }, { status: 424 });
  }
}

async function answerMcp(host: LocalHost, accountId: string | undefined, body: unknown): Promise<Response> {
  const { data: call } = rpc.safeParse(body);
  if (call === undefined) return rpcError(null, -32600, 'Not a JSON-RPC 2.0 request');
  // A notification has no answer.
  if (call.id === undefined) return new Response(null, { status: 202 });
  const { id } = call;
  if (call.method === 'initialize') return Response.json({ jsonrpc: '2.0', id, result: introduction(host, body) });
  if (call.method === 'ping') return Response.json({ jsonrpc: '2.0', id, result: {} });
  if (call.method === 'tools/list') return Response.json({ jsonrpc: '2.0', id, result: { tools: shown(host, 'mcp') } });
  if (call.method !== 'tools/call') return rpcError(id, -32601, `There is no method ${call.method}`);
  if (call.params === undefined) return rpcError(id, -32602, 'params must be {name, arguments}');
  const { name, arguments: args } = call.params;
  try {
    const done = await callTool(host, { door: 'mcp', action: name, accountId, inputs: args });
    if (done === undefined) return rpcError(id, -32602, `There is no tool ${name}`);
    const isError = inputs.safeParse(done.answer).data?.errors !== undefined;
    const content = [{ type: 'text', text: JSON.stringify(done.answer) }];
    return Response.json({ jsonrpc: '2.0', id, result: { content, isError } });
  } catch (error) {
    return rpcError(id, -32603, error instanceof Error ? error.message : 'The function failed.');
  }
}

/** The first answer of a session, in the version that the client asks for, if it is one of these, or else in the latest. */
function introduction(host: LocalHost, body: unknown): object {
  const { data } = initialization.safeParse(body);
  const asked = MCP_VERSIONS.find((version) => version === data?.params.protocolVersion);
  const [{ key: name = '', name: title = '' } = {}] = host.manifest.mcpServers;
  return {
    protocolVersion: asked ?? MCP_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name, title, version: 'local' },
  };
}

function shown(host: LocalHost, door: Door): readonly object[] {
  return toolsOf(host, door).map(({ key, description, inputs: declared }) => ({
    name: key,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(declared).map(([name, { type, description: text }]) => [name, { type, description: text }]),
      ),
      required: Object.entries(declared).flatMap(([name, { required }]) => (required ? [name] : [])),
    },
  }));
}

/** The account of the Basic credentials. Without credentials, the platform names no person. undefined: wrong credentials. */
function personOf(host: LocalHost, request: Request): { readonly accountId: string | undefined } | undefined {
  const authorization = request.headers.get('authorization');
  if (authorization === null) return { accountId: undefined };
  const caller = host.confluence.authenticate(authorization);
  return caller?.kind === 'user' ? { accountId: caller.accountId } : undefined;
}

function rpcError(id: string | number | null, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } });
}

function invalid(path: readonly string[], message: string): Response {
  return Response.json({ errors: [{ path, message }] }, { status: 400 });
}

function notAllowed(methods: string): Response {
  return new Response(null, { status: 405, headers: { Allow: methods } });
}

function jsonOf(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined);
}
