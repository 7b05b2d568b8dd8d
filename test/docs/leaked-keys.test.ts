import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RE2JS } from 're2js';
import { generateKey } from '../../src/keys/generate-key';
import { systemRandom } from '../../src/platform/random';
import { PEPPER } from '../keys/key-record';

/** The rules of docs/leaked-keys.md find keys of the app, each with the syntax of its scanner. */

const guide = readFileSync(join(__dirname, '../../docs/leaked-keys.md'), 'utf8');

/** The code block after a heading. */
function blockBelow(heading: string): string {
  const [, section = ''] = guide.split(`\n### ${heading}\n`);
  return /```\w+\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

const capture = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';

const gitleaks = capture(blockBelow('gitleaks'), /^regex = '''(.*)'''$/m);
const gitleaksKeyword = capture(blockBelow('gitleaks'), /^keywords = \["(.*)"\]$/m);
const secretlint: { rules: { options?: { patterns: { patterns: string[] }[] } }[] } = JSON.parse(
  blockBelow('secretlint'),
);
const secretlintRule = secretlint.rules[1]?.options?.patterns[0]?.patterns[0] ?? '';
const github = (field: string) => capture(blockBelow('GitHub secret scanning'), new RegExp(`^${field}: (.*)$`, 'm'));
// \A and \z are the ends of the text.
const githubPattern = `(?:${github('Before secret')})(${github('Secret format')})(?:${github('After secret')})`
  .replace('\\A', '^')
  .replace('\\z', '$');

/** The keys that each scanner finds in a text. */
const scanners: readonly (readonly [string, (text: string) => readonly string[]])[] = [
  [
    'gitleaks',
    (text) => {
      const found: string[] = [];
      const matcher = RE2JS.compile(gitleaks).matcher(text);
      while (text.includes(gitleaksKeyword) && matcher.find()) found.push(matcher.group(1) ?? '');
      return found;
    },
  ],
  ['secretlint', (text) => text.match(new RegExp(secretlintRule.slice(1, -1), 'g')) ?? []],
  ['GitHub', (text) => [...text.matchAll(new RegExp(githubPattern, 'g'))].map(([, key = '']) => key)],
];

const keys = Array.from({ length: 200 }, () => generateKey(PEPPER, 'ari:cloud:confluence::site/a', systemRandom).key);

it.each(scanners)('the rule of %s finds keys, and nothing else', (_name, find) => {
  for (const key of keys) {
    expect(find(`API_KEY="${key}"\n`)).toEqual([key]);
    expect(find(key)).toEqual([key]);
    expect([find(key.slice(0, -1)), find(`${key}0`), find(`x${key}`), find(key.toUpperCase())]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  }
});
