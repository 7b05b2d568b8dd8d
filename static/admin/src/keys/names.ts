import type { Level } from '../../../../src/classification/model';
import type { KeyView } from '../../../../src/keys/key-view';
import { type Names, readAccounts, readSpaces } from '../names';

/** What the ids in keys are called. Never rejects. */
export async function readNames(
  keys: readonly KeyView[],
  levels: readonly Level[],
  /** Who looks at it, and may make the next key. */
  accountId?: string,
): Promise<Names> {
  const people = keys.flatMap(({ createdBy, revokedBy }) => [
    createdBy,
    ...(revokedBy === undefined ? [] : [revokedBy]),
  ]);
  const [accounts, spaces] = await Promise.all([
    readAccounts([...people, ...(accountId === undefined ? [] : [accountId])]),
    readSpaces(keys.flatMap(({ spaceLimit }) => spaceLimit)),
  ]);
  return { levels, accounts, spaces };
}
