import { hostBridge } from './bridge';
import { ask } from '../src/operations';

it('the admin area says that an input is too large, and does not send it', async () => {
  let calls = 0;
  hostBridge(() => Promise.resolve((calls += 1)));
  const rows = [{ name: 'Secret', description: 'é'.repeat(300_000) }];
  const result = await ask('importLevels', { rev: 1, rows, dryRun: true });
  expect([calls, result]).toEqual([
    0,
    { ok: false, error: { code: 'TOO_LARGE', message: expect.stringContaining('500 KB') } },
  ]);
});
