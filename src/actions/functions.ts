import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { type ActionDependencies, actionFunction } from './action';
import { checkPage } from './check-page';
import { explainLevel } from './explain-level';
import { findMyPages } from './find-my-pages';
import { getLevel } from './get-level';
import { proposeLevel } from './propose-level';
import { scanPage } from './scan-page';
import { setLevel } from './set-level';

/** The actions of rules, of Rovo's agent and of MCP: functions that the platform calls as a person. */

export function createActions(dependencies: ActionDependencies) {
  return {
    getLevelAction: actionFunction(dependencies, getLevel),
    setLevelAction: actionFunction(dependencies, setLevel),
    checkPageAction: actionFunction(dependencies, checkPage),
    scanPageAction: actionFunction(dependencies, scanPage),
    explainLevelAction: actionFunction(dependencies, explainLevel),
    findMyPagesAction: actionFunction(dependencies, findMyPages),
    proposeLevelAction: actionFunction(dependencies, proposeLevel),
  };
}

export const {
  getLevelAction,
  setLevelAction,
  checkPageAction,
  scanPageAction,
  explainLevelAction,
  findMyPagesAction,
  proposeLevelAction,
} = createActions({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  peppers: () => readPeppers(),
  rateLimits: readRateLimits,
  // The platform's limit is 55 seconds.
  operationLimitMs: 40_000,
});
