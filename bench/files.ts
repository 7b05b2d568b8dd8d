import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { builtInEngine } from '../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../src/detection/engine/policy';
import { scanPage } from '../src/detection/scan-page';
import { Budget } from '../src/files/budget';
import { type CompoundEntry, openCompoundFile } from '../src/files/compound-file';
import { type FilePart, readFile } from '../src/files/read-file';
import { collect, openZip } from '../src/files/zip';
import { type CompoundFiles, compoundOf } from '../test/files/compound-of';
import { zipOf } from '../test/files/zip-of';
import { printTable } from './support';

/**
 * Reads real documents of packages: their documentation, templates and test files. They are fetched at the first run, and checked by
 * the hashes of `files-documents.json`. Measures the share of the words that other programs find in them: `pdftotext` of
 * poppler-utils, and LibreOffice for Office files. Compares time, memory and size with other libraries, each in a separate process.
 * Then plants values into copies, and compares the findings with those of the same sentences on a page. Then changes bytes at random.
 * Requires npm, Debian with apt-get, poppler-utils and LibreOffice.
 */

const packages = z.array(
  z.object({
    from: z.enum(['npm', 'debian']),
    name: z.string(),
    version: z.string(),
    files: z.record(z.string(), z.string()),
  }),
);

const CACHE = join(__dirname, '../.cache/file-documents');
const PEERS = join(__dirname, 'file-peers');
const run = (program: string, args: readonly string[], cwd = CACHE) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
const folder = (...names: readonly string[]) => {
  const path = join(CACHE, ...names);
  mkdirSync(path, { recursive: true });
  return path;
};

/** Fetches the packages that are not in the cache. Returns the paths of the documents, with the ending of their format. */
function fetchDocuments(): readonly string[] {
  const list = packages.parse(JSON.parse(readFileSync(join(__dirname, 'files-documents.json'), 'utf8')));
  const documents: string[] = [];
  let changed = 0;
  for (const { from, name, version, files } of list) {
    const target = folder('packages', name);
    if (readdirSync(target).length === 0) {
      if (from === 'npm') run('npm', ['pack', '--silent', `${name}@${version}`], target);
      else run('apt-get', ['download', name], target);
      const archive = readdirSync(target)[0] ?? '';
      if (from === 'npm') run('tar', ['-xzf', archive], target);
      else run('dpkg-deb', ['-x', archive, '.'], target);
    }
    for (const [path, hash] of Object.entries(files)) {
      const file = join(target, path);
      const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
      if (createHash('sha256').update(bytes).digest('hex') !== hash) changed++;
      else {
        // Debian packs long documents, and the tests of Python name emails as texts.
        const isPacked = /\.(?:pdf|docx|pptx)\.gz$/.test(path);
        const ending = isPacked ? extname(path.slice(0, -3)) : path.includes('/test_email/') ? '.eml' : extname(path);
        const copy = join(folder('documents'), `${hash.slice(0, 16)}${ending.toLowerCase()}`);
        writeFileSync(copy, isPacked ? gunzipSync(bytes) : bytes);
        documents.push(copy);
      }
    }
  }
  console.log(`${documents.length} documents of ${list.length} packages; ${changed} have changed and are not read\n`);
  return documents;
}

const endingOf = (file: string) => extname(file).slice(1);
/** Templates are documents. */
const formatOfFile = (file: string) => endingOf(file).replace(/^ot/, 'od');

const reading = z.object({
  texts: z.record(z.string(), z.string()),
  reasons: z.record(z.string(), z.array(z.string())).default({}),
  ms: z.number(),
  megabytes: z.number(),
});
type Reading = z.infer<typeof reading>;

function textOf(parts: readonly FilePart[]): string {
  const texts = parts.map(({ representation, source }) =>
    representation === 'plain' ? source : source.replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt);/g, ' '),
  );
  return texts.join('\n');
}

/** As `file-peers/read.mjs` does it. */
async function readInChild(list: string, output: string): Promise<void> {
  const memory = process.memoryUsage().rss;
  const cpu = process.cpuUsage();
  const result: Pick<Reading, 'texts' | 'reasons'> = { texts: {}, reasons: {} };
  for (const file of z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const read = await readFile({ name: basename(file), mediaType: '', bytes: readFileSync(file) });
    result.texts[file] = textOf(read.parts);
    result.reasons[file] = [...read.reasons];
  }
  const { user, system } = process.cpuUsage(cpu);
  const megabytes = (process.resourceUsage().maxRSS * 1024 - memory) / 1e6;
  writeFileSync(output, JSON.stringify({ ...result, ms: (user + system) / 1000, megabytes }));
}

