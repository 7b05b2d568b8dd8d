import { replayCompany } from '../../local/company';
import type { Replay } from '../../local/company/replay';
import { ADMIN, EDITOR } from '../../local/demo';
import { newPepper } from '../../local/forge/variables';
import type { Overview } from '../../src/admin/site/overview';

/** The past of `npm start -- --demo`, lived by the app. */

const NOW = new Date('2026-11-27T12:00:00.000Z');

let replay: Replay;
const errors: unknown[] = [];
beforeAll(async () => {
  process.env.PEPPER_V1 = newPepper();
  jest.spyOn(console, 'error').mockImplementation((...parts) => void errors.push(parts));
  replay = await replayCompany(NOW);
}, 600_000);
afterAll(() => replay.host.close());

const admin = async (operation: string, payload: object = {}): Promise<any> => replay.admin(operation, payload, ADMIN); // eslint-disable-line @typescript-eslint/no-explicit-any -- tests check any response
const rows = (entity: string) =>
  replay.host.storage
    .dump(replay.host.installation.installationId, entity, '')
    .map(({ key, value }) => ({ key, value: JSON.parse(value) as Readonly<Record<string, unknown>> }));

it('the demo has 300 pages in eight spaces, most of them with a level, and some below the level that they need', async () => {
  const { site, spaces, otherSpaces, levels } = await admin('getOverview');
  expect([site.pages, spaces.length, otherSpaces]).toEqual([300, 8, undefined]);
  expect(site.coverage).toMatchObject({ complete: 300 });
  expect(site.byLevel.none).toBeGreaterThanOrEqual(40);
  expect(site.byLevel.none).toBeLessThanOrEqual(56);
  expect(site.belowRequired).toBeGreaterThan(10);
  for (const { levelId } of levels) expect(site.byLevel[levelId]).toBeGreaterThan(10);
  for (const severity of ['low', 'medium', 'high', 'critical']) expect(site.open[severity]).toBeGreaterThan(3);
});

it('the demo has a trend and audit events of 90 days', async () => {
  const { trend, week } = await admin('getOverview');
  expect(trend).toHaveLength(90);
  expect(trend.at(-1).date).toBe('2026-11-27');
  expect(new Set(trend.map(({ open }: { open: object }) => JSON.stringify(open))).size).toBeGreaterThan(30);
  expect(week.classified).toBeGreaterThan(0);
  const days = new Set(rows('audit').map(({ value }) => String(value['time']).slice(0, 10)));
  expect(days.size).toBeGreaterThan(50);
  expect([...days].toSorted()[0]).toBe('2026-08-28');
});

it('the demo has a key that expires soon, one that was refused, and one without a problem', async () => {
  const { keys } = await admin('getOverview');
  expect(keys.expiring).toEqual([expect.objectContaining({ name: 'Data warehouse export' })]);
  expect(keys.refused).toEqual([expect.objectContaining({ name: 'Ticket bot' })]);
  const { keys: all } = await admin('listKeys');
  const active = all.filter(({ status }: { status: string }) => status === 'active');
  expect(active.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'Classification sync',
    'Data warehouse export',
    'Ticket bot',
  ]);
});

it('the demo has a paused removal, a scan and removals that finished, and a job that succeeded for a part of its pages', async () => {
  const { runs } = await admin('getOverview');
  expect(runs.late).toBe(0);
  const jobs = rows('job').map(({ key, value }) => ({ key, state: value['state'], text: JSON.stringify(value) }));
  const redactions = jobs.filter(({ key, state }) => key.startsWith('redaction:') && state !== undefined);
  expect(redactions.filter(({ text }) => text.includes('"CANNOT_ACT_AS_PERSON"'))).toHaveLength(1);
  expect(redactions.filter(({ state }) => state === 'finished').length).toBeGreaterThan(1);
  expect(jobs.filter(({ key, state }) => key.startsWith('scan:') && state === 'finished')).toHaveLength(1);
  expect(jobs.filter(({ state }) => state === 'partial')).toHaveLength(1);
});

it('the demo has exclusions, a custom detector, allowed levels of a space, a default level and a rule', async () => {
  expect((await admin('listExclusions')).exclusions).toHaveLength(2);
  expect((await admin('getDetection')).custom).toEqual([expect.objectContaining({ name: 'Customer number' })]);
  const { settings } = await admin('listLevels');
  expect(JSON.stringify(settings)).toContain('Pages that customers may see');
  expect(JSON.stringify(settings)).toContain('defaultLevel');
  expect(replay.host.automation.rules()).toEqual([expect.objectContaining({ user: EDITOR.email })]);
});

it('the demo has the same state at every start, apart from ids and keys', async () => {
  const stateOf = async ({ host, admin: call }: Replay) => {
    const { site, spaces, trend } = await call<Overview>('getOverview', {}, ADMIN);
    const { byLevel, ...numbers } = site;
    const stored = (entity: string) =>
      host.storage
        .dump(host.installation.installationId, entity, '')
        .map(({ value }) => JSON.parse(value) as Readonly<Record<string, unknown>>);
    const levels = stored('page-level').map(({ pageId, levelId }) => `${String(pageId)} ${String(levelId)}`);
    const findings = stored('detection').map(
      ({ pageId, detectorId, status }) => `${String(pageId)} ${String(detectorId).split(':')[0]} ${String(status)}`,
    );
    const events = stored('audit').map(({ type, time }) => `${String(time).slice(0, 10)} ${String(type)}`);
    const keys = spaces.map(({ key, numbers: ofSpace }) => [key, ofSpace]);
    return {
      byLevel,
      numbers,
      keys,
      trend,
      levels: levels.toSorted(),
      findings: findings.toSorted(),
      events: events.toSorted(),
    };
  };
  const again = await replayCompany(NOW);
  try {
    expect(await stateOf(again)).toEqual(await stateOf(replay));
  } finally {
    again.host.close();
  }
}, 600_000);

it('the counters of the demo equal a recount, and nothing failed on the way', async () => {
  replay.moveTo(new Date(NOW.getTime() + 86_400_000));
  await replay.runSchedules(['every-five-minutes']);
  await replay.runSchedules(['daily-key-expiry']);
  const { check } = await admin('getOverview');
  expect(check).toMatchObject({ pages: 300, repaired: 0 });
  expect(Date.parse(check.at)).toBeGreaterThan(NOW.getTime());
  expect(errors).toEqual([]);
});
