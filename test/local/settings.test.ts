import { resolve } from 'node:path';
import { NO_IMPERSONATION, PLATFORM_SWITCHES, PRESET_NAMES, PRESETS } from '../../local/forge/assumptions';
import { readSettings } from '../../local/settings';

describe('the settings of the local host', () => {
  it('have defaults for everything', () => {
    expect(readSettings({})).toEqual({
      port: 8080,
      dataDir: resolve('.local'),
      latencyMs: { kvs: 0, confluence: 0 },
      assumptions: new Set(PRESETS.calm),
      guard: false,
      queryLagMs: 200,
      searchLagMs: 2000,
      meter: 'on',
      rateLimits: undefined,
    });
  });

  it('are read from the environment', () => {
    const settings = readSettings({
      PORT: '0',
      DATA_DIR: '/tmp/x',
      LOCAL_LATENCY: '25',
      LOCAL_IMPERSONATION: 'off',
      LOCAL_PLATFORM: 'late-events, no-schedules',
      LOCAL_GUARD: 'on',
      LOCAL_QUERY_LAG: '0',
      LOCAL_SEARCH_LAG: '0',
      LOCAL_STORAGE_METER: 'off',
      LOCAL_RATE_LIMITS: '{"key":5}',
    });
    expect(settings).toEqual({
      port: 0,
      dataDir: '/tmp/x',
      latencyMs: { kvs: 25, confluence: 25 },
      assumptions: new Set(['late-events', 'no-schedules', ...NO_IMPERSONATION]),
      guard: true,
      queryLagMs: 0,
      searchLagMs: 0,
      meter: 'off',
      rateLimits: '{"key":5}',
    });
  });

  it.each([
    ['kvs=8,confluence=120', { kvs: 8, confluence: 120 }],
    ['confluence=120, kvs=8', { kvs: 8, confluence: 120 }],
    ['kvs=8', { kvs: 8, confluence: 0 }],
    ['0', { kvs: 0, confluence: 0 }],
    ['99999', { kvs: 99_999, confluence: 99_999 }],
  ])('accept a latency of %s', (text, latencyMs) => {
    expect(readSettings({ LOCAL_LATENCY: text }).latencyMs).toEqual(latencyMs);
  });

  it.each([
    ['PORT', ['', 'http', '-1', '80 80', '8080.5', '123456', '0x50']],
    ['DATA_DIR', ['']],
    [
      'LOCAL_LATENCY',
      ['', 'fast', '-5', '1.5', 'kvs', 'kvs=', 'kvs=a', 'sql=5', 'kvs=8;confluence=9', 'kvs=8,', '100000'],
    ],
    ['LOCAL_IMPERSONATION', ['', 'yes', 'ON', 'false']],
    ['LOCAL_PLATFORM', ['no-magic', 'late-events,no-magic', 'late-events;no-schedules', 'LATE-EVENTS']],
    ['LOCAL_GUARD', ['', 'yes']],
    ['LOCAL_QUERY_LAG', ['', '-1', '1s', '100000']],
    ['LOCAL_SEARCH_LAG', ['', '-1', '1s', '100000']],
    ['LOCAL_STORAGE_METER', ['', 'ON', 'true']],
    ['LOCAL_RATE_LIMITS', ['', 'ON', '120', '{}x', '{"keys":1}', '{"key":0}', '{"key":1.5}']],
  ])('refuse an invalid %s with a message that names it', (name, values) => {
    for (const value of values) expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}: .{5,}`));
  });

  it('name an unknown switch of the platform, and all known ones', () => {
    const read = () => readSettings({ LOCAL_PLATFORM: 'late-events,no-magic' });
    expect(read).toThrow(
      `LOCAL_PLATFORM: There is no switch "no-magic". The presets and switches are: ${[...PRESET_NAMES, ...PLATFORM_SWITCHES].join(', ')}.`,
    );
  });

  it('accept presets beside switches, each stricter than the one before', () => {
    const read = (text: string) => readSettings({ LOCAL_PLATFORM: text }).assumptions;
    expect(read('calm,no-license')).toEqual(new Set([...PRESETS.calm, 'no-license']));
    for (const [calmer, stricter] of [
      ['', 'calm'],
      ['calm', 'usual'],
      ['calm', 'documented'],
      ['usual,documented', 'stormy'],
    ] as const) {
      const [less, more] = [read(calmer), read(stricter)];
      expect([...less].filter((one) => !more.has(one))).toEqual([]);
      expect(more.size).toBeGreaterThan(less.size);
    }
    expect([...PRESETS.documented].filter((one) => ['lost-events', 'no-license'].includes(one))).toEqual([]);
  });

  it('report all errors at once', () => {
    expect(() => readSettings({ PORT: 'x', LOCAL_IMPERSONATION: 'x' })).toThrow(/PORT: .*LOCAL_IMPERSONATION: /);
  });
});