function readWith(library: string, files: readonly string[]): Reading {
  const list = join(CACHE, 'list.json');
  const output = join(CACHE, 'texts.json');
  writeFileSync(list, JSON.stringify(files));
  const program = library === 'the app' ? ['-r', '@swc-node/register', __filename] : [join(PEERS, 'read.mjs'), library];
  run(process.execPath, [...program, list, output], dirname(__dirname));
  return reading.parse(JSON.parse(readFileSync(output, 'utf8')));
}

/** Converts files with LibreOffice, in one process. Returns the paths of the results, by file. */
function convert(files: readonly string[], filter: string): ReadonlyMap<string, string> {
  const target = folder('converted', filter.replace(/\W.*/, ''));
  const results = new Map(
    files.map((file) => [file, join(target, `${basename(file, extname(file))}.${filter.replace(/:.*/, '')}`)]),
  );
  const missing = files.filter((file) => !existsSync(results.get(file) ?? ''));
  const options = [`-env:UserInstallation=file://${folder('profile')}`, '--headless', '--convert-to', filter];
  if (missing.length > 0) run('soffice', [...options, '--outdir', target, ...missing]);
  return results;
}

const pdfText = (file: string) => run('pdftotext', ['-enc', 'UTF-8', file, '-']);
/** All sheets, as UTF-8. Each has a file of its own. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';

/** The texts that independent programs find. */
function referenceTexts(files: readonly string[]): ReadonlyMap<string, string> {
  const of = (...endings: readonly string[]) => files.filter((file) => endings.includes(endingOf(file)));
  const texts = new Map(of('pdf').map((file) => [file, attempt(() => pdfText(file))]));
  const words = convert(of('docx', 'odt', 'ott', 'rtf'), 'txt:Text (encoded):UTF8');
  for (const [file, path] of words)
    texts.set(
      file,
      attempt(() => readFileSync(path, 'utf8')),
    );
  for (const [file, path] of convert(of('pptx', 'odp', 'otp'), 'pdf'))
    texts.set(
      file,
      attempt(() => pdfText(path)),
    );
  const sheets = of('xlsx', 'ods', 'ots');
  const target = folder('converted', 'csv');
  if (readdirSync(target).length === 0) convert(sheets, CSV);
  for (const file of sheets) {
    const own = readdirSync(target).filter((name) => name.startsWith(basename(file, extname(file))));
    texts.set(file, own.map((name) => readFileSync(join(target, name), 'utf8')).join('\n'));
  }
  return texts;
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Words and numbers, and each sign of a script without blanks. */
function wordsOf(text: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  const all = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00ad]|[-\u2010]\s*\n/g, '');
  for (const [word] of all.matchAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu))
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** The words of a reference, and how many of them a text has. */
function countShared(reference: string, text: string): readonly [words: number, found: number] {
  const found = wordsOf(text);
  let words = 0;
  let shared = 0;
  for (const [word, count] of wordsOf(reference)) {
    words += count;
    shared += Math.min(count, found.get(word) ?? 0);
  }
  return [words, shared];
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

/** The size of a package with all that it depends on, as installed. */
function installedBytes(root: string, name: string, seen = new Set<string>()): number {
  const path = join(root, 'node_modules', name);
  if (seen.has(name) || !existsSync(path)) return 0;
  seen.add(name);
  const own = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('node_modules'))
    .reduce((sum, file) => sum + statSync(join(path, file)).size, 0);
  const { dependencies = {} } = z
    .object({ dependencies: z.record(z.string(), z.string()).optional() })
    .parse(JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')));
  return Object.keys(dependencies).reduce((sum, one) => sum + installedBytes(root, one, seen), own);
}

const ROOT = join(__dirname, '..');
/** The libraries for some formats, and the packages that the app needs for them. */
const COMPARED = [
  { formats: ['pdf'], others: ['pdfjs-dist', 'pdf2json'], own: ['unpdf'] },
  { formats: ['docx'], others: ['officeparser', 'mammoth'], own: ['htmlparser2'] },
  { formats: ['xlsx', 'ods'], others: ['officeparser', 'xlsx'], own: ['htmlparser2'] },
  { formats: ['pptx', 'odt', 'odp'], others: ['officeparser'], own: ['htmlparser2'] },
] as const;

function compareLibraries(documents: readonly string[]): void {
  if (!existsSync(join(PEERS, 'node_modules'))) run('npm', ['ci', '--ignore-scripts'], PEERS);
  const references = referenceTexts(documents);
  const rows: string[][] = [];
  for (const { formats, others, own } of COMPARED) {
    const files = documents.filter((file) => formats.some((format) => format === formatOfFile(file)));
    for (const library of ['the app', ...others]) {
      const { texts, ms, megabytes } = readWith(library, files);
      let [words, found] = [0, 0];
      for (const file of files) {
        const [more, shared] = countShared(references.get(file) ?? '', texts[file] ?? '');
        words += more;
        found += shared;
      }
      const bytes =
        library === 'the app'
          ? own.reduce((sum, name) => sum + installedBytes(ROOT, name), 0)
          : installedBytes(PEERS, library);
      rows.push([
        formats.join(', '),
        library,
        String(files.length),
        String(files.filter((file) => (texts[file] ?? '') !== '').length),
        percent(found, words),
        (ms / 1000).toFixed(1),
        megabytes.toFixed(0),
        (bytes / 1e6).toFixed(1),
      ]);
    }
  }
  console.log('Text of real documents\n');
  printTable(
    ['Formats', 'Library', 'Documents', 'With text', 'Words found', 'Processor s', 'Peak MB', 'Installed MB'],
    rows,
  );
}

function printReasons(documents: readonly string[]): void {
  const { texts, reasons } = readWith('the app', documents);
  const rows = [...new Set(documents.map(formatOfFile))].sort().map((format) => {
    const files = documents.filter((file) => formatOfFile(file) === format);
    const all = files.flatMap((file) => reasons[file] ?? []);
    const counts = [...new Set(all)].map((one) => `${one} ${all.filter((other) => other === one).length}`);
    const complete = files.filter((file) => reasons[file]?.length === 0);
    const empty = complete.filter((file) => texts[file]?.trim() === '').length;
    return [format, files.length, complete.length, empty, counts.join(', ')];
  });
  console.log('Reasons why text may be missing\n');
  printTable(['Ending', 'Documents', 'Complete', 'Complete without text', 'Reasons'], rows);
}

/** Larger documents are not packed into archives, and their bytes are not changed. */
const SMALL_BYTES = 300_000;

const SENTENCES = [
  'The card number 4539 1488 0343 6467 was charged.',
  'Please transfer it to IBAN DE46 3705 0299 3817 2640 59 today.',
  'Write to jane.doe@corp-mail.com for details.',
  'The key is AKIAQ3EGRGJN5XZW7YTS and must be rotated.',
  'Her social security number is 536-90-4399.',
  'Call her mobile phone at +49 151 26471835.',
];
const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);

