import type { NextStep, StepResult, WalkContext } from '../../src/walks/walk';
import { defineWalk, firstStep } from '../../src/walks/walk';
import { Deadline } from '../../src/platform/deadline';
import { systemRandom } from '../../src/platform/random';
import { openStorage } from '../../src/platform/storage';

/** When the step of a walk pushes the next one. A walk without it waits half an hour for the trigger. */

interface Counted extends NextStep {
  readonly found: number;
}

const open = async (step: (stored: { walk: Counted }) => StepResult<{ walk: Counted }, Counted>, rests = false) => {
  const clock = () => new Date();
  const row: { walk: Counted } = { walk: { ...firstStep({ clock, random: systemRandom }), found: 0 } };
  const pushed: unknown[] = [];
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
        return Promise.resolve('committed');
      },
    }),
    find: ({ walk: stored }) => stored,
    put: (doc, stored) => ({ ...doc, walk: stored }),
    step: () => Promise.resolve(step(row)),
    ...(rests ? { restsUntil: ({ step: steps }) => (steps > 0 ? undefined : '') } : {}),
  });
  await walk.runStep(context, { id: '', ticket: row.walk.ticket }, 0);
  return { row, pushed };
};

it('a step that changed its own row pushes the next step', async () => {
  const { row, pushed } = await open((stored) => {
    // The step notes a fact before it ends, as an erasure does when it finds a row.
    stored.walk = { ...stored.walk, found: 1 };
    return { change: (doc, { found }) => (found === 1 ? doc : 'superseded') };
  });
  expect(row.walk).toMatchObject({ step: 1, found: 1 });
  expect(pushed).toEqual([row.walk.ticket]);
});

it('the first step of a walk that rests before it pushes the second one', async () => {
  const { row, pushed } = await open(() => ({ change: (doc) => doc }), true);
  expect(pushed).toEqual([row.walk.ticket]);
});
