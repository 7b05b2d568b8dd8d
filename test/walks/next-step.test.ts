import type { NextStep, StepResult, WalkContext } from '../../src/walks/walk';
import { defineWalk, firstStep } from '../../src/walks/walk';
import { Deadline } from '../../src/platform/deadline';
import { systemRandom } from '../../src/platform/random';
import { openStorage } from '../../src/platform/storage';

/** When a step and the trigger push the next step. A walk without it waits half an hour for the trigger. */

interface Counted extends NextStep {
  readonly found: number;
}

type Step = (stored: { walk: Counted }) => StepResult<{ walk: Counted }, Counted>;
type RestsUntil = (state: Counted) => string | undefined;
const MINUTE_MS = 60_000;

const open = (step: Step, restsUntil: RestsUntil = () => undefined) => {
  let nowMs = Date.parse('2026-11-23T08:00:00.000Z');
  const clock = () => new Date(nowMs);
  const row: { walk: Counted } = { walk: { ...firstStep({ clock, random: systemRandom }), found: 0 } };
  const pushed: unknown[] = [];
  const saved: Counted[] = [];
  const context: WalkContext = {
    storage: openStorage(new Deadline(10_000), 10_000),
    clock,
    random: systemRandom,
    log: () => undefined,
    requestId: 'r',
    push: { push: (_queue, body) => Promise.resolve(void pushed.push(body['ticket'])) },
  };
  const walk = defineWalk<WalkContext, { walk: Counted }, Counted>({
    name: 'counts',
    row: () => ({
      read: () => Promise.resolve({ revision: 1, value: { ...row } }),
      save: (_storage, _revision, value) => {
        row.walk = value.walk;
        saved.push(value.walk);
        return Promise.resolve('committed');
      },
    }),
    find: ({ walk: stored }) => stored,
    put: (doc, stored) => ({ ...doc, walk: stored }),
    step: () => Promise.resolve(step(row)),
    restsUntil,
  });
  return {
    ...{ row, pushed, saved },
    runStep: () => walk.runStep(context, { id: '', ticket: row.walk.ticket }, 0),
    /** Runs the trigger every five minutes. @returns after which minutes it pushed the walk */
    resumeFor: async (minutes: number) => {
      const pushedAfter: number[] = [];
      for (let minute = 5; minute <= minutes; minute += 5) {
        nowMs += 5 * MINUTE_MS;
        const before = pushed.length;
        await walk.resume(context);
        if (pushed.length > before) pushedAfter.push(minute);
      }
      return pushedAfter;
    },
  };
};

it('a step that changed its own row pushes the next step', async () => {
  const { row, pushed, runStep } = open((stored) => {
    // The step notes a fact before it ends, as an erasure does when it finds a row.
    stored.walk = { ...stored.walk, found: 1 };
    return { change: (doc, { found }) => (found === 1 ? doc : 'superseded') };
  });
  await runStep();
  expect(row.walk).toMatchObject({ step: 1, found: 1 });
  expect(pushed).toEqual([row.walk.ticket]);
});

it('the first step of a walk that rests before it pushes the second one', async () => {
  const { row, pushed, runStep } = open(
    () => ({ change: (doc) => doc }),
    ({ step }) => (step > 0 ? undefined : ''),
  );
  await runStep();
  expect(pushed).toEqual([row.walk.ticket]);
});

it('the trigger continues a chain that has ended at once, and then twice an hour until its step runs', async () => {
  const { row, pushed, saved, runStep, resumeFor } = open(() => ({ change: (doc) => doc }));
  row.walk = { ...row.walk, step: 499 };
  await runStep();
  expect([row.walk.step, pushed]).toEqual([500, []]);
  expect(await resumeFor(90)).toEqual([5, 35, 65]);
  expect(new Set(pushed)).toEqual(new Set([row.walk.ticket]));
  expect(saved.map(({ pushedAt }) => pushedAt?.slice(11, 16))).toEqual([undefined, '08:05', '08:35', '09:05']);
  await runStep();
  expect(row.walk).toMatchObject({ step: 501, pushedAt: undefined });
  // A lost event after it counts from this step.
  expect(await resumeFor(30)).toEqual([30]);
});

it('the trigger writes nothing when it wakes a walk that has rested for a short time', async () => {
  const { row, saved, resumeFor } = open(
    () => 'later',
    () => '',
  );
  expect(await resumeFor(25)).toEqual([5, 10, 15, 20, 25]);
  expect([saved, row.walk.pushedAt]).toEqual([[], undefined]);
});
