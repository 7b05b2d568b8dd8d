import { parseArgs } from 'node:util';
import type { KeyView } from '../src/keys/key-view';
import { readSettings } from './settings';

/**
 * `npm run key`: manages keys from the command line, through the admin area's resolver in the running host.
 * Prints JSON. A refusal prints its reason to stderr as well, and exits with 1. Notes go to stderr.
 */

const USAGE = `Usage (every call names the acting account with --as <email>):
  key --as … --name <name> [--expires YYYY-MM-DD] [--classification none|read|write|manage] [--detection none|read|write|manage]
      [--level <levelId or key>|unclassified]… [--space <spaceId or key>]…
  key list --as …
  key edit <keyId> --as … [--name …] [--classification …] [--detection …] [--level …]… | [--any-level] [--space …]… | [--any-space]
      (--level and --space replace the limit, --any-level and --any-space remove it)
  key rotate <keyId> --as … --grace none|1h|24h|7d [--expires YYYY-MM-DD]
  key revoke <keyId> --as …`;

/** The last value wins if a flag is repeated; --level and --space accumulate. */
const OPTIONS = {
  as: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  grace: { type: 'string' },
  classification: { type: 'string' },
  detection: { type: 'string' },
  level: { type: 'string', multiple: true },
  space: { type: 'string', multiple: true },
  'any-level': { type: 'boolean' },
  'any-space': { type: 'boolean' },
} as const;

/** A message for the person; `body` is printed as JSON. */
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
  if (values.as === undefined || values.as === '')
    throw new Refused(`--as <email> is missing: the account that acts.\n${USAGE}`);
  if (rest.length > 0) throw new Refused(`Too many arguments.\n${USAGE}`);
  const call = (operation: string, payload: object) => callResolver(values.as ?? '', operation, payload);
  const accept = (...names: readonly (keyof Flags)[]) => rejectOtherFlags(values, names);

  if (command === 'create' && keyId === undefined) {
    accept('name', 'expires', 'classification', 'detection', 'level', 'space');
    return call('createKey', newKey(values));
  }
  if (command === 'list' && keyId === undefined) {
    accept();
    return call('listKeys', {});
  }
  if (keyId !== undefined && command === 'revoke') {
    accept();
    const revoked = (await call('revokeKey', { keyId })) as KeyView;
    const others = workingKeysOfLine((await call('listKeys', {})) as { keys: readonly KeyView[] }, revoked);
    for (const { keyId: id, name } of others)
      console.error(`The key pclsk_${id}_… (${name}) of the same rotation still works. To revoke it: key revoke ${id}`);
    return revoked;
  }
  if (keyId !== undefined && command === 'rotate') {
    accept('grace', 'expires');
    const { grace, expires: expiresOn = inDays(90) } = values;
    if (grace === undefined) throw new Refused(`--grace is missing: how long the old key works.\n${USAGE}`);
    const { rev } = (await call('getKey', { keyId })) as { rev: number };
    return call('rotateKey', { keyId, rev, expiresOn, grace });
  }
  if (keyId !== undefined && command === 'edit') {
    // The resolver refuses --expires, because the expiry date of a key never changes.
    accept('name', 'expires', 'classification', 'detection', 'level', 'space', 'any-level', 'any-space');
    const changes = changesOf(values);
    const { rev } = (await call('getKey', { keyId })) as { rev: number };
    return call('editKey', { keyId, rev, changes });
  }
  throw new Refused(`Unknown command.\n${USAGE}`);
}

/** The keys that a revoked key replaced, and those that replaced it, if they still work. */
function workingKeysOfLine({ keys }: { readonly keys: readonly KeyView[] }, revoked: KeyView): readonly KeyView[] {
  const others: KeyView[] = [];
  for (const way of ['rotatedFrom', 'rotatedTo'] as const) {
    const next = (id: string | undefined) => keys.find(({ keyId }) => keyId === id);
    for (let key = next(revoked[way]); key !== undefined; key = next(key[way])) others.push(key);
  }
  return others.filter(({ status }) => status === 'active' || status === 'grace');
}

/** Ignoring a flag would make its caller believe that it took effect. */
function rejectOtherFlags(flags: Flags, names: readonly (keyof Flags)[]): void {
  const others = Object.keys(flags).filter((name) => name !== 'as' && !names.some((known) => known === name));
  if (others.length > 0) throw new Refused(`The command does not take --${others.join(', --')}.\n${USAGE}`);
}

function newKey(flags: Flags): object {
  return { ...settingsOf(flags), expiresOn: flags.expires ?? inDays(90) };
}

function changesOf(flags: Flags): object {
  const { level, space, 'any-level': anyLevel, 'any-space': anySpace, expires } = flags;
  if ((level !== undefined && anyLevel === true) || (space !== undefined && anySpace === true)) {
    throw new Refused('A limit cannot be set and removed at once: --level or --any-level, --space or --any-space.');
  }
  const changes = {
    ...settingsOf(flags),
    ...(anyLevel === true ? { levelLimit: [] } : {}),
    ...(anySpace === true ? { spaceLimit: [] } : {}),
    ...(expires === undefined ? {} : { expiresOn: expires }),
  };
  if (Object.keys(changes).length === 0) throw new Refused(`There is nothing to change.\n${USAGE}`);
  return changes;
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
    throw new Refused(`No local host responds on port ${port}. Run npm start first, or set PORT.`);
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
