import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describeWith } from '../support/interpreters';
import { cleanUp, freePort, newDataDir, type RunningServer, startServer } from '../support/server-process';

/**
 * The commands of the README, of local/README.md, of docs/command-line.md and of docs/access.md have the described results, in their
 * order.
 */

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const localHost = readFileSync(join(root, 'local/README.md'), 'utf8');
const commandLine = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
const access = readFileSync(join(root, 'docs/access.md'), 'utf8');
const run = promisify(execFile);

/** The commands of a section, one string for each block. */
function blocksOf(heading: string, text = readme): readonly string[] {
  const section = new RegExp(`^##? ${heading}$([\\s\\S]*?)(?:^## |(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? '';
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}

describeWith('bash', 'curl')('the README', () => {
  let server: RunningServer;

  beforeAll(async () => {
    expect(blocksOf('Quickstart')[0]).toBe('npm start\n');
    server = await startServer({ command: 'script', dataDir: newDataDir(), port: await freePort() });
  });
  afterAll(cleanUp);

  /** Runs a block like a user, with the values noted so far. */
  async function type(
    block: string,
    noted: Readonly<Record<string, string>> = {},
  ): Promise<{ out: string; code: number }> {
    const here = block.replaceAll('http://127.0.0.1:8080', server.origin);
    const variables = { ...process.env, PORT: new URL(server.origin).port, ...noted };
    try {
      const { stdout } = await run('bash', ['-c', here], { cwd: root, env: variables, timeout: 240_000 });
      return { out: stdout, code: 0 };
    } catch (error) {
      const { stdout, code } = error as { stdout: string; code: number };
      return { out: stdout, code };
    }
  }

  it('the README leads a newcomer from the start to a classified page and a refusal', async () => {
    const [, makeKey = '', note = '', levels = '', classify = '', read = '', ...others] = blocksOf('Quickstart');
    const [search = '', hidden = '', reader = '', refused = ''] = others;

    const { key } = JSON.parse((await type(makeKey)).out);
    const exports = note.replace('pclsk_…', key);
    expect(exports).toContain(`export KEY=${key}`);
    const afterExports = (block: string, levelId = '') =>
      type(`${exports}\n${block.replace(/^export LEVEL_ID=…$/m, '')}`, { LEVEL_ID: levelId });

    const listed = JSON.parse((await afterExports(levels)).out);
    expect(listed.results).toHaveLength(4);
    const { levelId } = listed.results[1];
    expect(JSON.parse((await afterExports(classify, levelId)).out)).toMatchObject({
      pageId: '164034',
      levelId,
      changed: true,
    });
    expect(JSON.parse((await afterExports(read)).out)).toMatchObject({ pageId: '164034', levelId });
    const example = /^```sh\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? '';
    expect(JSON.parse((await afterExports(example)).out)).toMatchObject({ pageId: '164034', levelKey: 'restricted' });
    // Search follows seconds later.
    const find = async () => (JSON.parse((await type(search)).out) as { results: object[] }).results;
    while ((await find()).length === 0) await setTimeout(200);
    expect(await find()).toEqual([expect.objectContaining({ content: expect.objectContaining({ id: '164034' }) })]);
    expect(JSON.parse((await afterExports(hidden)).out)).toMatchObject({ status: 404, code: 'PAGE_NOT_FOUND' });
    expect(JSON.parse((await type(reader)).out)).toMatchObject({ classificationScope: 'read' });
    const nobody = await type(refused);
    expect(nobody.code).toBe(1);
    expect(JSON.parse(nobody.out)).toMatchObject({ error: { code: 'NOT_SITE_ADMIN' } });
  });

  it('the README creates, lists, edits, rotates and revokes keys on the command line', async () => {
    const [commands = ''] = blocksOf('Keys on the command line', commandLine);
    const [create = '', list = '', edit = '', rotate = '', revoke = ''] = commands
      .replaceAll('\\\n', '')
      .trim()
      .split('\n');
    const made = JSON.parse(
      (await type(`npm run --silent key -- --as admin@example.com --name Mine --classification manage`)).out,
    );
    const LEVEL_ID: string = (await server.rest('GET', '/v1/level', { key: made.key })).body.results[0].levelId;

    // The date in the example will be in the past one day; the test replaces it.
    const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(create).toContain('--expires 2027-01-31');
    expect(JSON.parse((await type(create.replace('2027-01-31', lastDay), { LEVEL_ID })).out)).toMatchObject({
      expiresOn: lastDay,
      classificationScope: 'write',
      levelLimit: expect.arrayContaining(['unclassified', LEVEL_ID]),
    });
    expect(JSON.parse((await type(list)).out).keys.length).toBeGreaterThan(0);
    expect(JSON.parse((await type(edit, { KEY_ID: made.keyId })).out)).toMatchObject({
      keyId: made.keyId,
      classificationScope: 'read',
    });
    expect(rotate).toContain('--expires 2027-01-31');
    const rotated = JSON.parse((await type(rotate.replace('2027-01-31', lastDay), { KEY_ID: made.keyId })).out);
    expect(rotated).toMatchObject({ created: { expiresOn: lastDay }, old: { keyId: made.keyId, status: 'grace' } });
    const [askExpiry = ''] = [...access.matchAll(/^ {3}```sh\n([^]*?)^ {3}```$/gm)].map(([, block = '']) => block);
    const BASE_URL = `${server.origin}/public/local/compliance/api`;
    expect((await type(askExpiry, { BASE_URL, KEY: rotated.created.key })).out).toBe(`"expiresOn":"${lastDay}"\n`);
    expect(JSON.parse((await type(revoke, { KEY_ID: made.keyId })).out)).toMatchObject({
      keyId: made.keyId,
      status: 'revoked',
    });
  });

  it('the README shows how to query the demo site', async () => {
    const [ask = ''] = blocksOf('The demo site', localHost);
    expect(JSON.parse((await type(ask)).out).results).toHaveLength(5);
  });
});
