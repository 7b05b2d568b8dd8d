import * as z from 'zod';
import { DEMO_PAGES, EDITOR, VIEWER } from '../../local/demo';
import { BAD_INPUTS } from '../../local/chat';
import { type ServedSite, serveSite } from '../support/browser';
import { rowsOf } from '../support/stored-rows';

/** The chat stub and MCP over HTTP: only listed actions, as the person of the credentials. */

const answer = z.looseObject({
  error: z.object({ code: z.number() }).optional(),
  result: z
    .looseObject({
      tools: z.array(z.object({ name: z.string() })).default([]),
      content: z.array(z.object({ text: z.string() })).default([]),
      isError: z.boolean().optional(),
    })
    .optional(),
});

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

const post = async (path: string, body: unknown, email?: string) => {
  const headers: Record<string, string> =
    email === undefined ? {} : { authorization: `Basic ${Buffer.from(`${email}:local`).toString('base64')}` };
  const response = await fetch(`${site.url}/local/${path}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: answer.parse(await response.json()) };
};
const rpc = (method: string, params?: object) => post('mcp', { jsonrpc: '2.0', id: 1, method, params }, EDITOR.email);

it('calls a listed action with the open page as its place', async () => {
  const { status, body } = await post(
    `chat/get-level?page=${DEMO_PAGES.architecture}`,
    {
      pageId: DEMO_PAGES.architecture,
    },
    EDITOR.email,
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    payload: { context: { contentId: DEMO_PAGES.architecture, spaceKey: 'ENG' } },
    answer: { isClassified: false },
  });
});

it('the local chat does not call an action that the agent does not list', async () => {
  for (const action of ['set-level', 'scan-page', 'none']) {
    expect((await post(`chat/${action}`, {}, EDITOR.email)).status).toBe(404);
    expect((await rpc('tools/call', { name: action, arguments: {} })).body.error).toMatchObject({ code: -32602 });
  }
});

it('MCP lists the tools with their inputs, and calls them', async () => {
  const names = (await rpc('tools/list')).body.result?.tools.map(({ name }) => name);
  expect(names).toContain('get-level');
  expect(names).not.toContain('set-level');
  const { result } = (await rpc('tools/call', { name: 'get-level', arguments: { pageId: DEMO_PAGES.architecture } }))
    .body;
  expect(result).toMatchObject({ isError: false });
  expect(JSON.parse(result?.content[0]?.text ?? '')).toMatchObject({ isClassified: false });
  const hidden = await post(
    'mcp',
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'get-level', arguments: { pageId: DEMO_PAGES.payroll } },
    },
    VIEWER.email,
  );
  expect(hidden.body.result?.isError).toBe(true);
});

it.each<[string, unknown, number]>([
  ['mcp', '{', -32600],
  ['mcp', { jsonrpc: '2.0', id: 1, method: 'x' }, -32601],
  ['mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call' }, -32602],
])('%s refuses %j with an error', async (path, body, code) => {
  const refused = await post(path, body);
  expect([refused.status, refused.body.error?.code]).toEqual([200, code]);
});

it('bad inputs never throw and never change a level', async () => {
  for (const action of ['get-level', 'explain-level', 'find-my-pages', 'propose-level'])
    for (const inputs of Object.values(BAD_INPUTS)) {
      for (const email of [EDITOR.email, undefined])
        expect((await post(`chat/${action}`, inputs, email)).status).toBe(200);
    }
  expect(rowsOf(site, 'page-level')).toEqual([]);
  expect((await post('chat/get-level', '[]', EDITOR.email)).status).toBe(400);
  expect((await post('chat/get-level?page=x', {}, EDITOR.email)).status).toBe(400);
});
