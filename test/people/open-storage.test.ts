import { ADMIN } from '../../local/demo';
import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { openStorage } from '../../src/people/open-storage';
import { Deadline } from '../../src/platform/deadline';
import type { RowWrite } from '../../src/platform/storage';
import { aStorage, startMs } from '../local/storage/harness';

/** Processes that write for the same person at the same time. A process is known by its clock. */

it('a write that conflicted does not write the row of a person whom another process has registered', async () => {
  const { storage, app } = aStorage({ entities: parseEntityDefinitions(readManifest().raw) });
  const process = () => openStorage(new Deadline(25_000), () => new Date(startMs));
  const row = (key: string, expected: RowWrite['expected']): RowWrite => ({
    entity: 'config',
    key,
    value: { v: 1, rev: 1, value: { accountId: ADMIN.accountId } },
    ...(expected === undefined ? {} : { expected }),
  });
  const people = () => storage.dump('installation-1', 'person').length;
  await app(async () => {
    const late = process();
    expect(await process().commit([row('other', undefined)], [])).toBe('committed');
    expect(await late.commit([row('own', 7)], [])).toBe('conflict');
    await late.commit([], [], [], [{ entity: 'person', key: ADMIN.accountId }]);
    expect(people()).toBe(0);
    expect(await late.commit([row('own', undefined)], [])).toBe('committed');
    expect(people()).toBe(0);
  });
});
