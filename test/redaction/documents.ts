import * as fc from 'fast-check';
import { MARKER } from '../../src/redaction/page/cut';

/** Random pages with sensitive values, each with the expected redacted page. */

export interface Planted {
  /** The value as a person would write it, with the context that a detector requires. */
  readonly lead: string;
  readonly value: string;
}

const ghp = ['gh', 'p_'].join('');

/** Assembled here, so that secret scanners of repositories do not find any. */
export const VALUES: readonly Planted[] = [
  { lead: 'card number ', value: '4539 1488 0343 6467' },
  { lead: 'SSN ', value: '536-22-8731' },
  { lead: 'token ', value: `${ghp}9Kp2Vt7Qx4Lm8Rz3Wn6Bc1Yd5Hf0Js2Ga4Ue` },
];

/** A node before and after; `[]` = removed. */
interface Pair {
  readonly before: object;
  readonly after: readonly object[];
}

const WORDS = [
  'alpha',
  'ipsum',
  'dolor',
  'amet',
  'привет',
  'straße',
  '🙂 ok',
  'a\u00adb',
  '漢字',
  'x < y & z',
  '"q"',
  "it's",
];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
const mark = fc.constantFrom<readonly object[]>(
  [],
  [{ type: 'strong' }],
  [{ type: 'em' }, { type: 'underline' }],
  [{ type: 'textColor', attrs: { color: '#ff5630' } }],
);

const text = (value: string, marks: readonly object[] = []): object => ({
  type: 'text',
  text: value,
  ...(marks.length === 0 ? {} : { marks }),
});
const same = (node: object): Pair => ({ before: node, after: [node] });

/** "lead value rest", split into 1 to 6 nodes with their own marks, anywhere in the value. */
const plantedText: fc.Arbitrary<readonly Pair[]> = fc
  .record({
    planted: fc.constantFrom(...VALUES),
    cuts: fc.uniqueArray(fc.nat(), { maxLength: 5 }),
    marks: fc.array(mark, { minLength: 6, maxLength: 6 }),
    before: words,
    after: words,
  })
  .map(({ planted: { lead, value }, cuts, marks, before, after }) => {
    const places = [...new Set(cuts.map((cut) => 1 + (cut % (value.length - 1))))].sort((a, b) => a - b);
    const bounds = [0, ...places, value.length];
    return bounds.slice(1).map((end, index): Pair => {
      const isFirst = index === 0;
      const isLast = index === bounds.length - 2;
      const prefix = isFirst ? `${before} ${lead}` : '';
      const suffix = isLast ? ` ${after}` : '';
      const kept = `${prefix}${isFirst ? MARKER : ''}${suffix}`;
      return {
        before: text(`${prefix}${value.slice(bounds[index], end)}${suffix}`, marks[index]),
        after: kept === '' ? [] : [text(kept, marks[index])],
      };
    });
  });

const plainText: fc.Arbitrary<readonly Pair[]> = fc
  .tuple(words, mark)
  .map(([some, marks]) => [same(text(` ${some} `, marks))]);

const lineObject: fc.Arbitrary<readonly Pair[]> = fc.constantFrom(
  [same({ type: 'hardBreak' })],
  [same({ type: 'status', attrs: { text: 'DONE', color: 'green', localId: 'a-b' } })],
  [same({ type: 'mention', attrs: { id: '557058:f58', text: '@Ada', accessLevel: '' } })],
  [same({ type: 'inlineCard', attrs: { url: 'https://intra.example.org/page' } })],
);

/** URLs that contain a value, whose link or card is removed. The value also occurs earlier in a text. */
const plantedAddress: fc.Arbitrary<readonly Pair[]> = fc
  .record({ planted: fc.constantFrom(...VALUES), isCard: fc.boolean(), marks: mark, label: words })
  .map(({ planted: { lead, value }, isCard, marks, label }) => {
    const url = `https://intra.example.org/look?q=${encodeURIComponent(value)}&n=1`;
    const mention: Pair = { before: text(`, ${lead}${value}; `), after: [text(`, ${lead}${MARKER}; `)] };
    const link = { type: 'link', attrs: { href: url } };
    return [
      mention,
      isCard
        ? { before: { type: 'inlineCard', attrs: { url } }, after: [text(MARKER)] }
        : { before: text(label, [link, ...marks]), after: [text(label, marks)] },
    ];
  });

const line = fc
  .array(fc.oneof(plainText, plantedText, lineObject, plantedAddress), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat());

const around = (pairs: readonly Pair[], build: (content: readonly object[]) => object): Pair => ({
  before: build(pairs.map(({ before }) => before)),
  after: [build(pairs.flatMap(({ after }) => after))],
});

const paragraph = line.map((pairs) => around(pairs, (content) => ({ type: 'paragraph', content })));
const heading = line.map((pairs) => around(pairs, (content) => ({ type: 'heading', attrs: { level: 2 }, content })));

/** Code has no marks and contains only text. */
const code = fc
  .record({ planted: fc.constantFrom(...VALUES), before: words, after: words })
  .map(({ planted: { lead, value }, before, after }) =>
    around(
      [
        {
          before: text(`${before}\n${lead}${value}\n${after}`),
          after: [text(`${before}\n${lead}${MARKER}\n${after}`)],
        },
      ],
      (content) => ({ type: 'codeBlock', attrs: { language: 'text' }, content }),
    ),
  );

const macro = fc.constantFrom(...VALUES).map(({ lead, value }): Pair => {
  const build = (shown: string) => ({
    type: 'extension',
    attrs: {
      extensionType: 'com.atlassian.confluence.macro.core',
      extensionKey: 'note',
      parameters: { macroParams: { text: { value: `${lead}${shown}` }, deep: [{ why: `see ${lead}${shown}, ok` }] } },
    },
  });
  return { before: build(value), after: [build(MARKER)] };
});

const list = fc.array(paragraph, { minLength: 1, maxLength: 2 }).map((items) =>
  around(
    items.map((item) => around([item], (content) => ({ type: 'listItem', content }))),
    (content) => ({ type: 'bulletList', content }),
  ),
);
const panel = paragraph.map((inside) =>
  around([inside], (content) => ({ type: 'panel', attrs: { panelType: 'info' }, content })),
);
const expand = fc
  .tuple(fc.constantFrom(...VALUES), paragraph, fc.boolean())
  .map(([{ lead, value }, inside, isPlanted]) => {
    const build = (title: string, content: readonly object[]) => ({ type: 'expand', attrs: { title }, content });
    return {
      before: build(isPlanted ? `${lead}${value}` : 'More', [inside.before]),
      after: [build(isPlanted ? `${lead}${MARKER}` : 'More', inside.after)],
    };
  });
const table = fc
  .array(fc.array(paragraph, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 2 })
  .map((rows) =>
    around(
      rows.map((cells) =>
        around(
          cells.map((cell) => around([cell], (content) => ({ type: 'tableCell', attrs: {}, content }))),
          (content) => ({ type: 'tableRow', content }),
        ),
      ),
      (content) => ({ type: 'table', content }),
    ),
  );

const block = fc.oneof({ weight: 4, arbitrary: paragraph }, heading, code, macro, list, panel, expand, table);

/** A document, and the expected document without any of the values. */
export const documents: fc.Arbitrary<{ readonly before: object; readonly after: object }> = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map((pairs) => {
    const { before, after } = around(pairs, (content) => ({ type: 'doc', version: 1, content }));
    return { before, after: after[0] ?? {} };
  });