function findingsIn(parts: readonly Pick<FilePart, 'representation' | 'source'>[]): ReadonlyMap<string, number> {
  const { findings } = scanPage(
    parts.map(({ representation, source }) => ({ field: 'body', representation, source })),
    { selection, fingerprintKey: new Uint8Array(32), today: new Date() },
  );
  const counts = new Map<string, number>();
  for (const { detectorId } of findings) counts.set(detectorId, (counts.get(detectorId) ?? 0) + 1);
  return counts;
}

/** A copy of a document whose texts end with the sentences. Undefined: it has fewer texts, or it is encrypted. */
async function plant(file: string, bytes: Buffer): Promise<Buffer | undefined> {
  const format = formatOfFile(file);
  const all = SENTENCES.join('\n\n');
  const insert = (before: RegExp, text: string) => {
    const [first = '', ...rest] = bytes.toString('latin1').split(before);
    return rest.length === 0 ? undefined : Buffer.from(`${first}${text}${rest.join('')}`, 'latin1');
  };
  switch (format) {
    case 'txt':
    case 'md':
    case 'yaml':
    case 'yml':
      return Buffer.concat([bytes, Buffer.from(`\n\n${all}\n`)]);
    case 'csv':
      return Buffer.concat([bytes, Buffer.from(`\n${SENTENCES.join('\n')}\n`)]);
    case 'py':
      return Buffer.concat([bytes, Buffer.from(SENTENCES.map((sentence) => `\n# ${sentence}`).join(''))]);
    case 'js':
    case 'ts':
      return Buffer.concat([bytes, Buffer.from(`\n/* ${all} */\n`)]);
    case 'html':
      return insert(/(?<=<body[^>]*>)/i, `<p>${SENTENCES.join('</p><p>')}</p>`);
    case 'xml':
      return insert(/(?=<\/[^<>]*>\s*$)/, `<note>${SENTENCES.join('</note>\n<note>')}</note>`);
    case 'json':
      return insert(/(?=[\]}]\s*$)/, `,"notes":${JSON.stringify(SENTENCES)}`);
    case 'rtf':
      return insert(/(?=\}\s*$)/, `\\pard ${SENTENCES.join('\\par ')}\\par`);
    case 'eml':
      return plantInEmail(bytes.toString('latin1'), all);
    case 'msg':
      return compoundOf(filesOf(openCompoundFile(bytes), Buffer.from(`\n\n${all}`, 'utf16le')));
    case 'pdf':
      return appendPage(file, all);
    default:
      return plantInArchive(format, bytes);
  }
}

