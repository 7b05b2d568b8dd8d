import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Prints, as JSON, the results of Forge's own validation and lint for the apps in the folders given as arguments. They
 * are the results of `forge lint`, without a login and without a network. Runs as a separate process, because both read
 * the working folder.
 */
const require = createRequire(import.meta.url);
const openapi = (name) => join(dirname(fileURLToPath(import.meta.url)), 'openapi', `${name}.json`);
const settings = mkdtempSync(join(tmpdir(), 'forge-settings-'));
// When the linter is loaded and used, it reads these variables, which point to the documents that it would download and
// to the folder of its cache.
Object.assign(process.env, {
  USE_LOCAL_SWAGGER: 'true',
  LOCAL_CONF_SWAGGER: openapi('confluence-v1'),
  LOCAL_CONF_V2_SWAGGER: openapi('confluence-v2'),
  LOCAL_JIRA_SWAGGER: openapi('none'),
  LOCAL_JSM_SWAGGER: openapi('none'),
  LOCAL_JSW_SWAGGER: openapi('none'),
  LOCAL_BB_SWAGGER: openapi('none'),
  XDG_CONFIG_HOME: settings,
});
globalThis.fetch = () => Promise.reject(new Error('The checks of Forge run without a network.'));
process.on('exit', () => rmSync(settings, { recursive: true, force: true }));

compileEachSchemaOnce(require('ajv').prototype);
const manifest = require('@forge/manifest');
const forgeLint = require('@forge/lint');
const { parse } = require('yaml');

const reports = [];
for (const app of process.argv.slice(2)) {
  process.chdir(app);
  reports.push({ validation: await validate(), lint: await lint() });
}
console.log(JSON.stringify(reports));

/** Every validator and linter compiles its own copy of the manifest's schema, at 2 s each. */
function compileEachSchemaOnce(ajv) {
  const compile = ajv.compile;
  const compiled = new Map();
  ajv.compile = function (schema, ...rest) {
    const text = JSON.stringify(schema);
    if (!compiled.has(text)) compiled.set(text, compile.call(this, schema, ...rest));
    return compiled.get(text);
  };
}

async function validate() {
  const problems = [];
  for (const type of [
    manifest.ValidationTypes.FULL,
    manifest.ValidationTypes.PRODUCT_TRIGGER,
    manifest.ValidationTypes.DEPRECATED_EGRESS_PERMISSIONS,
    manifest.ValidationTypes.DEPRECATED_CSP_METHOD,
  ]) {
    const { success, errors = [] } = await manifest.ProcessorBuilder.instance().withValidation(type).build().process();
    problems.push(
      ...errors.map(({ level, message, line }) => ({
        level,
        message: `${type}: ${message}`,
        file: 'manifest.yml',
        line,
      })),
    );
    if (!success && errors.length === 0)
      problems.push({ level: 'error', message: `${type} failed`, file: 'manifest.yml' });
  }
  return problems;
}

async function lint() {
  const config = parse(readFileSync('manifest.yml', 'utf8'));
  const files = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(mayBreakRules);
  const ignore = () => undefined;
  const logger = { info: ignore, warn: ignore, debug: ignore, error: ignore, trace: ignore };
  // Feature flags of the CLI, which it would request from a server.
  const switches = new Proxy(
    {},
    { get: (_, name) => async () => (name === 'getDeprecatedRuntimes' ? ['nodejs20.x'] : false) },
  );
  const results = await forgeLint.lint(files, config, 'development', logger, switches, {
    linter: { mode: 'client-side' },
  });
  return results.flatMap(({ file, errors, warnings, approvals }) => [
    ...errors.map((problem) => describe('error', file, problem)),
    ...warnings.map((problem) => describe('warning', file, problem)),
    ...approvals.map((problem) => describe('approval', file, problem)),
  ]);
}

/** The linter checks the types of each given file, at 100 ms each; its rules cover handlers and calls. */
function mayBreakRules(file) {
  return file === join('src', 'index.ts') || /@forge\/|requestConfluence|\bfetch\b/.test(readFileSync(file, 'utf8'));
}

function describe(level, file, { message, line }) {
  return { level, message, file, line };
}
