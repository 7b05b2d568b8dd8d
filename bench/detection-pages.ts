import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detect } from '../src/detection/engine/detect';
import type { DetectorSelection } from '../src/detection/engine/policy';
import { type FlatText, sourceRanges } from '../src/detection/text/flat-text';

/**
 * The Markdown files of the installed packages, to which no detector was tuned, ordered by path, as pages in the
 * Atlassian Document Format.
 */

const root = join(__dirname, '../node_modules');
const LEAST = 1_000;
const MOST = 30_000;

export const today = new Date('2026-01-15T00:00:00Z');

/** Counts the findings in a text, each with its location, like a page scan. */
export function findWithPlaces(flat: FlatText, selection: DetectorSelection): number {
  const { winners } = detect(flat, selection, today);
  return winners.map(({ start, end }) => sourceRanges(flat.blocks, start, end)).length;
}

export interface BenchPage {
  readonly markdown: string;
  /** The document, as JSON. */
  readonly adf: string;
}

export function readPages(): BenchPage[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  const texts = files.sort().flatMap((file) => readIfFile(join(root, file)));
  // Identical licenses and notices of several packages are one page.
  return [...new Set(texts)]
    .filter(({ length }) => length >= LEAST && length <= MOST)
    .map((markdown) => ({ markdown, adf: JSON.stringify(toAdf(markdown)) }));
}

function readIfFile(path: string): string[] {
  try {
    return [readFileSync(path, 'utf8')];
  } catch {
    return [];
  }
}

export interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/**
 * Supports headings, paragraphs, lists, tables and code blocks, with bold text, code and links, which is enough to
 * resemble a page.
 */
function toAdf(markdown: string): Node {
  const content: Node[] = [];
  // A fence may be left open at the end.
  for (const [index, piece] of markdown.split(/^```.*$/m).entries()) {
    if (index % 2 === 1) content.push({ type: 'codeBlock', content: [{ type: 'text', text: piece.trim() || ' ' }] });
    else for (const block of piece.split(/\n\s*\n/)) if (block.trim() !== '') content.push(toBlock(block.trim()));
  }
  return { type: 'doc', version: 1, content };
}

function toBlock(block: string): Node {
  const lines = block.split('\n');
  if (block.startsWith('#'))
    return { type: 'heading', attrs: { level: 2 }, content: toInline(block.replace(/^#+\s*/, '')) };
  if (lines.every((line) => /^\s*\|/.test(line))) {
    const rows = lines.filter((line) => !/^[\s|:-]+$/.test(line));
    return {
      type: 'table',
      content: rows.map((line) => ({ type: 'tableRow', content: line.split('|').slice(1, -1).map(toCell) })),
    };
  }
  if (/^\s*[-*+] /.test(block)) {
    const items = block.split(/^\s*[-*+] /m).filter((item) => item.trim() !== '');
    return {
      type: 'bulletList',
      content: items.map((item) => ({ type: 'listItem', content: [paragraph(item.trim())] })),
    };
  }
  return paragraph(block);
}

function toCell(text: string): Node {
  return { type: 'tableCell', attrs: {}, content: [paragraph(text.trim())] };
}

function paragraph(text: string): Node {
  return { type: 'paragraph', content: toInline(text) };
}

function toInline(text: string): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const { index, 0: all, 1: bold, 2: code, 3: label, 4: href } of text.matchAll(
    /\*\*([^*\n]+)\*\*|`([^`\n]+)`|\[([^\]\n]+)\]\(([^)\s]+)\)/g,
  )) {
    if (index > at) nodes.push({ type: 'text', text: text.slice(at, index) });
    const mark =
      bold !== undefined
        ? { type: 'strong' }
        : code !== undefined
          ? { type: 'code' }
          : { type: 'link', attrs: { href } };
    nodes.push({ type: 'text', text: bold ?? code ?? label ?? all, marks: [mark] });
    at = index + all.length;
  }
  if (at < text.length) nodes.push({ type: 'text', text: text.slice(at) });
  return nodes;
}
