import fc from 'fast-check';
import { cursorsOf } from '../../src/rest/cursor';
import { Problem } from '../../src/rest/problem';

/** A cursor is valid only for its original list, and a client cannot forge one. */

const owner = {
  peppers: [{ version: '2', bytes: new Uint8Array(32).fill(2) }] as const,
  installationId: 'ari:cloud:confluence::site/one',
  readerId: '0123456789q4n2m5',
  now: new Date('2026-11-21T09:00:00.000Z'),
};
const question = ['listPageLevelHistory', '164001', undefined];
const position = { time: '2026-11-20T09:00:00.123Z', key: '7d5c1c62-53c6-4c0e-8f4e-1f0f7c8f5b1a' };

let cursor: string;
beforeAll(() => {
  cursor = cursorsOf(owner).write(position, question);
});

function refusal(change: Partial<typeof owner>, text = cursor, asked: typeof question = question): string {
  try {
    cursorsOf({ ...owner, ...change }).read(text, asked);
    return 'read';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

it('a cursor returns what was written into it', () => {
  const places = fc.record({ time: fc.string({ maxLength: 40 }), key: fc.string({ maxLength: 80 }) });
  fc.assert(
    fc.property(places, fc.array(fc.option(fc.string(), { nil: undefined })), (place, asked) => {
      const cursors = cursorsOf(owner);
      expect(cursors.read(cursors.write(place, asked), asked)).toEqual(place);
    }),
  );
});

it('a cursor keeps its form in all versions of the app, because clients store cursors', () => {
  expect(cursor).toBe(
    'TH0rghnwJSI2sGks8rDdTOl1_B1yiPx-kVlHlwSEFOwF7sH635B19THB48KmuM3Rmncqv45l7mYepyz22N4b9SPFb57F5nJWtuw8DjnfIvEJaLQELKqmQatCjlxihViwBm-NvVff6rNBWYqB-y3KLJovriopmWG6JTZGag',
  );
});

it('a cursor reveals nothing about the row it continues after, which may be hidden from the key', () => {
  const shownBy = (place: typeof position) => {
    const text = Buffer.from(cursorsOf(owner).write(place, question), 'base64url').toString('latin1');
    return [place.time.slice(0, 10), place.key.slice(0, 8), '1795338000'].filter((part) => text.includes(part));
  };
  expect(shownBy(position)).toEqual([]);
  // Nor the difference from the one of the adjacent row.
  const [one, other] = [position, { ...position, key: `${position.key.slice(0, -1)}b` }].map((place) =>
    Buffer.from(cursorsOf(owner).write(place, question), 'base64url'),
  );
  const same = [...(one ?? [])].filter((byte, index) => byte === other?.[index]).length;
  expect(same).toBeLessThan(20);
});

it('a cursor has only one valid form for the same meaning', () => {
  const padded = cursor.padEnd(Math.ceil(cursor.length / 4) * 4, '=');
  const other = Buffer.from(cursor, 'base64url').toString('base64');
  for (const form of [
    `${cursor}=`,
    padded,
    ` ${cursor}`,
    `${cursor}\n`,
    `${cursor.slice(0, 9)}\n${cursor.slice(9)}`,
    other,
  ]) {
    if (form !== cursor) expect(refusal({}, form)).toBe('INVALID_CURSOR');
  }
});

it('a cursor is refused with the name of the parameter and the solution', () => {
  const cursors = cursorsOf({ ...owner, now: new Date(owner.now.getTime() + 86_400_000) });
  const problemOf = (read: () => unknown) => {
    try {
      return read();
    } catch (error) {
      return error instanceof Problem ? { code: error.code, errors: error.options.errors } : error;
    }
  };
  const detail =
    'A cursor belongs to its key and the keys that replace it, its route and its filters, and is good for a limited time. Start again without it.';
  const refusalOf = (code: string, parameter: string) => ({ code, errors: [{ code, detail, parameter }] });
  expect(problemOf(() => cursors.read(cursor, question))).toEqual(refusalOf('EXPIRED_CURSOR', 'cursor'));
  expect(problemOf(() => cursors.read(cursor, [], 'after'))).toEqual(refusalOf('INVALID_CURSOR', 'after'));
  expect(problemOf(() => cursors.read('x', [], 'after'))).toEqual(refusalOf('INVALID_CURSOR', 'after'));
});

it('a cursor is refused after a change of any single bit', () => {
  const bytes = Buffer.from(cursor, 'base64url');
  expect(bytes.length).toBeGreaterThan(100);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(refusal({}, flipped.toString('base64url'))).toBe('INVALID_CURSOR');
  }
});

it('a cursor never throws anything but a problem, for any text', () => {
  fc.assert(fc.property(fc.string({ maxLength: 700 }), (text) => refusal({}, text) === 'INVALID_CURSOR'));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(refusal({}, Buffer.from(bytes).toString('base64url'))).toBe('INVALID_CURSOR');
    }),
  );
});

it.each([
  ['line of keys', { readerId: 'zyxwvtsrqp3gq8ea' }],
  ['site', { installationId: 'ari:cloud:confluence::site/two' }],
  ['pepper', { peppers: [{ version: '2', bytes: new Uint8Array(32).fill(3) }] as const }],
])('a cursor is refused for another %s', (_name, change) => {
  expect(refusal(change as Partial<typeof owner>)).toBe('INVALID_CURSOR');
});

it.each([
  [['listPageLevelHistory', '164002', undefined]],
  [['listPageLevelHistory', '164001']],
  [['listPageLevelHistory', '164001', '']],
  [['listPageLevels', '164001', undefined]],
])('a cursor is refused for other filters: %j', (asked) => {
  expect(refusal({}, cursor, asked)).toBe('INVALID_CURSOR');
});

it('a cursor is valid under an older pepper while that one is configured', () => {
  const newer = { version: '3', bytes: new Uint8Array(32).fill(3) };
  const both = [newer, owner.peppers[0]] as unknown as typeof owner.peppers;
  expect(refusal({ peppers: both })).toBe('read');
});

it('a cursor is valid for exactly one day', () => {
  const at = (ms: number) => ({ now: new Date(owner.now.getTime() + ms) });
  expect(refusal(at(86_400_000 - 1))).toBe('read');
  expect(refusal(at(86_400_000))).toBe('EXPIRED_CURSOR');
});
