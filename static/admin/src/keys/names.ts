import type { SpaceName } from '../../../../src/admin/spaces';
import type { Level } from '../../../../src/classification/model';
import type { KeyView } from '../../../../src/keys/key-view';
import { ask } from '../operations';
import { texts } from '../texts';

/** What the ids in a key are called. What is not known by name is shown as its id. */
export interface Names {
  readonly levels: readonly Level[];
  readonly spaces: ReadonlyMap<string, SpaceName>;
  readonly accounts: ReadonlyMap<string, string>;
}

/** As many as the resolver takes at once. */
const ACCOUNTS_AT_ONCE = 100;
const SPACES_AT_ONCE = 250;

export const UNCLASSIFIED = 'unclassified';

/** Never rejects: a page with ids is better than none. */
export async function readNames(
  keys: readonly KeyView[],
  levels: readonly Level[],
  /** Who looks at it, and may make the next key. */
  accountId?: string,
): Promise<Names> {
  const people = [...keys.map(({ createdBy }) => createdBy), ...(accountId === undefined ? [] : [accountId])];
  const accountIds = chunks(new Set(people), ACCOUNTS_AT_ONCE);
  const spaceIds = chunks(new Set(keys.flatMap(({ spaceLimit }) => spaceLimit)), SPACES_AT_ONCE);
  const [accounts, spaces] = await Promise.all([
    Promise.all(accountIds.map((ids) => ask('describeAccounts', { accountIds: ids }))),
    Promise.all(spaceIds.map((ids) => ask('describeSpaces', { spaceIds: ids }))),
  ]);
  return {
    levels,
    accounts: new Map(
      accounts.flatMap((answer) =>
        answer.ok ? answer.value.accounts.map(({ accountId, displayName }) => [accountId, displayName] as const) : [],
      ),
    ),
    spaces: new Map(
      spaces.flatMap((answer) => (answer.ok ? answer.value.spaces.map((space) => [space.id, space] as const) : [])),
    ),
  };
}

export function levelName(names: Names, entry: string): string {
  if (entry === UNCLASSIFIED) return texts.form.unclassified;
  return names.levels.find(({ levelId }) => levelId === entry)?.name ?? entry;
}

export function spaceName(names: Names, spaceId: string): string {
  return names.spaces.get(spaceId)?.name ?? spaceId;
}

export function accountName(names: Names, accountId: string): string {
  return names.accounts.get(accountId) ?? accountId;
}

function chunks(entries: ReadonlySet<string>, size: number): string[][] {
  const all = [...entries];
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
