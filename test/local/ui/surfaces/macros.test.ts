import * as fc from 'fast-check';
import { encodeAttribute, encodeText, parseStorage } from '../../../../local/confluence/storage-format';
import { macrosIn, withMacroConfig } from '../../../../local/ui/surfaces/macros';

/** The macros of the app in a body, and their settings. */

const KEYS = new Set(['level-macro', 'report-macro']);

const parsed = (storage: string) => {
  const body = parseStorage(storage);
  if (!body.ok) throw new Error(body.problem);
  return body;
};
const macro = (name: string, inside = '', attributes = '') =>
  `<ac:structured-macro ac:name="${name}"${attributes}>${inside}</ac:structured-macro>`;
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`;

it('the emulator finds the macros of the app in their order, with their ids and settings', () => {
  const body = parsed(
    [
      macro('toc', parameter('a', 'b')),
      `<p>Text ${macro('level-macro', '', ' ac:macro-id="m-1"')}</p>`,
      macro('info', `<ac:rich-text-body>${macro('report-macro', parameter('by', 'A &amp; B'))}</ac:rich-text-body>`),
    ].join(''),
  );
  expect(macrosIn(body, KEYS).map(({ name, localId, config }) => ({ name, localId, config }))).toEqual([
    { name: 'level-macro', localId: 'm-1', config: {} },
    { name: 'report-macro', localId: 'macro-1', config: { by: 'A & B' } },
  ]);
});

it('the emulator finds none in a body that is not well-formed, and survives extreme nesting', () => {
  expect(macrosIn(parseStorage('<p>'), KEYS)).toEqual([]);
  const deep = '<p>'.repeat(100_000) + macro('level-macro') + '</p>'.repeat(100_000);
  expect(macrosIn(parsed(deep), KEYS)).toEqual([]);
});

it('the emulator replaces the settings of one macro, and keeps everything else', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 3, noNullPrototype: true }),
      fc.string(),
      fc.string(),
      (config, text, attribute) => {
        const before = parsed(
          `<p title="${encodeAttribute(attribute)}">${encodeText(text)}</p><hr/>${macro('report-macro', parameter('old', 'x'))}${macro('report-macro', parameter('kept', 'y'))}`,
        );
        const [first] = macrosIn(before, KEYS);
        if (first === undefined) throw new Error('no macro');
        const after = parsed(withMacroConfig(before.nodes, first.element, config));
        expect(macrosIn(after, KEYS).map((each) => each.config)).toEqual([config, { kept: 'y' }]);
        expect(after.nodes.slice(0, 2)).toEqual(before.nodes.slice(0, 2));
      },
    ),
  );
});
