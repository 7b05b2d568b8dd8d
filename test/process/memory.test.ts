import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

it('the app keeps no data of a site in memory after its requests', async () => {
  const root = join(__dirname, '../..');
  const args = ['-r', join(__dirname, 'swc-hook.cjs'), join(__dirname, 'serve-two-sites.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 1e8 });
  const { statuses, searched, found, isControlFound } = JSON.parse(stdout);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
  expect(isControlFound).toBe(true);
  expect(searched).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
