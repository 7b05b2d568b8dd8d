import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/**
 * `node scripts/check-prose.mjs [files]`: finds the phrases of prose.json, and sentences that do not start with their subject, in
 * comments, test names, UI texts, lint messages, JSX, guides and the built OpenAPI document. A test name outside of `describe` must not
 * start with a word of verbs.json. Finds the British words of spelling.json there, and in identifiers and the names of files. Prints what
 * to write instead. Code between backticks is not prose.
 */

const readRules = (name) => JSON.parse(readFileSync(join(root, 'scripts', name), 'utf8'));
const PHRASES = readRules('prose.json').map(({ phrase, use }) => ({
  pattern: new RegExp(`\\b(?:${phrase})\\b`, 'gi'),
  use,
}));
/**
 * A sentence that starts with one of these words, unless it is a question. "Whether" is allowed in comments and in the
 * OpenAPI document, where it starts the noun phrase that describes a boolean: "Whether the key is active."
 */
const STARTS = { all: sentencesWith('Of|That|What'), withWhether: sentencesWith('Of|That|What|Whether') };
const SUBJECT_FIRST = 'the subject first';
/** A test name outside of `describe` has its own subject: "the audit log shows", not "shows". */
const TOP_LEVEL_STARTS = new RegExp(`${STARTS.withWhether.source}|^(?:${readRules('verbs.json').join('|')})\\b`, 'gm');
const FOLDERS = ['src', 'local', 'test', 'bench', 'scripts', 'static/admin', 'static/surfaces', 'clients', 'docs'];
/** Built, third-party, or examples of phrases. */
const SKIPPED =
  /(^|\/)(node_modules|dist|vectors|better-auth|detection-peers|file-peers)\/|^test\/scripts\/prose\.test\.ts$/;
const UI_TEXTS = /\/src\/texts\/|^static\/.*texts\.ts$/;
const TESTS = /^(static\/\w+\/)?test\//;
/** Their strings are the messages of lint rules. */
const LINT_RULES = /^(\.dependency-cruiser\.cjs|eslint\.config\.mjs)$/;
const DOCUMENT = 'dist/openapi.json';

/** A file's pieces of prose. Each has a text, its first line, and the rule for the starts of its sentences. */
export function proseIn(file, text) {
  const lines = text.split('\n');
  if (file.endsWith('.json')) return withStarts(descriptionsIn(lines), STARTS.all);
  if (file.endsWith('.md')) return withStarts(paragraphsOf(withoutCode(lines)), STARTS.withWhether);
  return [
    ...withStarts(paragraphsOf(lines.map(file.endsWith('.yml') ? yamlCommentOn : commentOn)), STARTS.all),
    ...(UI_TEXTS.test(file) || LINT_RULES.test(file) ? withStarts(stringsIn(lines), STARTS.withWhether) : []),
    ...(TESTS.test(file) ? testNamesIn(text, lines) : []),
    ...(file.endsWith('.tsx') ? withStarts(matchesIn(text, JSX_TEXT), STARTS.withWhether) : []),
  ];
}

