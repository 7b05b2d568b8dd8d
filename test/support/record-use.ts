import { appendFileSync } from 'node:fs';

/** The things that `npm test` counts. test/budgets.json has the limit of each. */
type Use = 'sites' | 'processes' | 'browsers' | 'visits';

/** Does nothing in a run that is not counted. */
export function recordUse(use: Use): void {
  const file = process.env['TEST_USE'];
  if (file !== undefined) appendFileSync(file, `${use}\n`);
}