/** Writes one more part, or at the end of a text without an encoding. */
function plantInEmail(text: string, all: string): Buffer | undefined {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const [, boundary] = /boundary\s*=\s*"?([^"\s;]+)/i.exec(head) ?? [];
  if (boundary !== undefined) {
    const part = `--${boundary}\nContent-Type: text/plain\n\n${all}\n`;
    const at = text.indexOf(`--${boundary}`, head.length);
    return at < 0 ? undefined : Buffer.from(text.slice(0, at) + part + text.slice(at), 'latin1');
  }
  const isPlain = !/^Content-Transfer-Encoding:\s*(?!7bit|8bit)|^Content-Type:\s*(?!text)/im.test(head);
  return isPlain ? Buffer.from(`${text}\n\n${all}\n`, 'latin1') : undefined;
}

/** The files of a message, with a text at the end of its text. */
function filesOf(storage: CompoundEntry, text: Buffer): CompoundFiles {
  return Object.fromEntries(
    storage.children.map((entry) => {
      const isText = entry.name === '__substg1.0_1000001F';
      return [
        entry.name,
        entry.isStream ? Buffer.concat(isText ? [entry.read(), text] : [entry.read()]) : filesOf(entry, text),
      ];
    }),
  );
}

/** LibreOffice prints the page, and poppler-utils appends it. */
function appendPage(file: string, all: string): Buffer | undefined {
  const page = join(folder('planted'), 'sentences.txt');
  if (!existsSync(page)) writeFileSync(page, all);
  const copy = join(folder('planted'), basename(file));
  attempt(() => run('pdfunite', [file, convert([page], 'pdf').get(page) ?? '', copy]));
  return existsSync(copy) ? readFileSync(copy) : undefined;
}

/** Where the text of a format is: the file in the archive, and the text in an element. */
const TEXTS: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  docx: [/^word\/document\.xml$/, /(?<=<w:t(?: [^>]*)?>)[^<]+/g],
  xlsx: [/^xl\/sharedStrings\.xml$/, /(?<=<t(?: [^>]*)?>)[^<]+/g],
  pptx: [/^ppt\/slides\/slide\d+\.xml$/, /(?<=<a:t>)[^<]+/g],
  odt: [/^content\.xml$/, /(?<=<text:p(?: [^>]*)?>)[^<]+/g],
  ods: [/^content\.xml$/, /(?<=<text:p>)[^<]+/g],
  odp: [/^content\.xml$/, /(?<=<text:span(?: [^>]*)?>)[^<]+/g],
};

async function plantInArchive(format: string, bytes: Buffer): Promise<Buffer | undefined> {
  const [member, pattern] = TEXTS[format] ?? [];
  // An encrypted workbook is no zip archive.
  if (member === undefined || pattern === undefined || bytes.readUInt16BE(0) !== 0x504b) return undefined;
  const waiting = [...SENTENCES];
  const files: Record<string, Uint8Array> = {};
  for (const entry of openZip(new Budget({}), bytes)) {
    const content = Buffer.from(await collect(new Budget({}), entry.read()));
    files[entry.name] = member.test(entry.name)
      ? Buffer.from(content.toString().replace(pattern, (found) => `${found} ${waiting.shift() ?? ''}`))
      : content;
  }
  return waiting.length === 0 ? zipOf(files) : undefined;
}

/** An archive with the document in a folder, as `tar` packs it. */
function tarGzOf(name: string, bytes: Buffer): Buffer {
  writeFileSync(join(folder('packed', 'files'), name), bytes);
  run('tar', ['-czf', 'packed.tar.gz', `files/${name}`], folder('packed'));
  return readFileSync(join(folder('packed'), 'packed.tar.gz'));
}

