import { readReconciliation } from '../../classification/reconciliation';
import { noInput, operation } from '../input';

/** Returns the progress of the daily comparison of records with pages and the last result; both are empty at first. */
export const getReconciliation = operation(noInput, ({ storage }) => readReconciliation(storage));
