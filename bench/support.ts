import '../local/forge/runtime';
import { NO_ATTACHMENT_CONTENTS } from '../src/detection/configuration/model';
import { systemClock } from '../src/platform/clock';
import { systemRandom } from '../src/platform/random';
import { readPeppers } from '../src/platform/secrets';
import type { Dependencies } from '../src/quota/invocation';
import { newPepper } from '../local/forge/variables';
import { createApp } from '../local/app-in-time';
import { DEMO_PAGES } from '../local/demo';
import { TRIGGER_PATH, type WireRequest } from '../local/forge/web-trigger';
import { type App, createLocalHost, type HostOptions, type LocalHost } from '../local/host';

/** A site in memory, a key, and the requests that are measured. */

export const PAGE_ID = DEMO_PAGES.payroll;

const MANY = 1_000_000;

/** @param given replaces dependencies of the app */
export function makeApp(given: Partial<Dependencies> = {}): App {
  const pepper = newPepper();
  const dependencies: Dependencies = {
    clock: systemClock,
    random: systemRandom,
    log: () => undefined,
    peppers: () => readPeppers({ PEPPER_V1: pepper }),
    // Requests are counted as on a real site, but never refused.
    rateLimits: () =>
      JSON.stringify({
        key: MANY,
        'key-write': MANY,
        'key-check': MANY,
        site: MANY,
        host: MANY,
        'page-event': MANY,
      }),
    ...given,
  };
  return createApp(dependencies);
}

export async function makeKey(host: LocalHost, more: object = {}): Promise<string> {
  const accountId = host.confluence.accountIdOf('admin@example.com') ?? '';
  const expiresOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const settings = { name: 'Bench', expiresOn, classificationScope: 'manage', ...more };
  const { result } = await host.invokeResolver('createKey', settings, accountId);
  const { ok, value } = result as { ok: boolean; value: { key: string } };
  if (!ok) throw new Error(`no key was made: ${JSON.stringify(result)}`);
  return value.key;
}

export async function readLevelIds(host: LocalHost, key: string): Promise<readonly string[]> {
  const { body } = await host.callWebTrigger(request('GET', '/v1/level', key));
  return (JSON.parse(body) as { results: { levelId: string }[] }).results.map(({ levelId }) => levelId);
}

/** Sets the scan targets, and disables scans of published pages. Requires a key with the detection scope `manage`. */
export async function settleScans(
  host: LocalHost,
  key: string,
  withComments: boolean,
  attachmentContents: object = NO_ATTACHMENT_CONTENTS,
): Promise<void> {
  const { status, body } = await host.callWebTrigger(
    request('PUT', '/v1/detection/config', key, {
      regions: [],
      minConfidence: 0.5,
      targets: { title: true, body: true, comments: withComments, attachmentNames: withComments },
      triggers: { onPublish: false, schedule: 'off' },
      rules: [],
      attachmentContents,
    }),
  );
  if (status !== 200) throw new Error(body);
}

export function request(method: string, path: string, key: string, body?: object): WireRequest {
  return {
    method,
    target: `${TRIGGER_PATH}/compliance/api${path}`,
    rawHeaders: ['x-api-key', key, 'Content-Type', 'application/json', 'Accept', 'application/json'],
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  };
}

export const openHost = (app: App, options: Omit<HostOptions, 'app'> = {}): LocalHost =>
  createLocalHost({ app, meter: 'off', ...options });

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Prints a Markdown table in the format of docs/benchmarks.md. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
  console.log();
}
