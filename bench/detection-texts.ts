import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Part } from '../src/detection/finding';
import { seededRandom } from '../test/detection/noise-texts';
import { type Node, readPages } from './detection-pages';

/** Pages of one kind of text. */
export interface TextKind {
  readonly name: string;
  readonly pages: readonly {
    /** As the app reads it. */
    readonly part: Part;
    /** As other packages read it: the same words, without the format of Confluence. */
    readonly text: string;
  }[];
}

const CACHE = join(__dirname, '../.cache/detection-texts');
const CHARACTERS_OF_PAGE = 8_000;
const CHARACTERS_OF_KIND = 1_000_000;

/** The same manual in three languages, version 2.100 of Debian, by the hash of its text. */
const MANUALS = {
  German: ['de', '63eca6ba79772e38'],
  French: ['fr', 'b7e716526e40404d'],
  Japanese: ['ja', 'b9939fcf774115ad'],
} as const;

/** Seven kinds of about 1 MB. Requires Debian with apt-get, the first time. */
export function readKinds(): readonly TextKind[] {
  const pages = readPages();
  const third = (rest: number) => pages.filter((_page, index) => index % 3 === rest);
  const documentOf = ({ adf }: { readonly adf: string }) => JSON.parse(adf) as Node;
  const tables = makeTables();
  const kinds: TextKind[] = [
    ...Object.entries(MANUALS).map(([name, [language, hash]]) => ({
      name: `manual in ${name}`,
      pages: readManual(language, hash).map((text) => ({ part: partOf('plain', text), text })),
    })),
    {
      name: 'documentation of code, Markdown',
      pages: third(0).map(({ markdown: text }) => ({ part: partOf('plain', text), text })),
    },
    {
      name: 'tables, document format',
      pages: tables.map(({ text, document }) => ({ part: partOf('atlas_doc_format', JSON.stringify(document)), text })),
    },
    {
      name: 'documentation, document format',
      pages: third(1).map(({ adf, markdown: text }) => ({ part: partOf('atlas_doc_format', adf), text })),
    },
    {
      name: 'documentation, storage format',
      pages: third(2).map((page) => ({ part: partOf('storage', toStorage(documentOf(page))), text: page.markdown })),
    },
  ];
  return kinds.map(({ name, pages: all }) => ({ name, pages: firstOf(all) }));
}

const partOf = (representation: Part['representation'], source: string): Part => ({
  field: 'body',
  representation,
  source,
});

function firstOf<Page extends { readonly text: string }>(pages: readonly Page[]): readonly Page[] {
  let length = 0;
  return pages.filter(({ text }) => (length += text.length) <= CHARACTERS_OF_KIND);
}

function readManual(language: string, hash: string): readonly string[] {
  const folder = join(CACHE, language);
  const name = `debian-reference-${language}`;
  const file = join(folder, `usr/share/debian-reference/debian-reference.${language}.txt.gz`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore' });
    execFileSync('sh', ['-c', `dpkg-deb -x ${name}_*.deb .`], { cwd: folder });
  }
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  const actual = createHash('sha256').update(text).digest('hex').slice(0, 16);
  if (actual !== hash) throw new Error(`${name} has another text: ${actual}`);
  return text.match(new RegExp(`[\\s\\S]{1,${CHARACTERS_OF_PAGE}}(?:\\n|$)`, 'g')) ?? [];
}

const text = (value: string): Node => ({ type: 'text', text: value });

/** Tables of services with their owners, dates, versions, amounts and tickets. */
function makeTables(): readonly { readonly text: string; readonly document: Node }[] {
  const random = seededRandom(38);
  const oneOf = (words: string) => words.split(' ')[random(words.split(' ').length)] ?? '';
  const ROWS = 100;
  return Array.from({ length: CHARACTERS_OF_KIND / CHARACTERS_OF_PAGE }, () => {
    const rows = Array.from({ length: ROWS }, () => [
      `${oneOf('search billing login export mail queue')}-${oneOf('api worker cache gateway')}`,
      oneOf('Platform Security Payments Mobile Data Operations'),
      `2025-${String(1 + random(12)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`,
      `${random(20)}.${random(30)}.${random(10)}`,
      `${random(900) + 100}.${String(random(100)).padStart(2, '0')} EUR`,
      `OPS-${random(90_000) + 10_000}`,
      oneOf('planned running stopped replaced'),
    ]);
    const table = [['Service', 'Team', 'Release', 'Version', 'Cost', 'Ticket', 'State'], ...rows];
    const content = table.map((cells, index) => ({
      type: 'tableRow',
      content: cells.map((cell) => ({
        type: index === 0 ? 'tableHeader' : 'tableCell',
        attrs: {},
        content: [{ type: 'paragraph', content: [text(cell)] }],
      })),
    }));
    return {
      text: table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
      document: { type: 'doc', version: 1, content: [{ type: 'table', content }] },
    };
  });
}

const TAGS: Readonly<Record<string, string>> = {
  heading: 'h2',
  paragraph: 'p',
  bulletList: 'ul',
  listItem: 'li',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'td',
};
const MARKS: Readonly<Record<string, string>> = { strong: 'strong', code: 'code', link: 'a' };

function toStorage(node: Node): string {
  const { type, content = [], text: written = '', marks = [] } = node as Node & Content;
  const inner = content.map(toStorage).join('');
  if (type === 'text') {
    const [mark] = marks;
    const tag = MARKS[mark?.type ?? ''];
    const href = mark?.attrs === undefined ? '' : ` href="${escape(mark.attrs.href)}"`;
    return tag === undefined ? escape(written) : `<${tag}${href}>${escape(written)}</${tag}>`;
  }
  if (type === 'codeBlock') {
    const code = content.map((one) => (one as Node & Content).text ?? '').join('');
    const body = code.replaceAll(']]>', ']]]]><![CDATA[>');
    return `<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[${body}]]></ac:plain-text-body></ac:structured-macro>`;
  }
  const tag = TAGS[type];
  return tag === undefined ? inner : `<${tag}>${inner}</${tag}>`;
}

interface Content {
  readonly content?: readonly Node[];
  readonly text?: string;
  readonly marks?: readonly { readonly type: string; readonly attrs?: { readonly href: string } }[];
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
