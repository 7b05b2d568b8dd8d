import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../local/forge/manifest';
import { routes } from '../../src/rest/routes';

/** The table of docs/who-sees-what.md has the scopes of the routes, and the tools of the manifest. */

const guide = readFileSync(join(__dirname, '../../docs/who-sees-what.md'), 'utf8');
const [head = [], , ...rows] = guide
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()).slice(1, -1)); // prettier-ignore
const cell = (row: string, column: string) =>
  rows.find(([name]) => name === row)?.[head.indexOf(column)] ?? `no row ${row}`;
const scopesIn = (text: string) => [...text.matchAll(/`([a-z]+::[a-z]+)`/g)].map(([, scope]) => scope);

it.each([
  ['Level of a page that they see', 'GET', '/v1/page-level/by-page/:pageId'],
  ['Set a level', 'POST', '/v1/page-level'],
  ['History of the levels of a page', 'GET', '/v1/page-level/by-page/:pageId/history'],
  ['Findings of a page, masked', 'GET', '/v1/detection/by-page/:pageId'],
  ['Words around a value', 'GET', '/v1/detection/:detectionId'],
  ['Remove values, exclude findings on the page', 'POST', '/v1/redaction'],
  ['Remove values, exclude findings on the page', 'POST', '/v1/exclusion'],
  ['Numbers of a space', 'GET', '/v1/detection/coverage/summary'],
  ['Settings and audit log', 'GET', '/v1/audit'],
  ['Settings and audit log', 'GET', '/v1/setting'],
])('"%s" names the scope of %s %s', (row, method, path) => {
  const scopes = routes.filter((route) => route.method === method && route.path === path).map(({ scope }) => scope);
  expect(scopesIn(cell(row, 'API key'))).toEqual(scopes);
});

it('agents have no tool that sets a level, and automation has one', () => {
  const { actions, agents, surfaces } = readManifest();
  const ofAgents = agents.flatMap((agent) => agent.actions);
  expect(actions.map(({ key }) => key)).toEqual(expect.arrayContaining([...ofAgents, 'set-level']));
  expect(ofAgents).not.toContain('set-level');
  expect(surfaces.map(({ key }) => key)).toContain('set-level');
  expect(cell('Set a level', 'Agent (Rovo, MCP)')).toMatch(/^no, it proposes/);
  expect(cell('Set a level', 'Automation action')).toMatch(/^yes/);
});

it('no one gets a detected value', () => {
  const [, ...cells] = rows.find(([name]) => name === 'The detected value') ?? [];
  expect(cells).toHaveLength(head.length - 1);
  expect(cells.filter((text) => !text.startsWith('never'))).toEqual([]);
});
