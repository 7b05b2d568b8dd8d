import type { NewAnswer } from '../capabilities/answers';
import type { Clock } from '../platform/clock';
import type { Random } from '../platform/random';
import type { StorageRefusal, StorageTrial } from '../platform/storage-trial';

/** Finds out how the storage of this site behaves, with rows that only these probes use. At most 19 operations. */

export const STORAGE_PROBES = [
  'storage-read-write',
  'storage-only-if-absent',
  'storage-condition',
  'storage-not-exists',
  'storage-index',
  'storage-batch',
  'storage-parallel',
] as const;

export interface StorageFindings {
  readonly answers: readonly NewAnswer[];
  /** The key of the value that expires after a minute. Undefined if it was not written. */
  readonly expiringKey: string | undefined;
}

/** The number of transactions at the same time. */
const PARALLEL = 10;

/** @throws if the storage gives no conclusive answer */
export async function tryStorage(trial: StorageTrial, clock: Clock, random: Random): Promise<StorageFindings> {
  const nonce = random.uuid();
  const key = `trial:${nonce}`;
  const expiringKey = `probe:${nonce}`;
  const at = clock().toISOString();
  const row = { v: 1, rev: 1, state: 'trial', at };
  const created = await trial.createRow(key, row, expiringKey);
  // Without the transaction, the other probes still need a row.
  if (created !== 'done') await trial.createWithPolicy(key, row);
  try {
    const inBatch = await trial.readInBatch(key);
    const read = await trial.readRow(key);
    const found = await trial.findRows(at);
    const repeated = await trial.createWithPolicy(key, row);
    const onWrongRevision = await trial.replaceRow(key, row, 99);
    const onExisting = await trial.createRow(key, row);
    const together = await trial.checkTogether(key, 1, PARALLEL);
    const [refused, ...alsoRefused] = together.filter((outcome) => outcome !== 'done');
    return {
      answers: [
        { probe: 'storage-read-write', state: isOf(at, read) ? 'works' : 'fails' },
        { probe: 'storage-batch', state: isOf(at, inBatch) ? 'works' : 'fails' },
        { probe: 'storage-index', state: found.includes(key) ? 'works' : 'fails' },
        { probe: 'storage-only-if-absent', ...refusalAnswer(repeated) },
        { probe: 'storage-condition', ...refusalAnswer(onWrongRevision) },
        {
          probe: 'storage-not-exists',
          ...(created === 'done' ? refusalAnswer(onExisting) : { state: 'fails', detail: created.code }),
        },
        {
          probe: 'storage-parallel',
          ...(refused === undefined
            ? { state: 'works' }
            : { state: 'fails', detail: `refused-${alsoRefused.length + 1}.${refused.code}` }),
        },
      ],
      expiringKey: created === 'done' ? expiringKey : undefined,
    };
  } finally {
    // The row has a short life, so a failure needs no second attempt.
    await trial.deleteRow(key).catch(() => undefined);
  }
}

function isOf(at: string, read: unknown): boolean {
  return typeof read === 'object' && read !== null && 'at' in read && read.at === at;
}

/** The write must be refused, and the refusal must count as a conflict. */
function refusalAnswer(outcome: 'done' | StorageRefusal): Pick<NewAnswer, 'state' | 'detail'> {
  if (outcome === 'done') return { state: 'fails', detail: 'not-refused' };
  return { state: outcome.isConflict ? 'works' : 'fails', detail: outcome.code };
}
