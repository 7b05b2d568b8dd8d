/** The actions of rules, of Rovo's agent and of MCP: functions that the platform calls as a person. */

const notAvailable = (_payload: unknown, _context: unknown) =>
  Promise.resolve({ errors: [{ message: 'This action is not available.' }] });

export const getLevelAction = notAvailable;
export const setLevelAction = notAvailable;
export const checkPageAction = notAvailable;
export const scanPageAction = notAvailable;
export const explainLevelAction = notAvailable;
export const findMyPagesAction = notAvailable;
export const proposeLevelAction = notAvailable;
