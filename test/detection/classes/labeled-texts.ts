import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectValues } from '../../../src/detection/scan-page';
import { builtInEngine } from '../../../src/detection/engine/engine';
import type { Category } from '../../../src/detection/detector';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flatten } from '../../../src/detection/text/flatten';

/**
 * Reads the labeled rows and pages of this folder (README.md has the format), builds a document of each, scans it with the
 * default configuration, and compares the findings with the marks.
 */

type Form = 'prose' | 'list' | 'table' | 'table-rows' | 'code' | 'heading';

interface Mark {
  /** Offsets in the text of the row or page, without the marks. */
  readonly start: number;
  readonly end: number;
  /** `value`: must be found. `lookalike`: must not be found. `ignored`: may be found. */
  readonly label: 'value' | 'lookalike' | 'ignored';
  readonly category: Category | undefined;
}

interface Piece {
  readonly text: string;
  readonly marks: readonly Mark[];
}

interface LabeledText {
  readonly name: string;
  readonly language: string;
  readonly form: string;
  readonly isPositive: boolean;
  readonly adf: string;
  /** The texts of the blocks, in document order. */
  readonly pieces: readonly Piece[];
}

type Node = Readonly<Record<string, unknown>>;

/** A set of rows and pages. Each was written by other people, before the detectors were changed again. */
export const SETS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const;

export function folderOf(set: (typeof SETS)[number]): string {
  return join(__dirname, set);
}

const MARKS = /⟦(?:(secret|pii|financial|health|network):)?([^⟧]*)⟧|⟪([^⟫]*)⟫|⟨([^⟩]*)⟩/gu;

