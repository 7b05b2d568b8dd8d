import { parseArgs } from 'node:util';
import { readSettings } from './settings';

/**
 * `npm run key`: keys from the command line, through the resolver that the admin area calls, in the running host.
 * Prints JSON. A refusal prints its reason on stderr as well, and exits with 1.
 */

const USAGE = `Usage (every call names the acting account with --as <email>):
  key --as … --name <name> [--expires YYYY-MM-DD] [--classification none|read|write|manage] [--detection none|read|write|manage]
      [--level <levelId>|unclassified]… [--space <spaceId or key>]…
  key list --as …
  key edit <keyId> --as … [--name …] [--classification …] [--detection …] [--level …]… [--any-level] [--space …]… [--any-space]
  key revoke <keyId> --as …`;

/** Of a flag given twice the last counts; --level and --space add up. */
const OPTIONS = {
  as: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  classification: { type: 'string' },
  detection: { type: 'string' },
  level: { type: 'string', multiple: true },
  space: { type: 'string', multiple: true },
  'any-level': { type: 'boolean' },
  'any-space': { type: 'boolean' },
} as const;

/** Something to tell the person; `body` is printed as JSON. */
class Refused extends Error {
  constructor(
    message: string,
    readonly body: object = { error: { message } },
  ) {
    super(message);
  }
}

type Flags = ReturnType<typeof readArguments>['values'];

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Refused(`${error instanceof Error ? error.message : 'The arguments cannot be read.'}\n${USAGE}`);
  }
}

async function run(): Promise<unknown> {
  const { values, positionals } = readArguments();
  const [command = 'create', keyId, ...rest] = positionals;
  if (values.as === undefined) throw new Refused(`--as <email> is missing: the account that acts.\n${USAGE}`);
  if (rest.length > 0) throw new Refused(`There are more arguments than the command takes.\n${USAGE}`);
  const call = (operation: string, payload: object) => callResolver(values.as ?? '', operation, payload);

  if (command === 'create' && keyId === undefined) return call('createKey', newKey(values));
  if (command === 'list' && keyId === undefined) return call('listKeys', {});
  if (keyId !== undefined && command === 'revoke') return call('revokeKey', { keyId });
  if (keyId !== undefined && command === 'edit') {
    const { rev } = (await call('getKey', { keyId })) as { rev: number };
    return call('editKey', { keyId, rev, changes: changesOf(values) });
  }
  throw new Refused(`That is not a command.\n${USAGE}`);
}

function newKey(flags: Flags): object {
  return { ...settingsOf(flags), expiresOn: flags.expires ?? inDays(90) };
}

function changesOf(flags: Flags): object {
  return {
    ...settingsOf(flags),
    ...(flags['any-level'] === true ? { levelLimit: [] } : {}),
    ...(flags['any-space'] === true ? { spaceLimit: [] } : {}),
    // The resolver refuses it, by name: the expiry date of a key never changes.
    ...(flags.expires === undefined ? {} : { expiresOn: flags.expires }),
  };
}

function settingsOf({ name, classification, detection, level, space }: Flags): object {
  return JSON.parse(
    JSON.stringify({
      name,
      classificationScope: classification,
      detectionScope: detection,
      levelLimit: level,
      spaceLimit: space,
    }),
  ) as object;
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function callResolver(email: string, operation: string, payload: object): Promise<unknown> {
  const { port } = readSettings(process.env);
  const url = `http://127.0.0.1:${port}/local/resolver/${operation}`;
  const authorization = `Basic ${Buffer.from(`${email}:local`).toString('base64')}`;
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
  } catch {
    throw new Refused(`Nothing answers on port ${port}. Run npm start first, or set PORT.`);
  }
  if (response.status === 401) throw new Refused(`${email} is not an active account of this site.`);
  const result = (await response.json()) as {
    ok?: boolean;
    value?: unknown;
    error?: { message: string };
    message?: string;
  };
  if (result.ok === true) return result.value;
  throw new Refused(result.error?.message ?? result.message ?? 'The resolver failed.', {
    error: result.error ?? result,
  });
}

run().then(
  (value) => console.log(JSON.stringify(value, undefined, 2)),
  (error: unknown) => {
    const refused =
      error instanceof Refused ? error : new Refused(error instanceof Error ? error.message : String(error));
    console.log(JSON.stringify(refused.body, undefined, 2));
    console.error(refused.message);
    process.exitCode = 1;
  },
);