/** @returns {{ line: number, found: string, use: string }[]} */
export function findPhrases(pieces) {
  return pieces.flatMap(({ line, text, starts }) => {
    const prose = text.replace(/`[^`]*`/g, '` `').replace(/\]\([^)]*\)/g, ']');
    return [...PHRASES, { pattern: starts, use: SUBJECT_FIRST }]
      .flatMap(({ pattern, use }) =>
        [...prose.matchAll(pattern)].map(({ 0: found, index }) => ({
          line: line + (prose.slice(0, index).match(/\n/g)?.length ?? 0),
          found: found.replace(/\s+/g, ' '),
          use,
        })),
      )
      .sort((one, other) => one.line - other.line);
  });
}

const { families, exceptions } = readRules('spelling.json');
const FAMILIES = families.map(([british, us]) => ({ pattern: new RegExp(`^(?:${british})$`), us }));
const EXCEPTIONS = exceptions.map(({ files = '', words }) => ({
  files: new RegExp(files),
  words: words === undefined ? undefined : new Set(words),
}));
/** Lists and strings there are words of other people's pages, so only names of declarations are identifiers. */
const PAGE_WORDS = /^(src|test)\/detection\//;

/**
 * Words in prose, in identifiers and in the name of the file. A word alone in quotes or backticks is a value, and an identifier may be
 * an exception.
 *
 * @returns {{ line: number, found: string, use: string }[]}
 */
export function findBritish(file, text) {
  const here = EXCEPTIONS.filter(({ files }) => files.test(file));
  if (here.some(({ words }) => words === undefined)) return [];
  const prose = proseIn(file, text).map(({ line, text }) => ({ line, text: text.replace(/`[^`]*`/g, ' ') }));
  const code = /\.(md|json|yml)$/.test(file)
    ? []
    : text.split('\n').map(PAGE_WORDS.test(file) ? declarationOn : (line) => line);
  const names = [file, ...code].map((text, line) => ({ line, text }));
  const identifiers = names.map(({ line, text }) => ({
    line,
    text: text
      .replace(/(['"`])[^\s'"`]*\1/g, ' ')
      .replace(/\w+/g, (word) => (here.some(({ words }) => words.has(word)) ? ' ' : word)),
  }));
  const found = [...prose, ...identifiers].flatMap(({ line, text }) =>
    [...text.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].flatMap(({ 0: word, index }) => {
      const use = usSpellingOf(word.toLowerCase());
      const lines = text.slice(0, index).split('\n').length - 1;
      return use === undefined ? [] : [{ line: line + lines, found: word, use }];
    }),
  );
  return [...new Map(found.map((one) => [`${one.line} ${one.found}`, one])).values()];
}

function declarationOn(line) {
  return /\b(?:const|let|function|class|type|interface|readonly) \w+/.exec(line)?.[0] ?? '';
}

function usSpellingOf(word) {
  const family = FAMILIES.find(({ pattern }) => pattern.test(word));
  return family && word.replace(family.pattern, family.us);
}

/** A word at the start of a sentence that ends with a full stop; a heading or a cell without one is not a sentence. */
function sentencesWith(words) {
  return new RegExp(`(?<=^[\\s>*-]*|[.!?:|]["”*)]*\\s+)(?:${words})\\b(?=[^.!?|]*\\.(?:["”*)\\s]|$))`, 'gm');
}

function withStarts(pieces, starts) {
  return pieces.map((piece) => ({ ...piece, starts }));
}

/** The text of a comment that is a whole line, or its end. */
function commentOn(line) {
  return /^\s*(?:\/\*\*?|\*\/?(?=\s|$)|\/\/)(.*)$/.exec(line)?.[1] ?? /\s\/\/ (.*)$/.exec(line)?.[1] ?? '';
}

function yamlCommentOn(line) {
  return /^\s*#(.*)$/.exec(line)?.[1] ?? '';
}

function withoutCode(lines) {
  let isFenced = false;
  return lines.map((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isFenced = !isFenced;
    return isFence || isFenced || /^ {4}\S/.test(line) ? '' : line;
  });
}

/** A phrase may be broken over lines, so consecutive lines are one piece. */
function paragraphsOf(lines) {
  const pieces = [];
  lines.forEach((text, index) => {
    const last = pieces.at(-1);
    if (text.trim() === '') return;
    if (last !== undefined && last.end === index) {
      last.text += `\n${text}`;
      last.end = index + 1;
    } else {
      pieces.push({ line: index + 1, text, end: index + 1 });
    }
  });
  return pieces;
}

function stringsIn(lines) {
  return lines.flatMap((line, index) =>
    [...line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1(?!:)/g)].map(([, , text]) => ({ line: index + 1, text })),
  );
}

/** A string before a function, as in `it('…', () => …)` and `it.each(…)('…', (row) => …)`. */
const TEST_NAME = /(['"`])(?<text>(?:\\.|(?!\1)[^\n\\])*)\1,\s*(?:async\s*)?(?:\(|\w+\s*=>)/g;
const JSX_TEXT = />(?<text>[^<>{}=;]*[a-z][^<>{}=;]*)</gi;

function matchesIn(text, pattern) {
  return [...text.matchAll(pattern)].map(({ index, groups }) => ({
    line: text.slice(0, index).split('\n').length,
    text: groups.text,
  }));
}

function testNamesIn(text, lines) {
  return matchesIn(text, TEST_NAME).map((name) => ({
    ...name,
    starts: isOutsideDescribe(lines, name.line - 1) ? TOP_LEVEL_STARTS : STARTS.withWhether,
  }));
}

/** Prettier puts the name on a line without an indent, or alone on the line below one. */
function isOutsideDescribe(lines, index) {
  const start = /^ {2}['"`]/.test(lines[index]) ? index - 1 : index;
  const statement = lines.slice(0, start + 1).findLast((line) => /^\w/.test(line)) ?? '';
  return /^\S/.test(lines[start] ?? '') && /^(?:it|test)/.test(statement);
}

function descriptionsIn(lines) {
  return lines.flatMap((line, index) => {
    const text = /^\s*"(?:title|summary|description)": ("(?:\\.|[^"\\])*"),?$/.exec(line)?.[1];
    return text === undefined ? [] : [{ line: index + 1, text: JSON.parse(text) }];
  });
}

function allFiles() {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const atRoot = readdirSync(root).filter((name) => name !== 'package-lock.json');
  return [...inFolders, ...atRoot]
    .filter((file) => /\.(ts|tsx|mjs|cjs|js|css|yml|md)$/.test(file) && !SKIPPED.test(file))
    .concat(existsSync(join(root, DOCUMENT)) ? [DOCUMENT] : []);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const given = process.argv.slice(2).map((file) => relative(root, resolve(file)));
  for (const file of given.length > 0 ? given : allFiles()) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const { line, found, use } of [...findPhrases(proseIn(file, text)), ...findBritish(file, text)]) {
      process.exitCode = 1;
      console.error(`${file}:${line} "${found}": write ${use}`);
    }
  }
}