export function readClasses(from: string): ReadonlyMap<string, readonly LabeledText[]> {
  const files = readdirSync(from).filter((file) => file.endsWith('.txt'));
  return new Map(files.sort(byNumber).map((file) => [file.slice(0, -4), readClass(join(from, file))]));
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function readClass(file: string): LabeledText[] {
  const rows = readFileSync(file, 'utf8').split(/^---\s*$/m);
  return rows.flatMap((row, index) => {
    const [head = '', ...lines] = row.replace(/^\n+|\n+$/g, '').split('\n');
    if (head.trim() === '') return [];
    const [sign, language = '', form = ''] = head.trim().split(/\s+/);
    if ((sign !== '+' && sign !== '-') || !isForm(form)) throw new Error(`${file}: row ${index + 1}: ${head}`);
    const { nodes, pieces } = build(form, lines);
    const label = sign === '+' ? 'value' : 'lookalike';
    // In a lookalike, the marked text is the lookalike.
    const marked = pieces.map(({ text, marks }) => ({
      text,
      marks: marks.map((mark) => (mark.label === 'value' ? ({ ...mark, label } as const) : mark)),
    }));
    const name = `row ${index + 1}`;
    return [{ name, language, form, isPositive: sign === '+', adf: documentOf(nodes), pieces: marked }];
  });
}

export function readPages(from: string): readonly LabeledText[] {
  const folder = join(from, 'pages');
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  return files.sort(byNumber).map((file) => {
    const [head = '', ...lines] = readFileSync(join(folder, file), 'utf8').split('\n');
    const nodes: Node[] = [];
    const pieces: Piece[] = [];
    let form: Form | undefined;
    let block: string[] = [];
    const finish = () => {
      while (block.at(-1) === '') block.pop();
      if (form === undefined || block.length === 0) return;
      const built = build(form, block);
      nodes.push(...built.nodes);
      pieces.push(...built.pieces);
    };
    for (const line of lines) {
      const next = /^@([a-z-]+)\s*$/.exec(line)?.[1];
      if (next === undefined) {
        block.push(line);
        continue;
      }
      if (!isForm(next)) throw new Error(`${file}: ${line}`);
      finish();
      form = next;
      block = [];
    }
    finish();
    const language = head.split(/\s+/)[1] ?? '';
    return { name: file, language, form: 'page', isPositive: true, adf: documentOf(nodes), pieces };
  });
}

function isForm(text: string): text is Form {
  return ['prose', 'list', 'table', 'table-rows', 'code', 'heading'].includes(text);
}

function documentOf(content: readonly Node[]): string {
  return JSON.stringify({ type: 'doc', version: 1, content });
}

function build(form: Form, lines: readonly string[]): { readonly nodes: Node[]; readonly pieces: Piece[] } {
  const pieces: Piece[] = [];
  const textOf = (source: string): Node[] => {
    const piece = withoutMarks(source);
    if (piece.text === '') return [];
    pieces.push(piece);
    return [{ type: 'text', text: piece.text }];
  };
  const paragraph = (source: string): Node => ({ type: 'paragraph', content: textOf(source) });
  const heading = (source: string): Node => ({ type: 'heading', attrs: { level: 2 }, content: textOf(source) });
  const filled = lines.filter((line) => line.trim() !== '');
  switch (form) {
    case 'heading':
      return { nodes: filled.map((line) => heading(line.replace(/^# /, ''))), pieces };
    case 'prose':
      return {
        nodes: filled.map((line) => (line.startsWith('# ') ? heading(line.slice(2)) : paragraph(line))),
        pieces,
      };
    case 'list': {
      const nodes: Node[] = [];
      const items: Node[] = [];
      for (const line of filled) {
        if (line.startsWith('# ')) nodes.push(heading(line.slice(2)));
        else items.push({ type: 'listItem', content: [paragraph(line.replace(/^[-*] /, ''))] });
      }
      return { nodes: [...nodes, { type: 'bulletList', content: items }], pieces };
    }
    case 'code':
      return { nodes: [{ type: 'codeBlock', attrs: {}, content: textOf(lines.join('\n')) }], pieces };
    case 'table':
    case 'table-rows': {
      const nodes: Node[] = [];
      const rows: Node[] = [];
      for (const line of filled) {
        if (line.startsWith('# ')) {
          nodes.push(heading(line.slice(2)));
          continue;
        }
        const isHeader = (column: number) => (form === 'table' ? rows.length === 0 : column === 0);
        const border = / \| /.test(line) ? / \| | \|$|^\| / : /\|/;
        const cells = line.split(border).map((cell, column) => {
          return { type: isHeader(column) ? 'tableHeader' : 'tableCell', attrs: {}, content: [paragraph(cell.trim())] };
        });
        rows.push({ type: 'tableRow', content: cells });
      }
      return { nodes: [...nodes, { type: 'table', attrs: {}, content: rows }], pieces };
    }
  }
}

function withoutMarks(source: string): Piece {
  const marks: Mark[] = [];
  let text = '';
  let from = 0;
  for (const found of source.matchAll(MARKS)) {
    const [whole, category, value, ignored, lookalike] = found;
    text += source.slice(from, found.index);
    const marked = value ?? ignored ?? lookalike ?? '';
    const label = value !== undefined ? 'value' : ignored !== undefined ? 'ignored' : 'lookalike';
    marks.push({ start: text.length, end: text.length + marked.length, label, category: asCategory(category) });
    text += marked;
    from = found.index + whole.length;
  }
  return { text: text + source.slice(from), marks };
}

function asCategory(text: string | undefined): Category | undefined {
  switch (text) {
    case 'secret':
    case 'pii':
    case 'financial':
    case 'health':
    case 'network':
      return text;
    default:
      return undefined;
  }
}

export interface Judged {
  readonly detectorId: string;
  readonly confidence: number;
  /** `unmarked`: a finding in text without a mark. */
  readonly on: Mark['label'] | 'unmarked';
}

interface Comparison {
  readonly findings: readonly Judged[];
  /** The marked values. */
  readonly values: readonly { readonly category: Category | undefined; readonly isFound: boolean }[];
  /** The marked lookalikes. */
  readonly lookalikes: readonly { readonly isFound: boolean }[];
}

/** The default configuration, with the `enabled` detectors besides. */
function selectionWith(enabled: readonly string[]) {
  const detectors = Object.fromEntries(enabled.map((id) => [id, { enabled: true }]));
  return selectDetectors(builtInEngine, { ...DEFAULT_POLICY, detectors });
}

const today = new Date('2026-11-23T00:00:00Z');
const fingerprintKey = new Uint8Array(32).fill(1);

/** A value counts as found if findings cover at least half of it. */
export function compare({ adf, pieces }: LabeledText, enabled: readonly string[] = []): Comparison {
  const selection = selectionWith(enabled);
  const part = { field: 'body', representation: 'atlas_doc_format', source: adf } as const;
  const { text } = flatten(part);
  const { detected } = detectValues([part], { selection, fingerprintKey, today });
  const marks: Mark[] = [];
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece.text, from);
    if (at < 0) throw new Error(`not in the document: ${piece.text}`);
    marks.push(...piece.marks.map((mark) => ({ ...mark, start: at + mark.start, end: at + mark.end })));
    from = at + piece.text.length;
  }
  const shared = (a: { start: number; end: number }, b: { start: number; end: number }) =>
    Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
  const isFound = (mark: Mark) => detected.some((one) => 2 * shared(one, mark) >= mark.end - mark.start);
  const findings = detected.map((one) => {
    const best = marks
      .filter((mark) => shared(one, mark) > 0)
      .sort((a, b) => shared(one, b) - shared(one, a))
      .at(0);
    const { detectorId, confidence } = one.finding;
    return { detectorId, confidence, on: best?.label ?? ('unmarked' as const) };
  });
  return {
    findings,
    values: marks
      .filter(({ label }) => label === 'value')
      .map((mark) => ({ category: mark.category, isFound: isFound(mark) })),
    lookalikes: marks.filter(({ label }) => label === 'lookalike').map((mark) => ({ isFound: isFound(mark) })),
  };
}
