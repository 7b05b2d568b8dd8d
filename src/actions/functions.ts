import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { type ActionDependencies, type ActionFunction, actionFunction } from './action';
import { getLevel } from './get-level';

/** The actions of rules, of Rovo's agent and of MCP: functions that the platform calls as a person. */

const notAvailable: ActionFunction = () => Promise.resolve({ errors: [{ message: 'This action is not available.' }] });

export function createActions(dependencies: ActionDependencies) {
  return {
    getLevelAction: actionFunction(dependencies, getLevel),
    setLevelAction: notAvailable,
    checkPageAction: notAvailable,
    scanPageAction: notAvailable,
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
