import fc from 'fast-check';
import { flattenAdf } from '../../src/detection/text/adf';
import {
  BLOCK_BORDER,
  type FlatText,
  INLINE_OBJECT,
  type SourceRange,
  sourceRanges,
} from '../../src/detection/text/flat-text';
import { flattenStorage } from '../../src/detection/text/storage';

/**
 * For any document, no text is lost, and every range of the flat text maps back to its location in the document.
 */

const someText = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => /\S/.test(text));
const mark = fc.constantFrom(
  { type: 'strong' },
  { type: 'em' },
  { type: 'link', attrs: { href: 'https://example.com/~a/b' } },
);
const textNode = fc.record({ type: fc.constant('text'), text: someText, marks: fc.array(mark, { maxLength: 2 }) });
const inline = fc.oneof(
  { weight: 4, arbitrary: textNode },
  {
    weight: 1,
    arbitrary: fc.constantFrom<object>({ type: 'hardBreak' }, { type: 'mention', attrs: { id: 'x', text: '@A' } }),
  },
);

const { block } = fc.letrec<{ block: object }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({
      type: fc.constantFrom('paragraph', 'heading', 'codeBlock', 'caption', 'x-unknown'),
      content: fc.array(inline, { maxLength: 4 }),
    }),
    fc.record({
      type: fc.constantFrom('panel', 'expand', 'bulletList', 'listItem', 'blockquote', 'bodiedExtension', 'x-other'),
      attrs: fc.record({
        title: someText,
        parameters: fc.dictionary(fc.constantFrom('a/b', 'c~d', 'value'), someText),
      }),
      content: fc.array(tie('block'), { maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('table'),
      content: fc.array(
        fc.record({
          type: fc.constant('tableRow'),
          content: fc.array(
            fc.record({
              type: fc.constantFrom('tableHeader', 'tableCell'),
              attrs: fc.record({
                colspan: fc.integer({ min: -1, max: 1_000_000 }),
                rowspan: fc.integer({ min: 0, max: 3 }),
              }),
              content: fc.array(tie('block'), { maxLength: 2 }),
            }),
            { maxLength: 3 },
          ),
        }),
        { maxLength: 3 },
      ),
    }),
  ),
}));
const document = fc.record({ type: fc.constant('doc'), content: fc.array(block, { maxLength: 5 }) });

/** RFC 6901. */
function resolve(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root);
}

function stringsNamed(root: unknown, name: string): string[] {
  if (Array.isArray(root)) return root.flatMap((item) => stringsNamed(item, name));
  if (typeof root !== 'object' || root === null) return [];
  return Object.entries(root).flatMap(([key, value]: [string, unknown]) =>
    key === name && typeof value === 'string' ? [value] : stringsNamed(value, name),
  );
}

const visible = (text: string) => text.replaceAll(INLINE_OBJECT, '').replaceAll('\n', '');

/** For ranges of every block, the mapped parts together equal the range. */
function expectWayBack(
  { text, blocks }: FlatText,
  stretch: readonly [number, number],
  read: (range: SourceRange) => string,
) {
  for (const { start, end, segments } of blocks) {
    const from = start + Math.floor((end - start) * stretch[0]);
    const to = from + Math.ceil((end - from) * stretch[1]);
    const ranges = sourceRanges(blocks, from, to);
    if (segments.length === 0) expect(ranges).toEqual([]);
    else expect(visible(ranges.map(read).join(''))).toBe(visible(text.slice(from, to)));
  }
}

const stretch = fc.tuple(fc.double({ min: 0, max: 0.99, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true }));

it('the reader reads all text of a document, in order, and maps every range back', () => {
  fc.assert(
    fc.property(document, stretch, (doc, part) => {
      const flat = flattenAdf(doc);
      const lines = flat.blocks.filter(({ kind }) => kind === 'text' || kind === 'code');
      const shown = lines.map(({ start, end }) => visible(flat.text.slice(start, end))).join('');
      const nodes = stringsNamed(
        doc.content.map((node) => JSON.parse(JSON.stringify(node, textsAlone))),
        'text',
      );
      expect(shown).toBe(visible(nodes.join('')));
      expectWayBack(flat, part, ({ pointer, start, end }) => {
        const string = resolve(doc, pointer);
        expect(typeof string).toBe('string');
        return String(string).slice(start, end);
      });
      expect(flat.skipped).toEqual([]);
    }),
  );
});

