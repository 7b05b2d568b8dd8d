import type { Intercept, PlatformCall } from '../../local/forge/platform-calls';
import { START, WALK_NAMES, type WalkName } from '../../src/walks/walk';
import { MIRROR_PEPPERS } from '../support/mirror';
import { samplePoints } from '../support/sample';
import { openSite } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { type WalkSite, WORK } from './work';

/**
 * Every walk ends with the same result, and never runs as two chains: whichever effect of a step is the last one, also if events
 * arrive twice or not at all, if a chain reaches the limit of the platform, and if the clock is set back.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let nowMs: number;
let site: WalkSite;
/** Counted while an event of the walk runs. */
let effects = 0;
let isCounting = false;
/** The effect with this number is the last one of its invocation. */
let lastEffect: { readonly at: number; readonly takesPlace: boolean } | undefined;
let isDead = false;
/** Runs of the trigger, which resumes the walk. */
let triggers = 0;
/** True while the event that starts the walk runs. */
let isStart = false;
let diedInStart = false;

const hasEffect = ({ target, method, path }: PlatformCall) =>
  target === 'kvs' ? !/\/(get|query)$/.test(path) : target === 'confluence' ? method !== 'GET' : true;

const intercept: Intercept = async (call, proceed) => {
  if (!isCounting) return proceed();
  if (isDead) throw new TypeError('fetch failed');
  if (!hasEffect(call)) return proceed();
  effects += 1;
  if (lastEffect?.at !== effects) return proceed();
  isDead = true;
  diedInStart = isStart;
  if (lastEffect.takesPlace) await proceed();
  throw new TypeError('fetch failed');
};

async function open(name: WalkName): Promise<void> {
  nowMs = Date.parse('2026-11-23T08:00:00.000Z');
  const opened = openSite({
    queryLagMs: 0,
    now: () => new Date(nowMs),
    peppers: () => MIRROR_PEPPERS,
    assumptions: new Set(['native-levels']),
    intercept,
  });
  site = { ...opened, nowMs: () => nowMs, pass: (milliseconds) => (nowMs += milliseconds) };
  await stopScans(site);
  await WORK[name].prepare?.(site);
}
afterEach(() => site.close());

/** Events that are never delivered. */
const lost = new Set<string>();
const eventsOf = (name: WalkName) =>
  site.host.background.pending().filter(({ id, body }) => body['walk'] === name && !lost.has(id));
const stepsOf = (name: WalkName) => eventsOf(name).filter(({ body }) => body['ticket'] !== START);

interface Disturbance {
  /** Runs instead of the delivery of an event. */
  readonly deliver?: (id: string) => Promise<unknown>;
  /** Runs before the trigger, if no event is left. */
  readonly beforeTrigger?: () => unknown;
}

/** Starts the walk, and delivers its events until it has ended. Without an event, the trigger runs. */
async function run(name: WalkName, disturbance: Disturbance = {}): Promise<unknown> {
  const { start, days = 0 } = WORK[name];
  nowMs += days * DAY_MS + MINUTE_MS;
  const sinceMs = nowMs;
  await start(site);
  return finish(name, sinceMs, disturbance);
}

async function finish(name: WalkName, sinceMs: number, { deliver, beforeTrigger }: Disturbance = {}): Promise<unknown> {
  const { background } = site.host;
  const { outcome } = WORK[name];
  for (let round = 0; round < 150; round += 1) {
    const events = eventsOf(name);
    expect(events.length).toBeLessThanOrEqual(2);
    for (const { id, body } of events) {
      isStart = body['ticket'] === START;
      isCounting = true;
      isDead = false;
      await (deliver ?? background.deliver)(id);
      isCounting = false;
    }
    const ended = outcome(site, sinceMs);
    if (ended !== undefined) return ended;
    nowMs += MINUTE_MS;
    if (eventsOf(name).length > 0) continue;
    beforeTrigger?.();
    triggers += 1;
    nowMs += 30 * MINUTE_MS;
    await background.runSchedule('every-five-minutes');
    for (const { id, body } of background.pending()) if (body['walk'] !== name) await background.deliver(id);
    if (eventsOf(name).length === 0) nowMs += 6 * 60 * MINUTE_MS;
  }
  throw new Error('the walk does not end');
}

/** Sets the step number of the walk with this ticket. @returns false if no row has this ticket */
async function setStep(ticket: string, step: number): Promise<boolean> {
  for (const entity of ['config', 'count', 'erasure']) {
    const [row] = rowsOf(site, entity, ticket);
    if (row === undefined) continue;
    const change = (_key: string, value: unknown) =>
      typeof value === 'object' && value !== null && 'ticket' in value && value.ticket === ticket
        ? { ...value, step }
        : value;
    await putRow(site, entity, row.key, JSON.parse(JSON.stringify(row.value), change) as object);
    return true;
  }
  return false;
}

/** The last number, which is the most important, and one of those before it. */
const pointsOf = (count: number): readonly number[] => [...samplePoints(count - 1, 1), count];

