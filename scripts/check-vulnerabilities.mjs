import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './install.mjs';
import { shippedPaths } from './shipped-packages.mjs';

/**
 * Asks the registry for known vulnerabilities of the packages in package-lock.json (SECURITY.md). Fails for a package
 * whose code may reach a site, unless vulnerability-exceptions.json excepts the advisory. Tools are listed only. A
 * registry that does not answer is no failure, because the packages have not changed. With `--require-answer`, as before a
 * release, it is one.
 *
 * Not part of `npm test`, where the same commit would pass today and fail tomorrow.
 */
const { values, positionals } = parseArgs({
  options: { 'require-answer': { type: 'boolean' } },
  allowPositionals: true,
});
const exceptionsFile = positionals[0] ?? join(root, 'scripts', 'vulnerability-exceptions.json');
const exceptions = JSON.parse(readFileSync(exceptionsFile, 'utf8'));
const today = new Date().toISOString().slice(0, 10);

const found = audit();
if (found === undefined) {
  console.log('The registry does not answer questions about vulnerabilities.');
  if (values['require-answer']) process.exitCode = 1;
} else {
  const shipped = new Set(shippedPaths());
  const advisories = Object.values(found).flatMap(({ name, nodes, via }) =>
    via
      .filter((one) => typeof one === 'object')
      .map(({ url, title, severity }) => ({
        name,
        title,
        severity,
        id: url.slice(url.lastIndexOf('/') + 1),
        isShipped: nodes.some((path) => shipped.has(path)),
      })),
  );
  for (const { id, name, severity, title, isShipped } of advisories) {
    console.log(`${id} (${severity}) in ${name}${isShipped ? '' : ', a tool that is not deployed'}: ${title}`);
  }
  const open = advisories.filter(({ id, isShipped }) => isShipped && !isExcepted(id));
  if (open.length > 0) {
    console.error(`${open.length} known vulnerabilities in deployed packages. SECURITY.md says what to do.`);
    process.exitCode = 1;
  }
}
for (const { id, until } of exceptions.filter((exception) => exception.until < today)) {
  console.error(`The exception for ${id} ended on ${until}.`);
  process.exitCode = 1;
}

function isExcepted(id) {
  return exceptions.some((exception) => exception.id === id && exception.until >= today);
}

/** The vulnerable packages, by name. Undefined: no usable answer. */
function audit() {
  const args = ['audit', '--json', '--package-lock-only', '--offline=false', '--audit=true'];
  const npm = process.env.npm_execpath;
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  try {
    return JSON.parse(stdout).vulnerabilities;
  } catch {
    return undefined;
  }
}
