import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * `npm run detect`: an output line for every input line, in order, and an exit code that shows if all of them were
 * valid.
 */

const root = join(__dirname, '../..');
const DIRECTLY = ['-r', '@swc-node/register', join(root, 'local/detect.ts')];
const AS_A_COMMAND = [join(root, 'scripts/detect.mjs')];

function start(args: readonly string[], script: readonly string[] = DIRECTLY) {
  const env = { ...process.env, TS_NODE_PROJECT: join(root, 'tsconfig.json') };
  return spawn(process.execPath, [...script, ...args], { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] });
}

async function run(input: string | Buffer, args: readonly string[] = [], script: readonly string[] = DIRECTLY) {
  const child = start(args, script);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, answers: lines.map((line) => JSON.parse(line)), stderr };
}

const card = { text: 'My card is 4539 1488 0343 6467.' };
const idsOf = (answer: { findings: { detectorId: string }[] }) => answer.findings.map(({ detectorId }) => detectorId);

it('`npm run detect` prints the result of each line, in order', async () => {
  const { code, answers, stderr } = await run(
    [card, { text: 'nothing' }, { ...card, id: 7 }].map((line) => JSON.stringify(line)).join('\n'),
    [],
    AS_A_COMMAND,
  );
  expect([code, stderr]).toEqual([0, '']);
  const finding = {
    detectorId: 'card-pan',
    category: 'financial',
    severity: 'high',
    confidence: 0.95,
    band: 'high',
    evidence: ['checksum:luhn', 'iin:visa', 'context:"card"'],
    start: 11,
    end: 30,
    maskedExcerpt: 'card: ••••••••',
  };
  expect(answers).toEqual([{ findings: [finding] }, { findings: [] }, { findings: [finding] }]);
});

it('`npm run detect` reports an invalid line in order, continues, and exits with 1', async () => {
  const { code, answers } = await run(`{"text":1}\n\n{"text":"a\u2028b"}\nnope\n${JSON.stringify(card)}\n`);
  expect(code).toBe(1);
  expect(answers.slice(0, 4)).toEqual([
    { error: { line: 1, message: '"text" must be a string.' } },
    { error: { line: 2, message: 'The line is not JSON.' } },
    { findings: [] },
    { error: { line: 4, message: 'The line is not JSON.' } },
  ]);
  expect(idsOf(answers[4])).toEqual(['card-pan']);
});

const cells = (tag: string, texts: readonly string[]) =>
  texts.map((text) => `<${tag}><p>${text}</p></${tag}>`).join('');
const storage = `<table><tbody><tr>${cells('th', ['Host', 'Password'])}</tr><tr>${cells('td', ['db1', 'x9K-qP2v!mZ4'])}</tr></tbody></table><p><a href="https://user:hG7-pQ2x-Zr9@db.corp/">DB</a></p>`;
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const adf = { type: 'doc', version: 1, content: [paragraph('Hello'), paragraph(card.text)] };

it('`npm run detect` reads whole pages in both formats, and shows where each value is', async () => {
  const lines = [{ storage }, { adf }, { adf: JSON.stringify(adf), title: 'ignored' }];
  const { code, answers } = await run(lines.map((line) => JSON.stringify(line)).join('\n'), ['--values']);
  expect(code).toBe(0);
  const [ofStorage, ofDocument, ofText] = answers;
  const found: { value: string; location: { kind: string; ranges: { start: number; end: number }[] } }[] =
    ofStorage.findings;
  expect(found.map(({ value, location }) => [value, location.kind])).toEqual([
    ['x9K-qP2v!mZ4', 'text'],
    [expect.stringContaining('hG7-pQ2x-Zr9'), 'link'],
  ]);
  for (const { value, location } of found) {
    expect(location.ranges.map(({ start, end }) => storage.slice(start, end))).toEqual([value]);
  }
  expect(ofDocument).toEqual({
    findings: [
      expect.objectContaining({
        detectorId: 'card-pan',
        value: '4539 1488 0343 6467',
        location: { kind: 'text', ranges: [{ pointer: '/content/1/content/0/text', start: 11, end: 30 }] },
      }),
    ],
  });
  expect(ofText).toEqual(ofDocument);
});

it('`npm run detect` prints values only with --values', async () => {
  const lines = [card, { adf }].map((line) => JSON.stringify(line)).join('\n');
  const [masked, shown] = [await run(lines), await run(lines, ['--values'])];
  expect(JSON.stringify(masked.answers)).not.toContain('4539 1488');
  expect(shown.answers.map(({ findings: [{ value }] }) => value)).toEqual([
    '4539 1488 0343 6467',
    '4539 1488 0343 6467',
  ]);
});

it('`npm run detect` names the member that is wrong, and the parts of a document that it cannot read', async () => {
  const lines = [
    {},
    [],
    { text: 'a', storage: 'b' },
    { storage: 7 },
    { adf: 'no document' },
    { adf: { type: 'page' } },
    { adf: { ...adf, content: [...adf.content, 7] } },
  ];
  const { code, answers } = await run(lines.map((line) => JSON.stringify(line)).join('\n'));
  const none = 'The line must be an object with a member "text", "adf" or "storage".';
  const noDocument = '"adf" must be a document: an object with the type "doc" and a list "content".';
  expect(answers.slice(0, 6).map(({ error }) => error)).toEqual([
    { line: 1, message: none },
    { line: 2, message: none },
    { line: 3, message: 'The line has both "text" and "storage". Send one.' },
    { line: 4, message: '"storage" must be a string.' },
    { line: 5, message: noDocument },
    { line: 6, message: noDocument },
  ]);
  expect(answers[6]).toMatchObject({ notInspected: [{ reason: 'malformed', pointer: '/content/2' }] });
  expect([idsOf(answers[6]), code]).toEqual([['card-pan'], 1]);
});

it('`npm run detect` accepts regions and a minimum confidence', async () => {
  const ssn = { text: '536-22-8731' };
  const answersTo = async (...args: string[]) => (await run(JSON.stringify(ssn), args)).answers.map(idsOf);
  expect(await answersTo('--regions', 'gb, us', '--min-confidence', '0.5')).toEqual([['us-ssn']]);
  expect(await answersTo('--regions', 'GB')).toEqual([[]]);
});

it.each([
  [['--regions', 'UK'], '--regions: the United Kingdom is GB.'],
  [['--min-confidence', '2'], '--min-confidence: must be a number from 0 to 1.'],
  [['--nonsense'], "Unknown option '--nonsense'"],
])('`npm run detect` refuses %j before it reads a line', async (args, reason) => {
  const { code, answers, stderr } = await run(JSON.stringify(card), args);
  expect([code, answers]).toEqual([2, []]);
  expect(stderr).toContain(reason);
  expect(stderr).toContain('Usage: detect');
});

it('`npm run detect` prints each result immediately', async () => {
  const child = start([]);
  child.stdin.write(`${JSON.stringify(card)}\n`);
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  expect(idsOf(JSON.parse(chunk.toString()))).toEqual(['card-pan']);
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(0);
});
