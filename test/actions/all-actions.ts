import type { Action } from '../../src/actions/action';
import { checkPage } from '../../src/actions/check-page';
import { checkPageUse } from '../../src/actions/check-use';
import { explainLevel } from '../../src/actions/explain-level';
import { findMyPages } from '../../src/actions/find-my-pages';
import { getLevel } from '../../src/actions/get-level';
import { proposeLevel } from '../../src/actions/propose-level';
import { scanPage } from '../../src/actions/scan-page';
import { setLevel } from '../../src/actions/set-level';

/** The actions of manifest.yml, by name. `test/capabilities/license.test.ts` fails if one is missing. */
const ACTIONS: readonly Pick<Action<never, object>, 'name' | 'effect'>[] = [
  checkPage,
  checkPageUse,
  explainLevel,
  findMyPages,
  getLevel,
  proposeLevel,
  scanPage,
  setLevel,
];
export const ACTION_EFFECTS = Object.fromEntries(ACTIONS.map(({ name, effect }) => [name, effect]));
