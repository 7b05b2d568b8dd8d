import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/**
 * `node scripts/check-prose.mjs [files]`: finds the phrases of prose.json in comments, UI texts, guides and the built OpenAPI
 * document, and prints what to write instead. Code between backticks is not prose.
 */

const PHRASES = JSON.parse(readFileSync(join(root, 'scripts/prose.json'), 'utf8')).map(({ phrase, use }) => ({
  pattern: new RegExp(`\\b(?:${phrase})\\b`, 'gi'),
  use,
}));
const FOLDERS = ['src', 'local', 'test', 'bench', 'scripts', 'static/admin', 'docs'];
/** Built, third-party, or examples of phrases. */
const SKIPPED = /(^|\/)(node_modules|dist|vectors|better-auth|detection-peers)\/|^test\/scripts\/prose\.test\.ts$/;
const DOCUMENT = 'dist/openapi.json';

/** A file's pieces of prose: each a text and its first line. */
export function proseIn(file, text) {
  const lines = text.split('\n');
  if (file.endsWith('.json')) return descriptionsIn(lines);
  if (file.endsWith('.md')) return paragraphsOf(withoutCode(lines));
  const comments = paragraphsOf(lines.map(commentOn));
  return file.includes('/src/texts/') ? [...comments, ...stringsIn(lines)] : comments;
}

/** @returns {{ line: number, found: string, use: string }[]} */
export function findPhrases(pieces) {
  return pieces.flatMap(({ line, text }) => {
    const prose = text.replace(/`[^`]*`/g, '` `').replace(/\]\([^)]*\)/g, ']');
    return PHRASES.flatMap(({ pattern, use }) =>
      [...prose.matchAll(pattern)].map(({ 0: found, index }) => ({
        line: line + (prose.slice(0, index).match(/\n/g)?.length ?? 0),
        found: found.replace(/\s+/g, ' '),
        use,
      })),
    ).sort((one, other) => one.line - other.line);
  });
}

/** The text of a comment that is a whole line, or its end. */
function commentOn(line) {
  return /^\s*(?:\/\*\*?|\*\/?(?=\s|$)|\/\/)(.*)$/.exec(line)?.[1] ?? /\s\/\/ (.*)$/.exec(line)?.[1] ?? '';
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
    [...line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)].map(([, , text]) => ({ line: index + 1, text })),
  );
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
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...inFolders, ...atRoot]
    .filter((file) => /\.(ts|tsx|mjs|cjs|js|md)$/.test(file) && !SKIPPED.test(file))
    .concat(existsSync(join(root, DOCUMENT)) ? [DOCUMENT] : []);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const given = process.argv.slice(2).map((file) => relative(root, resolve(file)));
  for (const file of given.length > 0 ? given : allFiles()) {
    for (const { line, found, use } of findPhrases(proseIn(file, readFileSync(join(root, file), 'utf8')))) {
      process.exitCode = 1;
      console.error(`${file}:${line} "${found}": write ${use}`);
    }
  }
}
