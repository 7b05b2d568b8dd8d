import fc from 'fast-check';
import { type KeyUse, keyUseRecord, addRefusal, addUse, refusedLately } from '../../src/keys/key-use';

/** Tests the recorded use of a key. The code is pure, so that every instant can be tried. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const NOON = Date.parse('2026-06-15T12:00:00.000Z');
const LIST = 'GET /v1/level';
const SET = 'POST /v1/page-level';

const at = (ms: number, route = LIST) => ({ now: new Date(NOON + ms), route });
const iso = (ms: number) => new Date(NOON + ms).toISOString();

/** The record after these refusals; those that are not written leave it unchanged. */
function refusedAt(moments: readonly number[], code = 'PAGE_NOT_FOUND', before?: KeyUse): KeyUse | undefined {
  return moments.reduce((use, ms) => addRefusal(use, code, at(ms)) ?? use, before);
}

const countAt = (use: KeyUse | undefined, ms: number, code = 'PAGE_NOT_FOUND') =>
  refusedLately(use, new Date(NOON + ms)).find((one) => one.code === code)?.countAtLeast ?? 0;

describe('a use', () => {
  it('is written with its route if it is the first', () => {
    expect(addUse(undefined, at(0))).toEqual({
      v: 1,
      firstUsedAt: iso(0),
      lastUsedAt: iso(0),
      lastRoute: LIST,
      refused: {},
    });
  });

  it.each([
    [0, false],
    [59_999, false],
    [60_000, true],
    [60_001, true],
    [90 * 86_400_000, true],
    // A small step back is the clock of another machine; a larger one is a wrong clock that must not last.
    [-1, false],
    [-59_999, false],
    [-60_000, true],
    [-HOUR_MS, true],
  ])('%d ms after the previous one is written: %s', (ms, isWritten) => {
    const first = addUse(undefined, at(0));
    const second = addUse(first, at(ms, SET));
    expect(second === undefined).toBe(!isWritten);
    if (second !== undefined) expect(second).toMatchObject({ lastUsedAt: iso(ms), lastRoute: SET });
  });

  it('keeps the time of the first one, which is never after the last', () => {
    const first = addUse(undefined, at(0));
    expect(addUse(first, at(MINUTE_MS))).toMatchObject({ firstUsedAt: iso(0), lastUsedAt: iso(MINUTE_MS) });
    expect(addUse(first, at(-HOUR_MS))).toMatchObject({ firstUsedAt: iso(-HOUR_MS), lastUsedAt: iso(-HOUR_MS) });
  });

  it('does not change the refusals', () => {
    const refused = refusedAt([0, 1, 2]);
    expect(addUse(refused, at(3))?.refused).toEqual(refused?.refused);
  });
});

describe('a refused call', () => {
  it('is counted by code, with the time and route of the last one, and is not a use', () => {
    const first = addRefusal(undefined, 'PAGE_NOT_FOUND', at(0));
    const second = addRefusal(first, 'PAGE_NOT_FOUND', at(SECOND_MS, SET));
    const third = addRefusal(second, 'INVALID_FIELD', at(2 * SECOND_MS, SET));
    expect(third?.lastUsedAt).toBeUndefined();
    expect(refusedLately(third, new Date(NOON + MINUTE_MS))).toEqual([
      { code: 'PAGE_NOT_FOUND', countAtLeast: 2, lastAt: iso(SECOND_MS), lastRoute: SET },
      { code: 'INVALID_FIELD', countAtLeast: 1, lastAt: iso(2 * SECOND_MS), lastRoute: SET },
    ]);
  });

  it('sorts before an equally frequent code with an older last call', () => {
    const use = refusedAt([SECOND_MS], 'INVALID_FIELD', refusedAt([0]));
    expect(refusedLately(use, new Date(NOON + MINUTE_MS)).map(({ code }) => code)).toEqual([
      'INVALID_FIELD',
      'PAGE_NOT_FOUND',
    ]);
  });

  it('does not change the last use of the key', () => {
    const used = addUse(undefined, at(0));
    expect(refusedAt([1], 'PAGE_NOT_FOUND', used)).toMatchObject({
      firstUsedAt: iso(0),
      lastUsedAt: iso(0),
      lastRoute: LIST,
    });
  });

  it('is counted for the rest of its hour and 23 more hours, so for 24 hours at most', () => {
    const use = refusedAt([30 * MINUTE_MS]);
    const [startOfItsHour, endOfItsHour] = [0, HOUR_MS];
    expect(countAt(use, startOfItsHour + 30 * MINUTE_MS)).toBe(1);
    expect(countAt(use, endOfItsHour + 23 * HOUR_MS - 1)).toBe(1);
    expect(countAt(use, endOfItsHour + 23 * HOUR_MS)).toBe(0);
  });

  it('leaves the count with its hour, not all at once', () => {
    const hours = Array.from({ length: 30 }, (_, hour) => hour * HOUR_MS);
    const use = refusedAt(hours);
    expect(countAt(use, 29 * HOUR_MS)).toBe(24);
    expect(countAt(use, 30 * HOUR_MS)).toBe(23);
    expect(countAt(use, 52 * HOUR_MS)).toBe(1);
    expect(countAt(use, 53 * HOUR_MS)).toBe(0);
  });

  it('that is too old leaves the record with the next write, and the list at once', () => {
    const old = refusedAt([0], 'INVALID_FIELD');
    expect(refusedLately(old, new Date(NOON + 25 * HOUR_MS))).toEqual([]);
    expect(Object.keys(refusedAt([25 * HOUR_MS], 'PAGE_NOT_FOUND', old)?.refused ?? {})).toEqual(['PAGE_NOT_FOUND']);
  });

  it('is written at most ten times a minute, for all codes together, and then again', () => {
    const codes = ['PAGE_NOT_FOUND', 'INVALID_FIELD', 'API_KEY_REVOKED'];
    let use: KeyUse | undefined;
    let writes = 0;
    for (let ms = 0; ms < MINUTE_MS; ms += 100) {
      const next = addRefusal(use, codes[(ms / 100) % 3] ?? '', at(ms));
      if (next === undefined) continue;
      use = next;
      writes += 1;
    }
    expect(writes).toBe(10);
    expect(addRefusal(use, 'PAGE_NOT_FOUND', at(MINUTE_MS - 1))).toBeUndefined();
    expect(addRefusal(use, 'PAGE_NOT_FOUND', at(MINUTE_MS))).toBeDefined();
  });

  it('is counted despite a use in between', () => {
    const full = refusedAt(Array.from({ length: 10 }, (_, ms) => ms));
    const used = addUse(full, at(MINUTE_MS));
    expect(addRefusal(used, 'PAGE_NOT_FOUND', at(MINUTE_MS))).toBeDefined();
    expect(addRefusal(addUse(full, at(10)), 'PAGE_NOT_FOUND', at(10))).toBeUndefined();
  });

  describe('if the clock steps back', () => {
    it('to the previous hour, a refusal is counted with those of the later hour', () => {
      const use = refusedAt([1, -1]);
      expect(use?.refused.PAGE_NOT_FOUND).toEqual({ lastAt: iso(1), lastRoute: LIST, byHour: [2] });
      expect(countAt(use, -1)).toBe(2);
      expect(countAt(use, 23 * HOUR_MS)).toBe(2);
    });

    it('no count is lost, however often it changes', () => {
      const use = refusedAt([1, -1, 2, -2, 3, -3]);
      expect(countAt(use, 3)).toBe(6);
    });

    it('by more than an hour, the count restarts, because that clock was wrong', () => {
      const use = refusedAt([0, 3 * HOUR_MS, HOUR_MS]);
      expect(countAt(use, HOUR_MS)).toBe(1);
      expect(use?.refused.PAGE_NOT_FOUND?.lastAt).toBe(iso(HOUR_MS));
    });

    it('by a year, the use is still written', () => {
      const wrong = refusedAt(Array.from({ length: 20 }, (_, second) => 365 * 24 * HOUR_MS + second * SECOND_MS));
      expect(countAt(wrong, 0)).toBe(0);
      expect(countAt(refusedAt([0], 'PAGE_NOT_FOUND', wrong), 0)).toBe(1);
    });
  });
});

