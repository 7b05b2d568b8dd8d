import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { readManifest } from '../../local/forge/manifest';
import { worstFiles } from '../files/worst-files';

const result = z.object({ name: z.string(), reasons: z.array(z.string()), megabytes: z.number() });

it('a process with the memory of the scan consumer reads the worst file of each format, one after the other', () => {
  const memoryMb = readManifest().functions.find(({ key }) => key === 'scanQueueConsumer')?.memoryMb ?? 0;
  const folder = mkdtempSync(join(tmpdir(), 'worst-files-'));
  try {
    const paths = Object.entries(worstFiles).map(([name, make]) => {
      writeFileSync(join(folder, name), make());
      return join(folder, name);
    });
    const program = ['-r', join(__dirname, 'swc-hook.cjs'), join(__dirname, 'read-worst-files.ts')];
    const printed = execFileSync(process.execPath, [`--max-old-space-size=${memoryMb * 0.75}`, ...program, ...paths], {
      encoding: 'utf8',
    });
    const results = printed
      .trim()
      .split('\n')
      .map((line) => result.parse(JSON.parse(line)));
    expect(results.map(({ name }) => name)).toEqual(Object.keys(worstFiles));
    expect(results.filter(({ reasons }) => reasons.length === 0)).toEqual([]);
    expect(Math.max(...results.map(({ megabytes }) => megabytes))).toBeLessThan(memoryMb);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