describe.each(WALK_NAMES)('the walk %s', (name) => {
  beforeEach(() => open(name));

  it('ends with the same result if a step dies before or after an effect, and does not wait for the trigger', async () => {
    await run(name);
    [effects, triggers] = [0, 0];
    const undisturbed = await run(name);
    const usual = triggers;
    if (WORK[name].rests !== true) expect(usual).toBe(0);
    const points = pointsOf(effects);
    expect(points.length).toBeGreaterThan(1);
    for (const at of points) {
      for (const takesPlace of [false, true]) {
        [effects, triggers] = [0, 0];
        lastEffect = { at, takesPlace };
        expect({ at, takesPlace, outcome: await run(name) }).toEqual({ at, takesPlace, outcome: undisturbed });
        expect({ at, takesPlace, triggers }).toEqual({
          at,
          takesPlace,
          triggers: usual + (diedInStart ? triggers - usual : 0),
        });
        lastEffect = undefined;
      }
    }
  });

  it('is one chain if every event arrives twice at once, and again afterwards', async () => {
    await run(name);
    const undisturbed = await run(name);
    const { deliver } = site.host.background;
    const old: string[] = [];
    // Another start after the end is another walk.
    const starts = new Set<string>();
    const twice = await run(name, {
      deliver: async (id) => {
        if (!stepsOf(name).some((step) => step.id === id)) starts.add(id);
        await Promise.all([deliver(id), deliver(id)]);
        for (const one of old) await deliver(one);
        if (!starts.has(id)) old.push(id);
        // The two that were just pushed, and one that the step before has pushed in vain.
        expect(stepsOf(name).length).toBeLessThanOrEqual(3);
      },
      beforeTrigger: () => (old.length = 0),
    });
    expect(twice).toEqual(undisturbed);
  });

  it('is resumed if events are lost, also if the clock is set back', async () => {
    await run(name);
    const undisturbed = await run(name);
    const needed: number[] = [];
    for (const backMs of [0, 120 * MINUTE_MS]) {
      triggers = 0;
      const { deliver } = site.host.background;
      let delivered = 0;
      const resumed = await run(name, {
        deliver: async (id) => {
          await deliver(id);
          delivered += 1;
          if (delivered <= 3) for (const next of stepsOf(name)) lost.add(next.id);
        },
        beforeTrigger: () => {
          if (delivered === 2) nowMs -= backMs;
        },
      });
      expect(resumed).toEqual(undisturbed);
      needed.push(triggers);
    }
    expect(needed[1]).toBe(needed[0]);
  });

  it('is pushed again twice an hour while the queue delivers nothing', async () => {
    const { background } = site.host;
    await run(name);
    const undisturbed = await run(name);
    nowMs += (WORK[name].days ?? 0) * DAY_MS + MINUTE_MS;
    const sinceMs = nowMs;
    await WORK[name].start(site);
    for (const { id, body } of eventsOf(name)) if (body['ticket'] === START) await background.deliver(id);
    const pushedAfter: number[] = [];
    for (let minutes = 5; minutes <= 120; minutes += 5) {
      const before = eventsOf(name).length;
      nowMs += 5 * MINUTE_MS;
      await background.runSchedule('every-five-minutes');
      // The counters rest until the next run of the trigger, so a few events are no sign of a lost one.
      if (minutes >= 30 && eventsOf(name).length > before) pushedAfter.push(minutes);
    }
    expect(pushedAfter).toEqual([30, 60, 90, 120]);
    const copies = eventsOf(name);
    expect(new Set(copies.map(({ body }) => body['ticket'])).size).toBe(1);
    for (const { id } of copies) await background.deliver(id);
    expect(await finish(name, sinceMs)).toEqual(undisturbed);
  });

  it('continues with a new chain before the limit of the platform', async () => {
    await run(name);
    const undisturbed = await run(name);
    const { deliver } = site.host.background;
    let isAtLimit = false;
    const limited = await run(name, {
      deliver: async (id) => {
        const ticket = stepsOf(name).find((event) => event.id === id)?.body['ticket'];
        const mustEnd = !isAtLimit && typeof ticket === 'string' && (await setStep(ticket, 499));
        await deliver(id);
        if (!mustEnd) return;
        isAtLimit = true;
        expect(stepsOf(name)).toEqual([]);
      },
    });
    expect(limited).toEqual(undisturbed);
    expect(isAtLimit).toBe(true);
  });
});

it('a walk whose row cannot be read does not keep the trigger from resuming the others', async () => {
  await open('erasure');
  await WORK.erasure.start(site);
  const refused = ['reconciliation', 'mirror-walk', 'native-levels', 'removal', 'personal-data-report'];
  for (const key of refused) {
    const value = { run: { startedAt: '2026-11-23T08:00:00.000Z' } };
    await putRow(site, 'config', key, { v: 1, rev: 1, value });
  }
  await putRow(site, 'erasure', 'unreadable', {
    v: 1,
    rev: 1,
    state: 'running',
    requestedAt: '2026-11-23T07:00:00.000Z',
  });
  for (const { id } of eventsOf('erasure')) lost.add(id);
  nowMs += 30 * MINUTE_MS;
  const noise = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { outcome } = await site.host.background.runSchedule('every-five-minutes');
  noise.mockRestore();
  expect(outcome).toBe(424);
  expect([eventsOf('erasure'), eventsOf('counts')]).toEqual([[expect.anything()], [expect.anything()]]);
});
