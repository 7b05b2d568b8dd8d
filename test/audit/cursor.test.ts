import { createHash } from 'node:crypto';
import { readCursor, writeCursor } from '../../src/audit/cursor';
import type { AuditFilter } from '../../src/audit/filter';

/** The position in a list of events is valid only for its own filters. */

const POSITION = { time: '2026-11-20T09:00:00.123Z', key: '7d5c1c62-53c6-4c0e-8f4e-1f0f7c8f5b1a' };
const FILTER: AuditFilter = {
  type: 'apikey.created',
  subject: 'apikey:0123456789abcdef',
  actorAccountId: '712020:a',
  apiKeyId: '0123456789abcdef',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-30T00:00:00.000Z',
};
const FILTERS: readonly AuditFilter[] = [{}, FILTER];

it.each(FILTERS)('a cursor of the audit log parses to the same position, for %j', (filter) => {
  expect(readCursor(writeCursor(POSITION, filter), filter)).toEqual(POSITION);
  const seen = { ...POSITION, key: '' };
  expect(readCursor(writeCursor(seen, filter), filter)).toEqual(seen);
});

it('a cursor of the audit log is invalid for other filters', () => {
  const cursor = writeCursor(POSITION, FILTER);
  const names = Object.keys(FILTER) as readonly (keyof AuditFilter)[];
  for (const name of names) {
    const { [name]: _left, ...others } = FILTER;
    expect(readCursor(cursor, others)).toBeUndefined();
    expect(readCursor(writeCursor(POSITION, others), FILTER)).toBeUndefined();
  }
  expect(readCursor(writeCursor(POSITION, { subject: 'levels' }), { actorAccountId: 'levels' })).toBeUndefined();
});

const partsOf = (cursor: string) => Buffer.from(cursor, 'base64url').toString().split(' ');

it('a cursor of the audit log contains its version, its position, and a short hash of its filters', () => {
  const named = JSON.stringify(Object.values(FILTER));
  const mark = createHash('sha256').update(named).digest('base64url').slice(0, 16);
  expect(partsOf(writeCursor(POSITION, FILTER))).toEqual(['1', POSITION.time, POSITION.key, mark]);
});

it('a cursor of the audit log never throws for any text, and is then invalid', () => {
  const [, , , mark] = partsOf(writeCursor(POSITION, {}));
  const made = (...parts: unknown[]) => Buffer.from(parts.join(' ')).toString('base64url');
  expect(readCursor(made(1, POSITION.time, POSITION.key, mark), {})).toEqual(POSITION);
  const wrong = [
    '',
    'x',
    '🔑',
    made(),
    made(2, POSITION.time, POSITION.key, mark),
    made(1, '2026-11-20T09:00:00Z', POSITION.key, mark),
    made(1, 'now', POSITION.key, mark),
    made(1, POSITION.time, 'x', mark),
    made(1, POSITION.time, POSITION.key, ''),
    made(1, POSITION.time, POSITION.key, `${mark}0`),
    made(1, POSITION.time, POSITION.key, mark, 1),
    made(1, POSITION.time, POSITION.key),
  ];
  expect(wrong.filter((cursor) => readCursor(cursor, {}) !== undefined)).toEqual([]);
});
