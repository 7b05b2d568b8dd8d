import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DEMO_SPACES } from '../../local/demo';
import { type RunningServer, serve } from '../../local/server';
import type { RotatedKey } from '../../src/admin/keys/rotate-key';
import type { KeyView } from '../../src/keys/key-view';
import { type CreatedKey, done, use } from '../admin/ask';
import { everythingStored } from '../support/stored-rows';
import { openSite, type Site } from '../support/site';

/** `npm run key`: only JSON on stdout, the reason of a refusal on stderr, and a reliable exit code. */

const root = join(__dirname, '../..');
const expiresOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

let site: Site;
let server: RunningServer;
beforeEach(async () => {
  site = openSite();
  server = await serve(site.host, 0);
});
afterEach(async () => {
  await server.close();
  site.close();
});

interface Ended<T> {
  readonly code: number | null;
  /** The content of stdout, which must be one JSON document. */
  readonly json: T;
  readonly stderr: string;
}

interface Refused {
  readonly error: { readonly message: string; readonly code?: string };
}

const DIRECTLY = ['-r', '@swc-node/register', join(root, 'local/key.ts')];

async function run<T>(
  args: readonly string[],
  { port = new URL(server.url).port, script = DIRECTLY } = {},
): Promise<Ended<T>> {
  const env = { ...process.env, PORT: port, TS_NODE_PROJECT: join(root, 'tsconfig.json') };
  const child = spawn(process.execPath, [...script, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, json: JSON.parse(stdout) as T, stderr };
}

const asAdmin = ['--as', 'admin@example.com'];
const aNewKey = ['--name', 'CI', '--classification', 'manage', '--expires', expiresOn];

/** Every command is refused with exit code 1, and with the same reason for programs and for people. */
async function refusalOf(args: readonly string[], port?: string): Promise<Refused['error']> {
  const { code, json, stderr } = await run<Refused>(args, port === undefined ? {} : { port });
  expect(code).toBe(1);
  expect(stderr).toBe(`${json.error.message}\n`);
  return json.error;
}

it('`npm run key` creates a key through npm, uses the last of repeated flags, and adds up --level and --space', async () => {
  const level = 'unclassified';
  const levels = (await site.rest('GET', '/v1/level', { key: (await site.createKey()).key })).body as {
    results: { levelId: string; levelKey: string }[];
  };
  const { levelId = '', levelKey = '' } = levels.results[0] ?? {};
  const args = [
    ...['--as', 'editor@example.com', '--name', 'First', '--classification', 'manage', '--expires', '2020-01-01'],
    ...['--space', 'ENG', '--level', level, '--detection', 'manage'],
    ...['--as', 'admin@example.com', '--name', 'Second', '--classification', 'write', `--expires=${expiresOn}`],
    ...['--space', DEMO_SPACES.OPEN, '--level', levelKey, '--detection', 'none'],
  ];
  const { code, json, stderr } = await run<CreatedKey>(args, { script: [join(root, 'scripts/key.mjs')] });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(json).toMatchObject({
    name: 'Second',
    classificationScope: 'write',
    detectionScope: 'none',
    expiresOn,
    levelLimit: [level, levelId].sort(),
    spaceLimit: [DEMO_SPACES.ENG, DEMO_SPACES.OPEN],
  });
  expect(await use(site, json.key)).toBe('403 INSUFFICIENT_SCOPE');
});

it('`npm run key` lists, edits and revokes a key, and shows its secret only at its creation', async () => {
  const made = await run<CreatedKey>([...aNewKey, '--space', 'HR', ...asAdmin]);
  const { key, ...view } = made.json;
  expect(made.code).toBe(0);
  expect(await use(site, key)).toBe('200');

  const listed = await run<{ keys: KeyView[] }>(['list', ...asAdmin]);
  const used = { ...view, lastUsedAt: expect.any(String) as string };
  expect(listed).toEqual({ code: 0, json: { keys: [used] }, stderr: '' });

  const changes = ['--name', 'New', '--classification', 'read', '--any-space'];
  const edited = await run<KeyView>(['edit', view.keyId, ...changes, ...asAdmin]);
  const expected = { ...view, name: 'New', classificationScope: 'read', spaceLimit: [], rev: 2 };
  expect(edited).toEqual({ code: 0, json: expected, stderr: '' });
  expect(await use(site, key)).toBe('403 INSUFFICIENT_SCOPE');

  const revoked = await run<KeyView>(['revoke', view.keyId, ...asAdmin]);
  expect(revoked).toMatchObject({ code: 0, json: { status: 'revoked', rev: 3 }, stderr: '' });
  expect(await use(site, key)).toBe('401 API_KEY_REVOKED');
  expect(JSON.stringify([listed, edited, revoked])).not.toContain(key.slice(23, -6));
});

it('`npm run key` lists the keys of the same rotation that still work after one is revoked', async () => {
  const { keyId } = await site.createKey({ name: 'Sync' });
  const { created: successor } = await done<RotatedKey>(site, 'rotateKey', {
    keyId,
    expiresOn,
    rev: 1,
    grace: '24h',
  });
  const first = await run<KeyView>(['revoke', keyId, ...asAdmin]);
  expect(first.json.status).toBe('revoked');
  expect(first.stderr).toContain(`pclsk_${successor.keyId}_… (Sync)`);
  expect(first.stderr).not.toContain(keyId);
  const last = await run<KeyView>(['revoke', successor.keyId, ...asAdmin]);
  expect([last.json.status, last.stderr]).toEqual(['revoked', '']);
});

it('`npm run key` rotates a key, which still works for the grace period', async () => {
  const { key, keyId } = await site.createKey({ name: 'Sync' });
  const { json, stderr } = await run<RotatedKey>([
    'rotate',
    keyId,
    '--grace',
    '24h',
    '--expires',
    expiresOn,
    ...asAdmin,
  ]);
  expect([stderr, json.old.status, json.created.name, json.created.expiresOn]).toEqual([
    '',
    'grace',
    'Sync',
    expiresOn,
  ]);
  expect([await use(site, key), await use(site, json.created.key)]).toEqual(['200', '200']);
  const refusals = [
    ['rotate', keyId],
    ['rotate', keyId, '--grace', '2h'],
    ['rotate', keyId, '--grace', '1h', '--name', 'New'],
  ];
  const messages = refusals.map(async (args) => (await refusalOf([...args, ...asAdmin])).message);
  expect(await Promise.all(messages)).toEqual([
    expect.stringContaining('--grace is missing'),
    expect.stringContaining('grace'),
    expect.stringContaining('does not take --name'),
  ]);
});

it('`npm run key` creates a key for 90 days by default', async () => {
  const before = Date.now();
  const { json } = await run<CreatedKey>(['--name', 'CI', '--classification', 'read', ...asAdmin]);
  const days = [before, Date.now()].map((ms) => new Date(ms + 90 * 86_400_000).toISOString().slice(0, 10));
  expect(days).toContain(json.expiresOn);
});

it('`npm run key` passes on the errors of the resolver: not an admin, a changed expiry, an unknown key', async () => {
  const { keyId } = await site.createKey();
  const before = everythingStored(site);
  const [editor, expiry, unknown] = await Promise.all([
    refusalOf([...aNewKey, '--as', 'editor@example.com']),
    refusalOf(['edit', keyId, '--expires', expiresOn, ...asAdmin]),
    refusalOf(['edit', '0123456789abcdef', '--name', 'New', ...asAdmin]),
  ]);
  expect(editor.code).toBe('NOT_SITE_ADMIN');
  expect(expiry).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'expiresOn' }] });
  expect(unknown.code).toBe('KEY_NOT_FOUND');
  expect(everythingStored(site)).toEqual(before);
});

