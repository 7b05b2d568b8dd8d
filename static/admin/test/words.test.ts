import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The texts of the admin area are for admins: no codes of the API, no words of the storage, and nothing said three times on a page. */

const FOLDER = join(__dirname, '../src/texts');

/** The files whose subject is the API. Their tables of errors repeat a result. */
const ABOUT_THE_API = ['recipes.ts', 'reference.ts'];
/** The files whose rows are those of a file or of a table that the admin sees. */
const WITH_VISIBLE_ROWS = ['transfer.ts', 'denials.ts', 'detections.ts'];
/** The recipe for curl has a placeholder for the ID of a page. */
const PLACEHOLDERS = ['PAGE_ID'];

const STATUS = /\b[45]\d\d\b(?= [A-Z]{2,}_|\)|$)|\b(?:status|returns?|expect|error|code) [1-5]\d\d\b/;
const CODE = /\b[A-Z]{2,}(?:_[A-Z]+)+\b/g;
const STORAGE = /\b(?:rows?|counters?)\b/i;
const SENTENCE = /[^.!?]{12,}[.!?](?=\s|$)/g;

/** The texts of a file. A whole code is an identifier, and is not shown. */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
    const isType = ts.isLiteralTypeNode(node.parent);
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && !isName && !isType && !/^[A-Z_]+$/.test(node.text)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(ts.createSourceFile('texts.ts', source, ts.ScriptTarget.Latest, true), visit);
  return texts;
}

function faultsIn(file: string, texts: readonly string[]): string[] {
  const faults = (isWrong: (text: string) => boolean, why: string) =>
    texts.filter(isWrong).map((text) => `${file}: ${why}: ${text}`);
  const isOfApi = ABOUT_THE_API.includes(file);
  const codesIn = (text: string) => (text.match(CODE) ?? []).filter((code) => !PLACEHOLDERS.includes(code));
  const counts = new Map<string, number>();
  for (const sentence of texts.flatMap((text) => text.match(SENTENCE) ?? []).map((one) => one.trim()))
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [
    ...faults((text) => !isOfApi && STATUS.test(text), 'HTTP status'),
    ...faults((text) => !isOfApi && codesIn(text).length > 0, 'code'),
    ...faults((text) => !WITH_VISIBLE_ROWS.includes(file) && STORAGE.test(text), 'word of the storage'),
    ...[...counts].flatMap(([sentence, count]) =>
      count > 2 && !isOfApi ? [`${file}: ${count} times: ${sentence}`] : [],
    ),
  ];
}

it('The texts of the admin area have no HTTP status, no code, no word of the storage, and no sentence three times', () => {
  const files = readdirSync(FOLDER);
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap((file) => faultsIn(file, textsOf(readFileSync(join(FOLDER, file), 'utf8'))))).toEqual([]);
});

it('The test of words finds what it refuses', () => {
  const faulty = textsOf(`export const t = {
    rejected: 'Other levels are rejected (422 LEVEL_NOT_IN_SPACE_SCHEME).',
    kept: (count: number) => \`Counter rows of deleted pages: \${count}\`,
    one: 'It applies from the next request. One.',
    two: 'It applies from the next request. Two.',
    three: \`It applies from the next request. Three: \${1}\`,
    code: 'LEVEL_ARCHIVED',
    large: 'The input is larger than 500 KB. Select at most 500 pages.',
  };`);
  expect(faultsIn('one.ts', faulty)).toEqual([
    'one.ts: HTTP status: Other levels are rejected (422 LEVEL_NOT_IN_SPACE_SCHEME).',
    'one.ts: code: Other levels are rejected (422 LEVEL_NOT_IN_SPACE_SCHEME).',
    'one.ts: word of the storage: Counter rows of deleted pages: ',
    'one.ts: 3 times: It applies from the next request.',
  ]);
});