/** Attributes are read too, but not as a part of the line. */
function textsAlone(key: string, value: unknown): unknown {
  return key === 'attrs' || key === 'marks' ? undefined : value;
}

it('the reader keeps the blocks separate and in order, each with its own text', () => {
  fc.assert(
    fc.property(document, (doc) => {
      const { text, blocks } = flattenAdf(doc);
      let at = 0;
      for (const block of blocks) {
        expect(block.start).toBeGreaterThanOrEqual(at);
        expect(text.slice(block.end, block.end + BLOCK_BORDER.length)).toBe(BLOCK_BORDER);
        at = block.end + BLOCK_BORDER.length;
      }
      for (const { columnHeader, rowHeader, heading } of blocks) {
        for (const range of [columnHeader, rowHeader, heading]) {
          if (range !== undefined)
            expect([range.from >= 0, range.to <= blocks.length, range.from < range.to]).toEqual([true, true, true]);
        }
      }
    }),
  );
});

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const encode = (text: string) => text.replace(/[&<>"]/g, (character) => escaped[character as keyof typeof escaped]);
const numeric = (text: string) => Array.from(text, (character) => `&#${character.codePointAt(0) ?? 0};`).join('');
// An HTML parser replaces these in character references, so no reader of ours can see them.
const plain = someText.filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text));
const piece = plain.chain((text) =>
  fc
    .constantFrom(
      encode(text),
      numeric(text),
      `<strong>${encode(text)}</strong>`,
      `<span style="x">${encode(text)}</span>`,
    )
    .map((source) => ({ text, source })),
);
const line = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => ({
  text: pieces.map(({ text }) => text).join(''),
  source: `<p>${pieces.map(({ source }) => source).join('')}</p>`,
}));
const linkOf = plain.map((text) => ({ text, source: `<p><a href="${encode(text)}"></a></p>` }));
const codeOf = plain
  .filter((text) => !text.includes(']'))
  .map((text) => ({ text, source: `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>` }));
const cellsOf = fc.array(plain, { minLength: 1, maxLength: 3 }).map((texts) => ({
  text: texts.join(''),
  source: `<table><tr>${texts.map((text) => `<td>${encode(text)}</td>`).join('')}</tr></table>`,
}));

it('the reader reads all text of a body in storage format, and maps every range back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(line, linkOf, codeOf, cellsOf), { minLength: 1, maxLength: 6 }),
      stretch,
      (parts, part) => {
        const source = parts.map((one) => one.source).join('\n');
        const flat = flattenStorage(source);
        expect(flat.blocks.map(({ start, end }) => flat.text.slice(start, end)).join('')).toBe(
          parts.map(({ text }) => text).join(''),
        );
        for (const { start, end } of flat.blocks) {
          const from = start + Math.floor((end - start) * part[0]);
          const to = from + Math.ceil((end - from) * part[1]);
          const sources = sourceRanges(flat.blocks, from, to).map((range) => source.slice(range.start, range.end));
          const read = flattenStorage(`<p>${sources.join('').replace(/<[^>]*>/g, '')}</p>`);
          const back = read.text.slice(0, -BLOCK_BORDER.length);
          // Both halves of a character that is one entity map back to it.
          expect(back).toContain(withoutHalves(flat.text.slice(from, to)));
        }
      },
    ),
  );
});

function withoutHalves(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

it('no source makes the reader throw', () => {
  fc.assert(fc.property(fc.anything(), (value) => Array.isArray(flattenAdf(value).blocks)));
  const fragments = fc.constantFrom(
    '<',
    '>',
    '</',
    '<td>',
    '</td>',
    '<table',
    '<tr>',
    'a="',
    "'",
    '&',
    '&amp;',
    '&#x',
    ';',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?',
    '<h1>',
    '<ac:parameter ac:name="x">',
    'text',
    '\0',
    '\ud800',
  );
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 40 }), stretch, (pieces, part) => {
      const flat = flattenStorage(pieces.join(''));
      expectWithin(flat, part, pieces.join('').length);
    }),
    {
      numRuns: 1000,
      examples: [
        [
          ['<table', '</'],
          [0, 0.01],
        ],
      ],
    },
  );
});

function expectWithin({ blocks }: FlatText, [first, second]: readonly [number, number], length: number): void {
  for (const { start, end } of blocks) {
    const from = start + Math.floor((end - start) * first);
    for (const range of sourceRanges(blocks, from, from + Math.ceil((end - from) * second))) {
      expect([range.start >= 0, range.start <= range.end, range.end <= length]).toEqual([true, true, true]);
    }
  }
}
