import { runChainStep } from '../../src/platform/chain-step';

/** A step of a chain runs once, except if it had nothing to do yet. */

const STEP = 'scans 4f0a8c4e-2a5c-4a3e-9a53-0d8f6f3b7c11';

function open() {
  const rows = new Map<string, unknown>();
  const ran: string[] = [];
  const storage = {
    readValue: (key: string) => Promise.resolve(rows.get(key)),
    writeValue: ({ key, value }: { readonly key: string; readonly value: unknown }) => {
      rows.set(key, value);
      return Promise.resolve();
    },
  };
  const run = (outcome: 'done' | 'no-next' | 'contended') =>
    runChainStep(storage, STEP, (next) => {
      ran.push(next);
      return Promise.resolve(outcome);
    });
  return { ran, run };
}

it('a step that pushed the next one does not run again', async () => {
  const { ran, run } = open();
  expect([await run('done'), await run('done')]).toEqual(['done', 'done']);
  expect(ran).toHaveLength(1);
});

it.each(['no-next', 'contended'] as const)(
  'a step that ended with %s runs again, with the same next step',
  async (outcome) => {
    const { ran, run } = open();
    expect([await run(outcome), await run('done'), await run('done')]).toEqual([outcome, 'done', 'done']);
    expect(ran).toHaveLength(2);
    expect(ran[0]).toBe(ran[1]);
  },
);
