import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { DEMO_PAGES, EDITOR } from '../../local/demo';
import { type ServedSite, serveSite } from '../support/browser';

/** The client of the official SDK for MCP against the stub of the local host. */

let site: ServedSite;
let client: Client;
beforeAll(async () => {
  site = await serveSite();
  client = new Client({ name: 'test', version: '1.0.0' });
  const authorization = `Basic ${Buffer.from(`${EDITOR.email}:local`).toString('base64')}`;
  const address = new URL(`${site.url}/local/mcp`);
  // The SDK leaves `undefined` out of its optional members.
  const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers: { authorization } } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
});
afterAll(async () => {
  await client.close();
  await site.stop();
});

const call = async (name: string, inputs: object) => {
  const { content, isError } = await client.callTool({ name, arguments: { ...inputs } });
  const [{ text }] = content as [{ text: string }];
  return { isError, answer: JSON.parse(text) };
};

it('the client connects, and lists the tools with the values of their inputs', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'classification-tools' });
  await client.ping();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'check-use',
    'explain-level',
    'find-my-pages',
    'get-level',
    'propose-level',
  ]);
  const { inputSchema } = tools.find(({ name }) => name === 'find-my-pages') ?? {};
  expect(inputSchema?.properties?.['need']).toMatchObject({
    description: expect.stringMatching(/^no-level, findings, higher-level or review/),
  });
  await expect(client.callTool({ name: 'set-level', arguments: {} })).rejects.toThrow('There is no tool set-level');
});

it('each link in an answer is absolute', async () => {
  const pageId = DEMO_PAGES.architecture;
  const link = (id: string) => `${site.url}/wiki/pages/viewpage.action?pageId=${id}`;
  expect((await call('explain-level', { pageId })).answer.link).toBe(link(pageId));
  expect((await call('propose-level', { pageId, level: 'Internal' })).answer.link).toBe(link(pageId));
  const { pages } = (await call('find-my-pages', {})).answer;
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) expect(page.link).toBe(link(page.pageId));
});

it('a wrong value is answered with the list of values', async () => {
  const { isError, answer } = await call('find-my-pages', { need: 'everything' });
  expect([isError, answer.errors[0].message]).toEqual([
    true,
    expect.stringContaining('must be one of no-level, findings, higher-level, review'),
  ]);
});
