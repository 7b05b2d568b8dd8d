import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TracedCall } from '../../local/forge/trace';
import { recordUse } from './record-use';

/** The local host as a separate process, as `npm start` runs it, with its own data folder and port. */

const root = join(__dirname, '../..');
const COMMANDS = {
  /** The host itself. */
  host: ['-r', '@swc-node/register', 'local/start.ts'],
  /** The command of `npm start`. */
  script: ['scripts/start.mjs'],
  /** The command of `npm run dev`. */
  dev: ['scripts/dev.mjs'],
} as const;

export interface ServerOptions {
  readonly dataDir: string;
  readonly port: number;
  /** Default: this repository. */
  readonly project?: string;
  readonly command?: keyof typeof COMMANDS;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** All output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** [exit code, signal], after it and every process that it started and that could still print have ended. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly requestId: string;
  readonly text: string;
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests check any response
}

export interface HttpOptions {
  readonly key?: string;
  readonly email?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RunningServer extends ServerProcess {
  readonly origin: string;
  readonly readyLine: string;
  /** A request to the API; path from `/v1`. */
  rest(method: string, path: string, options?: HttpOptions): Promise<HttpAnswer>;
  /** A request to anything else; path from the root. */
  http(method: string, path: string, options?: HttpOptions): Promise<HttpAnswer>;
  createKey(settings?: object): Promise<{ readonly key: string; readonly keyId: string }>;
  traceOf(requestId: string): Promise<readonly TracedCall[]>;
}

const folders = new Set<string>();
const running = new Set<ChildProcess>();

export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  folders.add(folder);
  return folder;
}

/** For afterEach: ends all processes and deletes all folders. */
export async function cleanUp(): Promise<void> {
  const children = [...running];
  for (const child of children) {
    child.kill('SIGKILL');
    if ((child.exitCode ?? child.signalCode) === null) await once(child, 'exit');
  }
  running.clear();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  server.close();
  await once(server, 'close');
  return address.port;
}

/** Starts it and does not wait for a result. */
export function spawnServer(options: ServerOptions): ServerProcess {
  recordUse('processes');
  const { dataDir, port, project = root, command = 'host', args = [], env = {} } = options;
  const inherited = Object.entries(process.env).filter(([name]) => !/^(LOCAL_|PEPPER_|RATE_LIMITS$|JEST_)/.test(name));
  const child = spawn(process.execPath, [...COMMANDS[command], ...args], {
    cwd: project,
    env: { ...Object.fromEntries(inherited), LOCAL_RATE_LIMITS: 'off', ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  const ended = once(child, 'close').then(([code, signal]: readonly unknown[]) => {
    running.delete(child);
    return [code, signal] as [number | null, NodeJS.Signals | null];
  });
  return { child, stdout: () => text.stdout, stderr: () => text.stderr, ended };
}

/** Starts it and waits for its Ready line. @throws with its output if it ends earlier */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = spawnServer(options);
  const readyLine = await readyLineOf(server);
  const origin = `http://127.0.0.1:${options.port}`;
  const http: RunningServer['http'] = async (method, path, { key, email, body, headers } = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(email === undefined ? {} : { authorization: `Basic ${Buffer.from(`${email}:local`).toString('base64')}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? '',
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  };
  return {
    ...server,
    origin,
    readyLine,
    http,
    rest: (method, path, request) =>
      http(method, path.startsWith('/v1/') ? `/public/local/compliance/api${path}` : path, request),
    createKey: async (settings = {}) => {
      const expiresOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
      const body = { name: 'Test', expiresOn, classificationScope: 'manage', ...settings };
      const { body: result } = await http('POST', '/local/resolver/createKey', { email: 'admin@example.com', body });
      if (result.ok !== true) throw new Error(`no key was made: ${JSON.stringify(result)}`);
      return result.value;
    },
    traceOf: async (requestId) => (await http('GET', `/local/trace/${requestId}`)).body.calls,
  };
}

function readyLineOf({ child, stdout, stderr }: ServerProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const resolveWhenReady = () => {
      const line = /^Ready .*(?=\n)/m.exec(stdout())?.[0];
      if (line !== undefined) resolve(line);
    };
    child.stdout?.on('data', resolveWhenReady);
    child.once('close', () => reject(new Error(`the host ended before it was ready:\n${stdout()}${stderr()}`)));
    child.once('error', reject);
  });
}
