import { createAnswerRecorder } from '../capabilities/answer-recorder';
import { recordCalls } from '../capabilities/record-calls';
import { SYSTEM } from '../quota/invocation';
import { type Action, type ActionDependencies, actionFunction, type ActionFunction } from './action';
import { answersOfCall } from './call-shape';
import { checkPage } from './check-page';
import { checkPageUse } from './check-use';
import { explainLevel } from './explain-level';
import { findMyPages } from './find-my-pages';
import { getLevel } from './get-level';
import { proposeLevel } from './propose-level';
import { scanPage } from './scan-page';
import { setLevel } from './set-level';

/** The actions of rules, of Rovo's agent and of MCP. The platform calls these functions as a person. */

export function createActions(dependencies: ActionDependencies) {
  const open = <Input, Output extends object>(action: Action<Input, Output>): ActionFunction =>
    recordCalls(dependencies, answersOfCall, actionFunction(dependencies, action));
  return {
    getLevelAction: open(getLevel),
    setLevelAction: open(setLevel),
    checkPageAction: open(checkPage),
    scanPageAction: open(scanPage),
    checkUseAction: open(checkPageUse),
    explainLevelAction: open(explainLevel),
    findMyPagesAction: open(findMyPages),
    proposeLevelAction: open(proposeLevel),
  };
}

export const {
  getLevelAction,
  setLevelAction,
  checkPageAction,
  scanPageAction,
  checkUseAction,
  explainLevelAction,
  findMyPagesAction,
  proposeLevelAction,
} = createActions({
  ...SYSTEM,
  answers: createAnswerRecorder(),
  // The platform's limit is 55 seconds.
  operationLimitMs: 40_000,
});
