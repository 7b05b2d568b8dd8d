import { appendFileSync } from 'node:fs';

/** What `npm test` counts, and compares with test/budgets.json. */
type Use = 'sites' | 'processes' | 'browsers' | 'visits';

/** Does nothing in a run that is not counted. */
export function recordUse(use: Use): void {
  const file = process.env['TEST_USE'];
  if (file !== undefined) appendFileSync(file, `${use}\n`);
}
