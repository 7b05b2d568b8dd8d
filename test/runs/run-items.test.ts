import * as z from 'zod';
import { readManifest } from '../../local/forge/manifest';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { Deadline } from '../../src/platform/deadline';
import { openStorage } from '../../src/platform/storage';
import { type ItemRows, readItems, writeItems } from '../../src/runs/run-items';
import { aStorage } from '../local/storage/harness';

/** The lists of a run that do not fit into its row. */

const ROWS: ItemRows<string> = {
  keyOf: (runId, row) => `${runId}:letters:${row}`,
  itemsPerRow: 2,
  schema: z.array(z.string()),
  format: (items) => items,
  keepDays: 1,
  mayBeAbsent: false,
};

it('a step reads all items that an earlier step has just written, although reads of several rows at once are old', async () => {
  const entities = parseEntityDefinitions(readManifest().raw);
  const { app } = aStorage({ entities, assumptions: new Set(['stale-batches']) });
  const storage = () => openStorage(new Deadline(25_000));
  const items = ['a', 'b', 'c', 'd', 'e'];
  await app(() => storage().commit(writeItems(ROWS, 'run', 0, items), []));
  expect(await app(() => readItems(storage(), ROWS, 'run', 1, 5))).toEqual(['b', 'c', 'd', 'e']);
});
