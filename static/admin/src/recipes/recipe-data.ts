import type { Level } from '../../../../src/classification/model';
import type { KeyView } from '../../../../src/keys/key-view';
import { type Names, readAccounts } from '../names';
import { ask, type Outcome } from '../operations';

/** The data of the site that a recipe needs. */
export interface RecipeData {
  readonly levels: readonly Level[];
  readonly keys: readonly KeyView[];
  readonly accounts: Names['accounts'];
  readonly baseUrl: string;
}

export async function readRecipeData(): Promise<Outcome<RecipeData>> {
  const [levels, keys, address] = await Promise.all([
    ask('listLevels', {}),
    ask('listKeys', {}),
    ask('getBaseAddress', {}),
  ]);
  if (!levels.ok) return levels;
  if (!keys.ok) return keys;
  if (!address.ok) return address;
  const accounts = await readAccounts(keys.value.keys.map(({ createdBy }) => createdBy));
  return {
    ok: true,
    value: { levels: levels.value.levels, keys: keys.value.keys, accounts, baseUrl: address.value.baseUrl },
  };
}
