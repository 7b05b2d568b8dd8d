import { readReconciliation, type ReconciliationState } from '../classification/reconciliation';
import type { AdminRequest } from './operation';
import { readInput } from './result';
import * as z from 'zod';

const noInput = z.strictObject({});

/** What the daily comparison of records with pages is at, and what the last one did; nothing of either at first. */
export async function getReconciliation({ storage }: AdminRequest, payload: unknown): Promise<ReconciliationState> {
  readInput(noInput, payload);
  return (await readReconciliation(storage)).state;
}
