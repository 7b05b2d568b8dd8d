import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { type ActionDependencies, type ActionFunction, actionFunction } from './action';
import { checkPage } from './check-page';
import { getLevel } from './get-level';
import { scanPage } from './scan-page';
import { setLevel } from './set-level';

/** The actions of rules, of Rovo's agent and of MCP: functions that the platform calls as a person. */

const notAvailable: ActionFunction = () => Promise.resolve({ errors: [{ message: 'This action is not available.' }] });

export function createActions(dependencies: ActionDependencies) {
  return {
    getLevelAction: actionFunction(dependencies, getLevel),
    setLevelAction: actionFunction(dependencies, setLevel),
    checkPageAction: actionFunction(dependencies, checkPage),
    scanPageAction: actionFunction(dependencies, scanPage),
    explainLevelAction: notAvailable,
    findMyPagesAction: notAvailable,
    proposeLevelAction: notAvailable,
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
