import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_SPACES } from '../../local/demo';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';

/** The commands of docs/levels-and-settings.md have the described effects, in their order. */

const guide = readFileSync(join(__dirname, '../../docs/levels-and-settings.md'), 'utf8');
const examples = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

itWith('bash', 'curl')('every example is answered as the text around it says', async () => {
  const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});
  const { key } = await site.createKey();
  const env: Record<string, string> = { BASE_URL: baseUrl, KEY: key, SPACE_ID: DEMO_SPACES.ENG };
  const run = async (example: string) => {
    const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${example}`], {
      env: { ...process.env, ...env },
      timeout: 240_000,
    });
    return JSON.parse(stdout);
  };
  const [read = '', setSite = '', makeScheme = '', setSpace = '', emptySpace = '', ...others] = examples;
  expect(others).toEqual([]);

  expect(await run(read)).toMatchObject({ lowering: 'allowed', defaultLevel: null, schemes: [], spaces: [] });
  const ofSite = { lowering: 'justified', defaultLevel: { levelKey: 'internal' }, schemeId: null };
  expect(await run(setSite)).toMatchObject(ofSite);
  const scheme = await run(makeScheme);
  expect(scheme).toMatchObject({ name: 'Confidential', levelKeys: ['highly-restricted', 'restricted'] });
  env.SCHEME_ID = scheme.schemeId;
  const space = { spaceId: DEMO_SPACES.ENG, schemeId: scheme.schemeId, defaultLevel: { levelKey: 'restricted' } };
  expect(await run(setSpace)).toMatchObject(space);
  expect(await run(read)).toMatchObject({ ...ofSite, schemes: [scheme], spaces: [space] });
  expect(await run(emptySpace)).toMatchObject({ schemeId: null, defaultLevel: null });
  expect(await run(read)).toMatchObject({ ...ofSite, spaces: [] });
});

it('the guide to levels and settings has only valid links', () => {
  const files = [...guide.matchAll(/\]\(([\w./-]+)/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(join(__dirname, '../../docs', file)))).toEqual([]);
});
