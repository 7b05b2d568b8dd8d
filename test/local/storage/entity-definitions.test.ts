import { parseEntityDefinitions } from '../../../local/forge/storage';

const parse = (entities: unknown) => parseEntityDefinitions({ app: { id: 'x', storage: { entities } }, modules: {} });
const attributes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, { type: 'string' }]));
const indexes = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `by-${n}`, range: [`a${n}`] }));
const anEntity = (members: object = {}) => ({ name: 'ticket', attributes: attributes(9), ...members });

test('the emulator reads entities, attributes and both kinds of index from a manifest', () => {
  const declared = anEntity({ indexes: ['a1', { name: 'by-two', partition: ['a0', 'a1'], range: ['a2'] }] });
  expect(parse([declared])).toEqual([declared]);
  expect(parse([anEntity()])).toEqual([anEntity({ indexes: [] })]);
});

test('a manifest without storage declares no entity', () => {
  expect(parseEntityDefinitions({ app: { id: 'x' } })).toEqual([]);
  expect(() => parseEntityDefinitions(undefined)).toThrow();
});

test.each<[string, unknown]>([
  ['20 entities', Array.from({ length: 20 }, (_, n) => anEntity({ name: `entity-${n}` }))],
  ['50 attributes', [anEntity({ attributes: attributes(50) })]],
  ['7 indexes', [anEntity({ indexes: indexes(7) })]],
  ['a name of 3 characters', [anEntity({ name: 'abc' })]],
  ['a name of 60 characters', [anEntity({ name: 'a'.repeat(60) })]],
  ['an attribute of 30 characters', [anEntity({ attributes: { ['a'.repeat(30)]: { type: 'any' } } })]],
  [
    'index names of 3 and 50 characters',
    [
      anEntity({
        indexes: [
          { name: 'abc', range: ['a0'] },
          { name: 'i'.repeat(50), range: ['a1'] },
        ],
      }),
    ],
  ],
])('the emulator accepts %s', (_name, entities) => {
  expect(() => parse(entities)).not.toThrow();
});

test.each<[string, unknown]>([
  ['21 entities', Array.from({ length: 21 }, (_, n) => anEntity({ name: `entity-${n}` }))],
  ['two entities of one name', [anEntity(), anEntity()]],
  ['51 attributes', [anEntity({ attributes: attributes(51) })]],
  ['no attribute', [anEntity({ attributes: {} })]],
  ['8 indexes', [anEntity({ indexes: indexes(8) })]],
  ['a name of 2 characters', [anEntity({ name: 'ab' })]],
  ['a name of 61 characters', [anEntity({ name: 'a'.repeat(61) })]],
  ['a name with an upper-case letter', [anEntity({ name: 'Ticket' })]],
  ['a name with two dots', [anEntity({ name: 'a..b' })]],
  ['a name that begins with a hyphen', [anEntity({ name: '-abc' })]],
  ['an attribute of 31 characters', [anEntity({ attributes: { ['a'.repeat(31)]: { type: 'any' } } })]],
  ['an attribute that begins with an underscore', [anEntity({ attributes: { _a: { type: 'any' } } })]],
  ['an unknown type', [anEntity({ attributes: { a: { type: 'date' } } })]],
  ['an index name of 2 characters', [anEntity({ indexes: [{ name: 'ab', range: ['a0'] }] })]],
  ['an index name of 51 characters', [anEntity({ indexes: [{ name: 'i'.repeat(51), range: ['a0'] }] })]],
  ['the reserved index name', [anEntity({ indexes: [{ name: 'by-key', range: ['a0'] }] })]],
  [
    'two indexes of one name',
    [anEntity({ indexes: ['a0', { name: 'abc', range: ['a0'] }, { name: 'abc', range: ['a1'] }] })],
  ],
  ['an index on an unknown attribute', [anEntity({ indexes: [{ name: 'abc', range: ['b'] }] })]],
  ['a simple index on an unknown attribute', [anEntity({ indexes: ['b'] })]],
  ['a partition on an unknown attribute', [anEntity({ indexes: [{ name: 'abc', partition: ['b'], range: ['a0'] }] })]],
  ['an index on an attribute of the type any', [anEntity({ attributes: { a: { type: 'any' } }, indexes: ['a'] })]],
  ['an index with two range attributes', [anEntity({ indexes: [{ name: 'abc', range: ['a0', 'a1'] }] })]],
  ['an index without a range', [anEntity({ indexes: [{ name: 'abc', partition: ['a0'] }] })]],
  ['an unknown member', [anEntity({ index: [] })]],
])('the emulator refuses %s', (_name, entities) => {
  expect(() => parse(entities)).toThrow(/not valid/);
});