describe('the record', () => {
  const longestRoute = 'DELETE /v1/page-level/by-page/{pageId}/levels/{levelId}/sub-levels/{subLevelId}';

  it('stays below one billing unit of storage, with every hour of every code full', () => {
    let use: KeyUse | undefined = addUse(undefined, at(0, longestRoute));
    for (let code = 0; code < 40; code += 1) {
      const name = `A_CODE_AS_LONG_AS_THEY_ARE_${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[code % 26]}${'AB'[Math.floor(code / 26)]}`;
      use = addRefusal(use, name, at(code * MINUTE_MS, longestRoute)) ?? use;
    }
    expect(Object.keys(use?.refused ?? {})).toHaveLength(30);
    const full = Object.entries(use?.refused ?? {}).map(([code, one]) => [
      code,
      { ...one, byHour: Array.from({ length: 24 }, () => 9_999) },
    ]);
    const record = keyUseRecord.parse({ ...use, refused: Object.fromEntries(full) });
    expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(10_000);
  });

  it('drops the least recent codes if there are too many', () => {
    const names = Array.from({ length: 35 }, (_, index) => `CODE${'_'.repeat(index)}`);
    const use = names.reduce<KeyUse | undefined>(
      (before, name, index) => addRefusal(before, name, at(index * MINUTE_MS)) ?? before,
      undefined,
    );
    expect(Object.keys(use?.refused ?? {}).sort()).toEqual(names.slice(-30).sort());
  });

  it('stays readable, and counts no call twice and none that is older than a day, for any clock', () => {
    const call = fc.record({
      ms: fc.integer({ min: -3 * 24 * HOUR_MS, max: 3 * 24 * HOUR_MS }),
      code: fc.constantFrom(undefined, 'PAGE_NOT_FOUND', 'INVALID_FIELD', 'INSUFFICIENT_SCOPE'),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), fc.integer({ max: 3 * 24 * HOUR_MS, min: 0 }), (calls, end) => {
        let use: KeyUse | undefined;
        for (const { ms, code } of calls) {
          use = (code === undefined ? addUse(use, at(ms)) : addRefusal(use, code, at(ms))) ?? use;
        }
        if (use === undefined) return;
        const stored = keyUseRecord.parse(JSON.parse(JSON.stringify(use)));
        expect(stored).toEqual(use);
        if (use.firstUsedAt !== undefined) expect(use.firstUsedAt <= (use.lastUsedAt ?? '')).toBe(true);
        for (const { code, countAtLeast } of refusedLately(use, new Date(NOON + end))) {
          // An hour of tolerance for other machines' clocks.
          const real = calls.filter(
            (one) => one.code === code && one.ms > end - 24 * HOUR_MS - HOUR_MS && one.ms <= end + HOUR_MS,
          );
          expect(countAtLeast).toBeLessThanOrEqual(real.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
