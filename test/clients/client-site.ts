import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { CLOCKS, installTypescriptClient, wheel } from '../support/installed-clients';

/** Programs that use the packed clients, and a site with a simulated clock that they reach through a proxy. */

export type Language = 'node' | 'python3';

export interface Reply {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

type Instead = 'lose' | 'redirect' | undefined;

export interface Ended {
  readonly code: number;
  readonly out: string;
  /** Without the waits. */
  readonly err: string;
}

/** The JSON of each line of the output. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests check any output
export function jsonLines({ out }: Ended): any[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export interface ClientSite extends ServedSite {
  /** The address of the API behind the proxy. */
  readonly baseUrl: string;
  readonly folder: string;
  /**
   * Called with each reply before the client gets it; `lose` closes the connection instead, and
   * `redirect` sends the client to `/v1/elsewhere`. A reply with `Retry-After` has moved the
   * clock of the site by that time, as if the client had already waited. When the client reads a job, scan or redaction, its work
   * has been done.
   */
  onReply: (reply: Reply) => Instead | Promise<Instead>;
  advance(seconds: number): void;
  /** Runs a program of `folder`, which has those of test/clients/programs, in a new process. */
  run(
    language: Language,
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<Ended>;
}

export async function openClientSite(): Promise<ClientSite> {
  let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
  const site = await serveSite({
    now: () => new Date(nowMs),
    rateLimits: () => undefined,
    queryLagMs: 0,
    // Minutes of requests happen at once.
    meter: 'off',
  });
  const advance = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  const folder = mkdtempSync(join(tmpdir(), 'client-site-'));
  const client = installTypescriptClient();
  symlinkSync(client.nodeModules, join(folder, 'node_modules'));
  cpSync(join(__dirname, 'programs'), folder, { recursive: true });
  for (const [name, text] of Object.entries(CLOCKS)) writeFileSync(join(folder, name), text);

  const proxy = createServer((incoming, outgoing) => {
    void passOn(site.url, incoming, outgoing, async (reply, headers) => {
      advance(Number(headers['retry-after'] ?? 0));
      if (/\/(job|scan|redaction)\//.test(reply.path)) await site.host.background.settle();
      return clientSite.onReply(reply);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});

  const clientSite: ClientSite = {
    ...site,
    baseUrl: `http://127.0.0.1:${port}${new URL(baseUrl).pathname}`,
    folder,
    onReply: () => undefined,
    advance,
    run: async (language, program, args, env = {}) => {
      const file = join(folder, `${program}.${language === 'node' ? 'mjs' : 'py'}`);
      const start = language === 'node' ? ['--import', './clock.mjs', file] : [file];
      const options = {
        cwd: folder,
        env: { ...process.env, BASE_URL: clientSite.baseUrl, PYTHONPATH: `${folder}:${wheel}`, ...env },
        timeout: 280_000,
        maxBuffer: 64 * 1024 * 1024,
      };
      const { code, out, err } = await promisify(execFile)(
        language === 'node' ? process.execPath : language,
        [...start, ...args],
        options,
      ).then(
        ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
        (error: unknown) => {
          const failed = error as { code: number; stdout: string; stderr: string };
          return { code: failed.code, out: failed.stdout, err: failed.stderr };
        },
      );
      return { code, out, err: err.replace(/^waited [\d.]+\n/gm, '') };
    },
    stop: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await site.stop();
      client.remove();
      rmSync(folder, { recursive: true });
    },
  };
  return clientSite;
}

/** Sends a request to the site. Sends its reply to the client, or closes the connection. */
async function passOn(
  url: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  decide: (reply: Reply, headers: OutgoingHttpHeaders) => Promise<Instead>,
): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const forwarded = request(new URL(path, url), { method, headers });
  incoming.pipe(forwarded);
  const answer = await new Promise<IncomingMessage>((resolve) => forwarded.once('response', resolve));
  const { statusCode: status = 0 } = answer;
  const parts = await answer.toArray();
  const instead = await decide({ method, path, status }, answer.headers);
  if (instead === 'lose') outgoing.destroy();
  else if (instead === 'redirect')
    outgoing.writeHead(302, { Location: path.replace(/\/v1\/.*/, '/v1/elsewhere') }).end();
  else outgoing.writeHead(status, answer.headers).end(Buffer.concat(parts));
}
