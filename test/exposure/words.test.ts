import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXPOSURE } from '../../src/exposure/change-rules';
import { PROBLEM_GUIDE } from '../../src/rest/problem-guide';
import { buildOpenApi } from '../../src/rest/openapi';
import { routes } from '../../src/rest/routes';

/** Exposure measures a part, so no text of it promises more. */

const ROOT = resolve(__dirname, '../..');
const PROMISES = /\b(?:un|in)?(?:safe|safe(?:ly|r|st)|secure[ds]?|securely|compliant)\b/i;

/** Files of the feature: its guide, its decision, and the texts and pages of the admin area and of the frames. */
function textFiles(): readonly string[] {
  return ['docs', 'docs/adr', 'static/admin/src', 'static/surfaces/src'].flatMap((folder) => {
    const isDeep = folder.startsWith('static');
    const names = readdirSync(join(ROOT, folder), { recursive: isDeep, encoding: 'utf8' });
    return names.filter((name) => /exposure/.test(name) && /\.\w+$/.test(name)).map((name) => join(folder, name));
  });
}

const TEXTS: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(textFiles().map((file) => [file, () => readFileSync(join(ROOT, file), 'utf8')])),
  'the operations of the API': () =>
    JSON.stringify(
      buildOpenApi(
        routes.filter(({ path }) => path.includes('exposure')),
        [],
      ),
    ).replaceAll(JSON.stringify(PROBLEM_GUIDE), ''),
  'the refusals': () => JSON.stringify(EXPOSURE.refusals),
  'the audit log': () =>
    readFileSync(join(ROOT, 'static/admin/src/texts/audit.ts'), 'utf8')
      .split('\n')
      .filter((line) => /exposure/i.test(line))
      .join('\n'),
};

it.each(Object.entries(TEXTS))('%s does not promise what exposure cannot measure', (_name, read) => {
  const text = read();
  expect(text).toMatch(/exposure/i);
  expect(PROMISES.exec(text)?.[0]).toBeUndefined();
});

it('the guide of exposure is one of the texts, and a promise would be found', () => {
  expect(Object.keys(TEXTS)).toContain('docs/exposure.md');
  for (const word of ['safe', 'Secure', 'compliant', 'unsafe', 'safely']) expect(`It is ${word}.`).toMatch(PROMISES);
});
