import { readReconciliation, type ReconciliationState } from '../../classification/reconciliation';
import { noInput } from '../level-inputs';
import type { AdminRequest } from '../operation';
import { readInput } from '../result';

/** Returns the progress of the daily comparison of records with pages and the last result; both are empty at first. */
export async function getReconciliation({ storage }: AdminRequest, payload: unknown): Promise<ReconciliationState> {
  readInput(noInput, payload);
  return (await readReconciliation(storage)).value;
}
