import { aStorage, kvs, outcome } from './harness';

const setTicket = (value: unknown) => kvs.entity('ticket').set('t', value);

test.each<[unknown, string]>([
  [{}, 'ok'],
  [{ rank: 2 ** 31 - 1 }, 'ok'],
  [{ rank: 2 ** 31 }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ rank: -(2 ** 31) }, 'ok'],
  [{ rank: -(2 ** 31) - 1 }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ rank: 1.5 }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ rank: '5' }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ rank: null }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ rank: true }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ score: 0 }, 'ok'],
  [{ score: -1.5 }, 'ok'],
  [{ score: 3 }, 'ok'],
  [{ score: 9.9e125 }, 'ok'],
  [{ score: 1e126 }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ score: 1e-130 }, 'ok'],
  [{ score: 9e-131 }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ score: '1' }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ title: 'a' }, 'ok'],
  [{ title: '' }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ title: ' \t\n' }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ title: 1 }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ title: ['a'] }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ open: false }, 'ok'],
  [{ open: 0 }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ open: 'true' }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ extra: { deep: [null, ''] } }, 'ok'],
  [{ extra: 1 }, 'ok'],
  [{ extra: '' }, 'ok'],
  [{ extra: null }, '400 INCORRECT_PROPERTY_TYPE'],
  [{ unknown: 1 }, '400 INVALID_ENTITY_ATTRIBUTE'],
  [JSON.parse('{"__proto__":1}'), '400 INVALID_ENTITY_ATTRIBUTE'],
  [{ constructor: 1 }, '400 INVALID_ENTITY_ATTRIBUTE'],
  [[], '400 INVALID_ENTITY_VALUE'],
  ['text', '400 INVALID_ENTITY_VALUE'],
  [1, '400 INVALID_ENTITY_VALUE'],
  [null, '400 INVALID_ENTITY_VALUE'],
])('the emulator validates the value %j: %s', async (value, expected) => {
  const { app } = aStorage();
  expect(await app(() => outcome(() => setTicket(value)))).toBe(expected);
  expect(await app(() => kvs.entity('ticket').get('t'))).toEqual(expected === 'ok' ? value : undefined);
});

test.each([
  ['ab', '400 ENTITY_TYPE_TOO_SHORT'],
  ['x'.repeat(61), '400 ENTITY_TYPE_TOO_LARGE'],
  ['Ticket', '400 INVALID_ENTITY_TYPE'],
  ['_ticket', '400 INVALID_ENTITY_TYPE'],
  ['ticket.', '400 INVALID_ENTITY_TYPE'],
  ['a..b', '400 INVALID_ENTITY_TYPE'],
  ['tickets', '404 SCHEMA_NOT_FOUND'],
  ['constructor', '404 SCHEMA_NOT_FOUND'],
])('the emulator refuses the undeclared entity %s in every operation', async (name, expected) => {
  const { app } = aStorage();
  const entity = kvs.entity(name);
  const operations = [
    () => entity.get('a'),
    () => entity.set('a', {}),
    () => entity.delete('a'),
    () => entity.query().index('by-key').getMany(),
    () => kvs.transact().delete('a', { entityName: name }).execute(),
  ];
  for (const operation of operations) expect(await app(() => outcome(operation))).toBe(expected);
});

test('the emulator limits the bytes of a range attribute to 900', async () => {
  const { app } = aStorage();
  expect(await app(() => outcome(() => setTicket({ title: 'é'.repeat(450) })))).toBe('ok');
  expect(await app(() => outcome(() => setTicket({ title: 'é'.repeat(450) + 'x' })))).toBe('400 MAX_SIZE');
  expect(await app(() => outcome(() => kvs.entity('note').set('n', { text: 'x'.repeat(901) })))).toBe('ok');
});

test('the emulator limits the bytes of all partition attributes of an index together to 1700', async () => {
  const { app } = aStorage();
  // The partition attributes of by-space-open are the space and a boolean of 4 bytes.
  expect(await app(() => outcome(() => setTicket({ space: 'x'.repeat(1696), open: true })))).toBe('ok');
  expect(await app(() => outcome(() => setTicket({ space: 'x'.repeat(1697), open: true })))).toBe('400 MAX_SIZE');
  expect(await app(() => outcome(() => setTicket({ space: 'x'.repeat(1700) })))).toBe('ok');
  expect(await app(() => outcome(() => setTicket({ space: 'x'.repeat(1701) })))).toBe('400 MAX_SIZE');
});
