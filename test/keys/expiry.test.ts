import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { done, edit, refusal, use } from '../admin/ask';
import { storedButKeyUse } from '../support/key-use';
import { openSite, type Site } from '../support/site';
import { aKey, aStoredKey, PEPPER } from './key-records';
import { everythingStored } from '../support/stored-rows';

/** T6: a key works until the end of its last day, in UTC, to the millisecond. */

const START = '2026-06-15T13:14:15.016Z';
let now = new Date(START);
let site: Site;
beforeAll(() => {
  site = openSite({ now: () => now, peppers: () => [PEPPER] });
});
beforeEach(() => {
  now = new Date(START);
});
afterEach(() => site.host.storage.reset());
afterAll(() => site.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The day this many days from now, in UTC. */
function inDays(days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

function at(instant: string, plusMs = 0): void {
  now = new Date(Date.parse(instant) + plusMs);
}

describe('the instant of expiry', () => {
  it.each([
    {
      day: 'an ordinary day',
      made: '2026-06-15T13:14:15.016Z',
      expiresOn: '2026-07-14',
      expiresAt: '2026-07-15T00:00:00.000Z',
    },
    {
      day: 'a leap day',
      made: '2028-02-01T00:00:00.000Z',
      expiresOn: '2028-02-29',
      expiresAt: '2028-03-01T00:00:00.000Z',
    },
    {
      day: 'the day before a leap day',
      made: '2028-02-01T00:00:00.000Z',
      expiresOn: '2028-02-28',
      expiresAt: '2028-02-29T00:00:00.000Z',
    },
    {
      day: '28 February of an ordinary year',
      made: '2027-02-01T00:00:00.000Z',
      expiresOn: '2027-02-28',
      expiresAt: '2027-03-01T00:00:00.000Z',
    },
    {
      day: '31 December',
      made: '2026-12-30T23:59:59.999Z',
      expiresOn: '2026-12-31',
      expiresAt: '2027-01-01T00:00:00.000Z',
    },
    {
      day: 'clocks go forward in Europe',
      made: '2027-03-01T00:00:00.000Z',
      expiresOn: '2027-03-28',
      expiresAt: '2027-03-29T00:00:00.000Z',
    },
    {
      day: 'clocks go back in Europe',
      made: '2027-10-01T00:00:00.000Z',
      expiresOn: '2027-10-31',
      expiresAt: '2027-11-01T00:00:00.000Z',
    },
    {
      day: 'clocks go forward in America',
      made: '2027-03-01T00:00:00.000Z',
      expiresOn: '2027-03-14',
      expiresAt: '2027-03-15T00:00:00.000Z',
    },
    {
      day: 'clocks go back in America',
      made: '2027-10-01T00:00:00.000Z',
      expiresOn: '2027-11-07',
      expiresAt: '2027-11-08T00:00:00.000Z',
    },
    {
      day: 'the last permitted one',
      made: '2027-06-15T23:59:59.999Z',
      expiresOn: '2028-06-14',
      expiresAt: '2028-06-15T00:00:00.000Z',
    },
  ])('is midnight UTC at the end of the last day: $day', async ({ made, expiresOn, expiresAt }) => {
    at(made);
    const created = await site.createKey({ expiresOn });
    expect(created).toMatchObject({ expiresOn, expiresAt, status: 'active' });
    const outcomes: string[] = [];
    for (const plusMs of [-DAY_MS, -1, 0, 1, DAY_MS]) {
      at(expiresAt, plusMs);
      outcomes.push(await use(site, created.key));
    }
    const expired = '401 API_KEY_EXPIRED';
    expect(outcomes).toEqual(['200', '200', expired, expired, expired]);
  });

  it('is the same for the grace period of a rotated key', async () => {
    const graceUntil = '2026-06-16T08:00:00.000Z';
    const { key } = await aStoredKey(site, { graceUntil });
    const outcomes: string[] = [];
    for (const plusMs of [-1, 0, 1]) {
      at(graceUntil, plusMs);
      outcomes.push(await use(site, key));
    }
    expect(outcomes).toEqual(['200', '401 API_KEY_EXPIRED', '401 API_KEY_EXPIRED']);
  });

  it('is not delayed by a longer grace period', async () => {
    const expiresAt = '2026-06-16T00:00:00.000Z';
    const { key } = await aStoredKey(site, { expiresAt, graceUntil: '2026-06-20T00:00:00.000Z' });
    at(expiresAt);
    expect(await use(site, key)).toBe('401 API_KEY_EXPIRED');
  });

  it('is displayed as it is enforced', async () => {
    const { keyId, expiresAt, rev } = await site.createKey({ expiresOn: '2026-06-16' });
    const status = async () =>
      (await done<{ keys: { status: string }[] }>(site, 'listKeys', {})).keys.map((key) => key.status);
    at(expiresAt, -1);
    expect(await status()).toEqual(['active']);
    at(expiresAt);
    expect(await status()).toEqual(['expired']);
    expect((await refusal(site, 'editKey', { keyId, rev, changes: { name: 'Again' } })).code).toBe('KEY_NOT_ACTIVE');
  });
});

describe('the lifetime of a new key', () => {
  it.each(['00:00:00.000', '13:14:15.016', '23:59:59.999'])('is 1 to 365 days at %s UTC', async (time) => {
    at(`2027-03-01T${time}Z`);
    const outcomes: Record<number, string> = {};
    for (const days of [-1, 0, 1, 2, 364, 365, 366, 10_000]) {
      const payload = { name: 'CI', classificationScope: 'read', expiresOn: inDays(days) };
      const result = (await site.admin('createKey', payload)) as { ok: boolean; error?: { code: string } };
      outcomes[days] = result.error?.code ?? 'made';
    }
    const no = 'INVALID_INPUT';
    expect(outcomes).toEqual({ '-1': no, 0: no, 1: 'made', 2: 'made', 364: 'made', 365: 'made', 366: no, 10000: no });
  });

  it.each([
    '2027-02-29',
    '2026-02-30',
    '2026-06-31',
    '2026-13-01',
    '2026-00-10',
    '2026-07-00',
    '2026-7-1',
    '20260701',
    '01.07.2026',
    '2026-07-01T00:00:00.000Z',
    '2026-07-01Z',
    ' 2026-07-01',
    '2026-07-01\n',
    '+002026-07-01',
    '２０２６-07-01',
    '٢٠٢٦-07-01',
    '',
    'tomorrow',
    20260701,
    1_782_864_000_000,
    null,
    true,
    {},
    ['2026-07-01'],
    undefined,
  ])('requires a real date: %p is refused by name', async (expiresOn) => {
    const error = await refusal(site, 'createKey', { name: 'CI', classificationScope: 'read', expiresOn });
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.fields?.map(({ field }) => field)).toEqual(['expiresOn']);
    expect(everythingStored(site)).toEqual([]);
  });

  it('does not depend on the time zone of the process', () => {
    // A child process, because the time zone of this one is fixed.
    const script = `
      const { expiryInstant, lastDayOf } = require('./src/keys/key-lifetime.ts');
      const answers = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati', 'America/St_Johns'].map((zone) => {
        process.env.TZ = zone;
        return ['2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07', '2027-12-31', '2027-02-20', '2027-02-21'].map((day) => {
          const instant = expiryInstant(day, new Date('2027-02-20T23:30:00.000Z'));
          return [new Date(2027, 5, 1).getTimezoneOffset(), [instant, instant && lastDayOf(instant)]];
        });
      });
      console.log(JSON.stringify(answers));
    `;
    const root = join(__dirname, '../..');
    const { stdout, stderr } = spawnSync(process.execPath, ['-r', '@swc-node/register', '-e', script], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const answers = JSON.parse(stdout) as [number, unknown][][];
    expect(new Set(answers.map((zone) => zone[0]?.[0])).size).toBe(5);
    const instants = answers.map((zone) => zone.map(([, instant]) => instant));
    for (const zone of instants) expect(zone).toEqual(instants[0]);
    expect(instants[0]?.[0]).toEqual(['2027-03-15T00:00:00.000Z', '2027-03-14']);
    expect(instants[0]?.[5]).toEqual([null, null]);
  });
});

describe('a clock that steps back an hour', () => {
  it('does not restore a revoked key, not even before the instant of its revocation', async () => {
    const { key, keyId } = await site.createKey();
    await done(site, 'revokeKey', { keyId });
    at(now.toISOString(), -HOUR_MS);
    expect(await use(site, key)).toBe('401 API_KEY_REVOKED');
  });

  it('accepts, edits and revokes a key that was created in what is now the future', async () => {
    const { key, keyId } = await site.createKey();
    at(now.toISOString(), -HOUR_MS);
    expect(await use(site, key)).toBe('200');
    expect((await edit(site, keyId, { name: 'Earlier' })).ok).toBe(true);
    await done(site, 'revokeKey', { keyId });
    expect(await use(site, key)).toBe('401 API_KEY_REVOKED');
  });

  it('never moves the stored expiry: the key ends at the same instant', async () => {
    const { key, expiresAt } = await site.createKey({ expiresOn: '2026-06-16' });
    const before = storedButKeyUse(site);
    at(expiresAt);
    expect(await use(site, key)).toBe('401 API_KEY_EXPIRED');
    at(expiresAt, -HOUR_MS);
    expect(await use(site, key)).toBe('200');
    at(expiresAt);
    expect(await use(site, key)).toBe('401 API_KEY_EXPIRED');
    expect(storedButKeyUse(site)).toEqual(before);
  });
});

describe('an unreadable record', () => {
  const notDates = [
    '',
    ' ',
    'never',
    '2099-01-01',
    '2099-01-01T00:00:00Z',
    '2099-01-01T00:00:00.000',
    '2099-01-01T00:00:00.000+00:00',
    '2099-02-30T00:00:00.000Z',
    '2099-13-01T00:00:00.000Z',
    '2099-01-01T25:00:00.000Z',
    '2099-01-01 00:00:00.000Z',
    ' 2099-01-01T00:00:00.000Z',
    '2099-01-01T00:00:00.000Z\n',
    '+099999-01-01T00:00:00.000Z',
    '4070908800000',
    'Infinity',
    'NaN',
    '٢٠٩٩-01-01T00:00:00.000Z',
  ];
  const notRanks = ['', 'NONE', 'Manage', 'administer', 'manage ', 'read,write', '*', '3', '__proto__'];
  const notMacs = [
    '',
    'A',
    'A'.repeat(42),
    'A'.repeat(44),
    `${'A'.repeat(42)}=`,
    `${'A'.repeat(42)}+`,
    'é'.repeat(43),
    '0'.repeat(64),
  ];
  const notLists = ['', 'unclassified', 0, true, {}, [null], [['unclassified']], [1], ['*'], { length: 0 }];
  const garbage: readonly (readonly [string, unknown])[] = [
    ...['expiresAt', 'createdAt', 'revokedAt', 'graceUntil'].flatMap((field) =>
      notDates.map((value) => [field, value] as const),
    ),
    ...['classificationScope', 'detectionScope', 'revokeReason'].flatMap((field) =>
      notRanks.map((value) => [field, value] as const),
    ),
    ...notMacs.map((value) => ['mac', value] as const),
    ...['levelLimit', 'spaceLimit'].flatMap((field) => notLists.map((value) => [field, value] as const)),
    ...['', 'none', 'hmac-sha256', 'hmac-sha256/2', 'HMAC-SHA256/1'].map((value) => ['macAlg', value] as const),
    ...['', '0', '2', '01', '1 ', '-1', 'V1'].map((value) => ['pepperVersion', value] as const),
    ...[0, 2, -1].map((value) => ['v', value] as const),
    ...[0, -1].map((value) => ['rev', value] as const),
    ...['', 'a'.repeat(129)].map((value) => ['createdBy', value] as const),
    ...['', 'a'.repeat(101)].map((value) => ['name', value] as const),
    ...['', 'a'.repeat(129)].map((value) => ['revokedBy', value] as const),
  ];

  it('never makes the key valid, with any stored value in any field and a correct MAC', async () => {
    const { installationId } = site.host.installation;
    const allowed: unknown[] = [];
    const notStorable: unknown[] = [];
    for (const [field, value] of garbage) {
      const { key, keyId, record } = aKey(site, { [field]: value });
      const body = { entityName: 'api-key', key: keyId, value: record };
      const { ok } = await site.host.storage.handleUncounted(installationId, '/api/v1/entity/set', body);
      if (!ok) notStorable.push(value);
      const outcome = await use(site, key);
      if (outcome !== '401 API_KEY_INVALID') allowed.push([field, value, outcome]);
    }
    expect(allowed).toEqual([]);
    // The platform itself accepts no blank string for an attribute of this type.
    expect(notStorable.filter((value) => String(value).trim() !== '')).toEqual([]);
  });

  const required = ['v', 'rev', 'name', 'mac', 'macAlg', 'pepperVersion', 'createdBy', 'createdAt', 'expiresAt'];
  it.each([...required, 'classificationScope', 'detectionScope', 'levelLimit', 'spaceLimit'])(
    'never makes the key valid if %s is missing',
    async (field) => {
      const { key } = await aStoredKey(site, { [field]: undefined });
      expect(await use(site, key)).toBe('401 API_KEY_INVALID');
    },
  );

  it('does not hide the other keys from the list', async () => {
    await aStoredKey(site, { expiresAt: 'never' });
    const { keyId } = await site.createKey();
    const { keys } = await done<{ keys: { keyId: string }[] }>(site, 'listKeys', {});
    expect(keys.map((key) => key.keyId)).toEqual([keyId]);
  });
});
