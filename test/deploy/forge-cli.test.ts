import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { readManifest } from '../../local/forge/manifest';
import { forgeCommands, KNOWN } from '../support/forge-commands';

/** `npm run forge` with the real CLI, which its first call installs, and a server in the place of Atlassian's. */

const root = join(__dirname, '../..');
const CREATED = '0a1b2c3d-0000-4000-8000-000000000001';
const SPACE = '0a1b2c3d-0000-4000-8000-000000000002';
const query = z.object({ query: z.string(), variables: z.unknown() });

let folder: string;
let atlassian: Server;
/** The status that Atlassian reports for the index `by-date` of `page-level`, one for each question. */
let statuses: string[];
/** The ids of apps that the CLI asked about. */
let asked: string[];
/** `inactive`: the login is refused. */
let accountStatus: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/forge.mjs'), '--version']);
  atlassian = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const data = answerTo(query.parse(JSON.parse(Buffer.concat(parts).toString('utf8'))));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => void atlassian.listen(0, '127.0.0.1', resolve));
});
afterAll(() => atlassian.close());

beforeEach(() => {
  statuses = [];
  asked = [];
  accountStatus = 'active';
  folder = mkdtempSync(join(tmpdir(), 'forge-'));
  for (const part of ['scripts', 'manifest.yml', 'package.json', 'package-lock.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'forge-cli', 'static', 'src']) symlinkSync(join(root, part), join(folder, part));
  const settings = join(folder, '@forge/cli-nodejs');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'config.json'), JSON.stringify({ 'analytics-preferences': { value: false } }));
});
afterEach(() => rmSync(folder, { recursive: true }));

function answerTo({ query: text, variables }: z.infer<typeof query>): object {
  if (text.includes('forge_cli_getUserDetails'))
    return { me: { user: { name: 'Vendor', accountStatus, accountId: 'vendor' } } };
  if (text.includes('getDeveloperSpaceWithLinkingAccess'))
    return { ecosystem: { devConsole: { getDeveloperSpaceWithLinkingAccess: [SPACE] } } };
  if (text.includes('getDeveloperSpaceDetails')) {
    const results = [{ developerSpaceId: SPACE, error: null, details: { name: 'Vendor' } }];
    return { ecosystem: { devConsole: { getDeveloperSpaceDetails: { results } } } };
  }
  if (text.includes('createApp(')) {
    const app = { id: `ari:cloud:ecosystem::app/${CREATED}`, environments: [{ key: 'development' }] };
    return { createApp: { success: true, errors: null, app } };
  }
  if (text.includes('environmentByKey')) {
    asked.push(z.object({ id: z.string() }).parse(variables).id);
    const environmentByKey = { id: 'environment', type: 'DEVELOPMENT', oauthClient: { clientID: 'client' } };
    return { app: { name: 'Test', environmentByKey } };
  }
  const status = statuses.shift() ?? 'ACTIVE';
  const { entities } = z
    .object({ app: z.object({ storage: z.object({ entities: z.array(z.looseObject({ name: z.string() })) }) }) })
    .parse(readManifest().raw).app.storage;
  const doneEntitiesFromERS = entities.map(({ name, indexes }) => ({
    name: `app_environment_id_${name}`,
    indexes: [
      'by-key',
      ...z
        .array(z.object({ name: z.string() }))
        .catch([])
        .parse(indexes)
        .map((each) => each.name),
    ].map((index) => ({
      name: index,
      partition: [],
      range: [],
      status: name === 'page-level' && index === 'by-date' ? status : 'ACTIVE',
    })),
  }));
  return { ersLifecycle: { doneEntitiesFromERS } };
}

/** Runs `npm run forge -- …` in the copy. */
async function forge(...args: string[]): Promise<{ readonly code: number; readonly output: string }> {
  const { port } = atlassian.address() as AddressInfo;
  const environment = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    FORGE_EMAIL: 'vendor@example.com',
    FORGE_API_TOKEN: 'token',
    FORGE_GRAPHQL_GATEWAY: `http://127.0.0.1:${port}/graphql`,
    FORGE_DISABLE_ANALYTICS: 'true',
  };
  return new Promise((resolve) => {
    const script = join(folder, 'scripts/forge.mjs');
    execFile(process.execPath, [script, ...args], { env: environment, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    );
  });
}

it('the list of commands that docs are checked against is that of the parser of the CLI', async () => {
  const script = join(__dirname, 'read-forge-commands.cjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(forgeCommands.parse(JSON.parse(stdout))).toEqual(KNOWN);
});

it('each frame that the CLI packs has the bridge and the resizer before its own scripts', async () => {
  const packed = join(folder, 'packed');
  const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, 'pack-resources.cjs'), packed], {
    cwd: root,
  });
  const types = z.record(z.string(), z.string()).parse(JSON.parse(stdout));
  const frames = Object.keys(types).filter((key) => types[key] === 'customUI');
  expect(Object.keys(types).filter((key) => !frames.includes(key))).toEqual(['icons', 'agent']);
  const withoutBridge = frames.filter((key) => {
    const page = readFileSync(join(packed, key, 'index.html'), 'utf8');
    const scripts = [...page.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, source = '']) => source);
    return !/\/global-bridge\.js$/.test(scripts[0] ?? '') || !/\/iframeResizer[^/]*\.js$/.test(scripts[1] ?? '');
  });
  expect(withoutBridge).toEqual([]);
});

it('registering leaves the manifest as it is, and later commands are about the registered app', async () => {
  const before = readFileSync(join(folder, 'manifest.yml'), 'utf8');
  const refused = await forge('deploy');
  expect(refused.output).toContain('No app is registered here.');
  expect(await forge('register', 'Test', '--developer-space-id', SPACE, '--accept-terms')).toEqual({
    code: 0,
    output: expect.stringContaining(CREATED) as string,
  });
  expect(readFileSync(join(folder, '.forge-app-id'), 'utf8')).toBe(`${CREATED}\n`);
  expect(readFileSync(join(folder, 'manifest.yml'), 'utf8')).toBe(before);
  const again = await forge('register', 'Test');
  expect([again.code, again.output]).toEqual([1, expect.stringContaining(`The app is registered as ${CREATED}.`)]);
  expect((await forge('storage', 'entities', 'indexes', 'list', '--environment', 'development')).code).toBe(0);
  expect(asked).toEqual([`ari:cloud:ecosystem::app/${CREATED}`]);
});

it('waiting for indexes ends when all are ACTIVE, and shows the progress', async () => {
  writeFileSync(join(folder, '.forge-app-id'), CREATED);
  statuses = ['CREATING', 'CREATING'];
  const { code, output } = await forge('wait-for-indexes', '--every', '0');
  const progress = [...output.matchAll(/(\d+) of (\d+) indexes are ACTIVE/g)].map(
    ([, done, all]) => Number(all) - Number(done),
  );
  expect([code, progress]).toEqual([0, [1, 1, 0]]);
});

it('waiting for indexes ends at its deadline with the names of those that are missing', async () => {
  writeFileSync(join(folder, '.forge-app-id'), CREATED);
  statuses = ['CREATING'];
  const { code, output } = await forge('wait-for-indexes', '--minutes', '0', '--every', '0');
  expect([code, output]).toEqual([1, expect.stringContaining('these indexes are not ACTIVE: page-level by-date.')]);
});

it('waiting for indexes ends when the CLI keeps failing', async () => {
  writeFileSync(join(folder, '.forge-app-id'), CREATED);
  accountStatus = 'inactive';
  const { code, output } = await forge('wait-for-indexes', '--every', '0');
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/indexes list --environment development` failed 3 times\.\n$/),
  ]);
});
