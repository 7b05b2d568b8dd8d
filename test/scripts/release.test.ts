import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A release has an address for reports of vulnerabilities. */

const script = pathToFileURL(join(__dirname, '../../scripts/release.mjs')).href;

it('a release needs an address that customers can reach, and no placeholder', () => {
  const contacts = ['not filled in', 'security@example.com', 'https://example.com/security', 'http://vendor.test', '@'];
  const reachable = ['security@vendor.test', 'https://vendor.test/security'];
  const policies = [...contacts, ...reachable].map((contact) => `# Policy\n\nSecurity contact: ${contact}\n`);
  const code = `const { contactProblem } = await import('${script}');
    console.log(JSON.stringify(${JSON.stringify([...policies, '# Policy'])}.map((policy) => contactProblem(policy) === undefined)))`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([false, false, false, false, false, true, true, false]);
});
