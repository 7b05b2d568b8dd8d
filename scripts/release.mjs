import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTool, timed } from './checks.mjs';
import { install, root } from './install.mjs';

/**
 * `npm run release`: the checks of a release that need an answer of the vendor or of the registry, so `npm test` leaves them out
 * (docs/releases.md). It publishes nothing.
 */

/** @returns a sentence if SECURITY.md has no address that customers can reach */
export function contactProblem(policy) {
  const [, contact = ''] = /^Security contact: (.+)$/m.exec(policy) ?? [];
  if (/^(?:https:\/\/|[^\s@]+@)(?!.*\bexample\b)[^\s@]+\.[a-z]{2,}\S*$/.test(contact)) return undefined;
  return 'SECURITY.md has no address for customers: put an email address or an https address after "Security contact:".';
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  await install();
  const problem = contactProblem(readFileSync(join(root, 'SECURITY.md'), 'utf8'));
  if (problem !== undefined) console.error(problem);
  const check = () => runTool('scripts/check-vulnerabilities.mjs', ['--require-answer']);
  const isAnswered = await timed('known vulnerabilities', check);
  process.exitCode = problem === undefined && isAnswered ? 0 : 1;
}
