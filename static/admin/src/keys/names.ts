import type { Level } from '../../../../src/classification/model';
import type { KeyView } from '../../../../src/keys/key-view';
import { type Names, readAccounts, readSpaces } from '../names';

/** The names for the IDs in keys. Never rejects. */
export async function readNames(
  keys: readonly KeyView[],
  levels: readonly Level[],
  /** The current user. */
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