it('`npm run key` reports the error in a command, and changes nothing', async () => {
  const before = everythingStored(site);
  const [flag, noAccount, noId, nobody] = await Promise.all([
    refusalOf([...aNewKey, ...asAdmin, '--scope', 'read']),
    refusalOf(aNewKey),
    refusalOf(['revoke', ...asAdmin]),
    refusalOf([...aNewKey, '--as', 'nobody@example.com']),
  ]);
  expect(flag.message).toMatch(/--scope[^]*Usage/);
  expect(noAccount.message).toMatch(/--as <email> is missing[^]*Usage/);
  expect(noId.message).toMatch(/Unknown command[^]*Usage/);
  expect(nobody.message).toBe('nobody@example.com is not an active account of this site.');
  expect(everythingStored(site)).toEqual(before);
});

it('`npm run key` refuses contradicting and unknown flags, and changes nothing', async () => {
  const { keyId } = await site.createKey({ levelLimit: ['unclassified'] });
  const before = everythingStored(site);
  const messages = await Promise.all(
    [
      ['edit', keyId, '--any-level', '--level', 'unclassified', ...asAdmin],
      ['edit', keyId, '--space', 'ENG', '--any-space', ...asAdmin],
      ['edit', keyId, ...asAdmin],
      ['revoke', keyId, '--any-space', ...asAdmin],
      ['list', '--expires', '2020-01-01', ...asAdmin],
      [...aNewKey, '--any-level', ...asAdmin],
    ].map(async (args) => (await refusalOf(args)).message),
  );
  expect(messages).toEqual([
    expect.stringContaining('--level or --any-level'),
    expect.stringContaining('--space or --any-space'),
    expect.stringContaining('nothing to change'),
    expect.stringContaining('does not take --any-space'),
    expect.stringContaining('does not take --expires'),
    expect.stringContaining('does not take --any-level'),
  ]);
  expect(everythingStored(site)).toEqual(before);
});

it('`npm run key` reports that no host responds, and how to start one', async () => {
  // A port that was free a moment ago.
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = String((probe.address() as AddressInfo).port);
  probe.close();
  await once(probe, 'close');
  const { message } = await refusalOf(['list', ...asAdmin], port);
  expect(message).toBe(`No local host responds on port ${port}. Run npm start first, or set PORT.`);
});
