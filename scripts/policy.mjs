import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';

/**
 * `npm run policy`: exports, plans and applies the configuration of a site as a file (docs/policy-as-code.md). Needs only Node.js and the
 * package yaml, so that a repository with the file can have a copy. Reads the address and the key of the API from the environment.
 */

const USAGE = `Usage, with BASE_URL and KEY in the environment:
  policy export                     prints the configuration of the site as YAML
  policy plan <file> [options]      prints what the file changes, and changes nothing
  policy apply <file> [options]     applies the file
Options:
  --prune             also archive, remove or reset what lists of the file do not name
  --site-changes      accept the file of another site, without its spaces
  --allow-loosening   accept edits that lower the protection of the site
  --out <plan>        plan: save the plan, for a review together with the file
  --check <plan>      plan: fail unless this is still the plan
  --plan <plan>       apply: apply exactly this plan. Default: a new one
  --markdown          plan: print for a comment
With --check and --plan, the saved plan has the other options.
Exit codes: 0, 1 for an error or a refusal, 2 if a plan finds changes outside of the last applied file.`;

const RETRIED = [409, 429, 502, 503, 504];
const MAX_ATTEMPTS = 5;

class Refused extends Error {}

const OPTIONS = {
  prune: { type: 'boolean', default: false },
  'site-changes': { type: 'boolean', default: false },
  'allow-loosening': { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
  out: { type: 'string' },
  check: { type: 'string' },
  plan: { type: 'string' },
};

async function call(method, path, body) {
  const { BASE_URL: base, KEY: key } = process.env;
  if (!base || !key) throw new Refused('Set BASE_URL and KEY.');
  const headers = { 'x-api-key': key, accept: 'application/json', 'content-type': 'application/json' };
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    if (!RETRIED.includes(response.status) || attempt === MAX_ATTEMPTS)
      throw new Refused(describeProblem(response, text));
    const seconds = Number(response.headers.get('retry-after') ?? 2 ** attempt);
    await setTimeout(seconds * 1_000);
  }
}

function describeProblem({ status }, text) {
  try {
    const { code, title, detail, errors = [] } = JSON.parse(text);
    const lines = errors.map((one) => `  ${one.title}${one.detail === null ? '' : `: ${one.detail}`}`);
    return [`${status} ${code}: ${detail ?? title}`, ...lines].join('\n');
  } catch {
    return `The site answered ${status}.`;
  }
}

function readDocument(file) {
  const text = readFileSync(file, 'utf8');
  // Ids of spaces are names of members, and are larger than the numbers of JavaScript.
  return file.endsWith('.json') ? JSON.parse(text) : parse(text, { stringKeys: true });
}

function readFlags(options) {
  const saved = options.check ?? options.plan;
  if (saved !== undefined) return JSON.parse(readFileSync(saved, 'utf8'));
  return {
    prune: options.prune,
    siteChanges: options['site-changes'],
    allowLoosening: options['allow-loosening'],
  };
}

const requestPlan = (document, { prune, siteChanges }) =>
  call('POST', '/v1/configuration/plan', { document, prune, siteChanges });

async function plan(file, options) {
  const flags = readFlags(options);
  const answer = await requestPlan(readDocument(file), flags);
  const loosening = answer.entries.filter(({ loosens }) => loosens);
  console.log(options.markdown ? inMarkdown(answer) : inText(answer));
  if (options.out !== undefined) {
    const saved = { planHash: answer.planHash, ...flags };
    writeFileSync(options.out, `${JSON.stringify(saved, null, 2)}\n`);
  }
  if (options.check !== undefined && flags.planHash !== answer.planHash)
    throw new Refused(`${options.check} is another plan. Plan again, and review it.`);
  if (options.check !== undefined && loosening.length > 0 && flags.allowLoosening !== true)
    throw new Refused(
      `${loosening.length} edits lower the protection of the site, and ${options.check} does not allow that.`,
    );
  return (answer.drift?.changes ?? 0) > 0 ? 2 : 0;
}

async function apply(file, options) {
  const document = readDocument(file);
  const flags = readFlags(options);
  const { prune, siteChanges, allowLoosening = false } = flags;
  const planHash = flags.planHash ?? (await requestPlan(document, flags)).planHash;
  const sent = { document, planHash, prune, siteChanges, allowLoosening };
  const { outcome, entries } = await call('POST', '/v1/configuration/apply', sent);
  console.log(outcome === 'applied' ? inText({ entries }) : 'Nothing to change.');
  return 0;
}

const oneLine = (value) => (value === null ? 'none' : JSON.stringify(value));
const driftIn = ({ drift }) =>
  (drift?.changes ?? 0) > 0 ? [`Changed outside of the file since ${drift.appliedAt}: ${drift.changes}`] : [];
const effectOf = ({ effect }) =>
  effect === undefined ? '' : ` (pages: ${effect.pages}, keys: ${effect.keys}, spaces: ${effect.spaces})`;

function inText(answer) {
  const { entries, ignored = [] } = answer;
  const lines = entries.flatMap((one) => [
    `${one.loosens ? '! ' : '  '}${one.op} ${one.path}${effectOf(one)}`,
    `      before: ${oneLine(one.before)}`,
    `      after:  ${oneLine(one.after)}`,
  ]);
  const loosening = entries.filter(({ loosens }) => loosens).length;
  return [
    ...(lines.length === 0 ? ['No changes.'] : lines),
    ...(loosening === 0 ? [] : [`! lowers the protection of the site: ${loosening}`]),
    ...ignored.map((path) => `  ignored: ${path}`),
    ...driftIn(answer),
  ].join('\n');
}

function inMarkdown(answer) {
  const code = (value) => `\`${oneLine(value).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
  const rows = answer.entries.map(
    (one) =>
      `| ${one.loosens ? '⚠️ yes' : ''} | ${one.op} | ${code(one.path)}${effectOf(one)} | ${code(one.before)} | ${code(one.after)} |`,
  );
  const table = ['| Lowers protection | Edit | Place | Before | After |', '| --- | --- | --- | --- | --- |', ...rows];
  return [
    '### Plan of the configuration',
    '',
    ...(rows.length === 0 ? ['No changes.'] : table),
    '',
    ...driftIn(answer),
  ].join('\n');
}

async function run() {
  let parsed;
  try {
    parsed = parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Refused(`${error.message}\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  const [command, file, ...others] = positionals;
  if (command === 'export' && file === undefined) {
    process.stdout.write(stringify(await call('GET', '/v1/configuration'), { lineWidth: 0 }));
    return 0;
  }
  const commands = { plan, apply };
  if (!Object.hasOwn(commands, command ?? '') || file === undefined || others.length > 0) throw new Refused(USAGE);
  return commands[command](file, values);
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Refused ? error.message : String(error));
  process.exitCode = 1;
}