async function measureRecall(documents: readonly string[]): Promise<void> {
  const page = findingsIn(SENTENCES.map((sentence) => ({ representation: 'storage', source: `<p>${sentence}</p>` })));
  const results = new Map<string, { files: number; expected: number; found: number }>();
  const count = async (format: string, name: string, before: Buffer, after: Buffer) => {
    const [was, is] = await Promise.all(
      [before, after].map(async (bytes) => findingsIn((await readFile({ name, mediaType: '', bytes })).parts)),
    );
    const result = results.get(format) ?? { files: 0, expected: 0, found: 0 };
    results.set(format, result);
    result.files++;
    let missed = 0;
    for (const [detector, expected] of page) {
      const found = Math.min(expected, Math.max(0, (is?.get(detector) ?? 0) - (was?.get(detector) ?? 0)));
      result.expected += expected;
      result.found += found;
      missed += expected - found;
    }
    if (missed > 0) console.log(`${missed} missed in ${name} as ${format}`);
  };
  const copies = new Map<string, string>();
  for (const file of documents) {
    const [bytes, name] = [readFileSync(file), basename(file)];
    const copy = await plant(file, bytes);
    if (copy === undefined) continue;
    await count(formatOfFile(file), name, bytes, copy);
    if (bytes.length < SMALL_BYTES && formatOfFile(file) !== 'pdf') {
      await count('zip', 'a.zip', zipOf({ [`files/${name}`]: bytes }), zipOf({ [`files/${name}`]: copy }));
      await count('tar.gz', 'a.tar.gz', tarGzOf(name, bytes), tarGzOf(name, copy));
    }
    if (!/^(?:docx|odt)$/.test(formatOfFile(file))) continue;
    const planted = join(folder('planted'), `planted-${name}`);
    writeFileSync(planted, copy);
    copies.set(file, planted);
  }
  // LibreOffice prints documents, so that values are among the other text of a page.
  const prints = convert([...copies].flat(), 'pdf');
  for (const [file, planted] of copies) {
    const [before = '', after = ''] = [prints.get(file), prints.get(planted)];
    if (existsSync(before) && existsSync(after))
      await count('pdf, printed', basename(after), readFileSync(before), readFileSync(after));
  }
  console.log(`Planted values: ${[...page.keys()].join(', ')}\n`);
  printTable(
    ['Ending', 'Documents', 'Values found on a page', 'Found in the files', 'Share'],
    [...results].map(([format, { files, expected, found }]) => [
      format,
      files,
      expected,
      found,
      percent(found, expected),
    ]),
  );
}

/** Changes some bytes of each document, repeatedly. The numbers are those of a seed, so a failure is repeatable. */
async function fuzz(documents: readonly string[], rounds: number): Promise<void> {
  let state = 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const small = documents.filter((file) => statSync(file).size < SMALL_BYTES);
  let damaged = 0;
  let longest = 0;
  const memory = process.memoryUsage().rss;
  for (let round = 0; round < rounds; round++) {
    const file = small[random(small.length)] ?? '';
    let bytes = readFileSync(file);
    for (let change = random(10); change >= 0; change--) bytes[random(bytes.length)] = random(256);
    if (random(4) === 0) bytes = bytes.subarray(0, random(bytes.length));
    if (random(4) === 0)
      bytes = Buffer.concat([bytes.subarray(0, random(bytes.length)), bytes.subarray(random(bytes.length))]);
    const start = performance.now();
    const { reasons } = await readFile({ name: basename(file), mediaType: '', bytes });
    longest = Math.max(longest, performance.now() - start);
    if (reasons.length > 0) damaged++;
  }
  const megabytes = (process.resourceUsage().maxRSS * 1024 - memory) / 1e6;
  console.log('Documents with changed bytes. No reading has rejected\n');
  printTable(
    ['Readings', 'With a reason', 'Longest s', 'Peak MB'],
    [[rounds, damaged, (longest / 1000).toFixed(1), megabytes.toFixed(0)]],
  );
}

const FUZZ_ROUNDS = 1000;

async function measure(): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const documents = fetchDocuments();
  compareLibraries(documents);
  printReasons(documents);
  await measureRecall(documents);
  await fuzz(documents, FUZZ_ROUNDS);
}

const [, , listOfChild, outputOfChild] = process.argv;
void (listOfChild !== undefined && outputOfChild !== undefined ? readInChild(listOfChild, outputOfChild) : measure());
