import type { AdminOperations } from '../../../../src/admin/contract';
import { ask, type OperationError } from '../operations';

/** Changes many findings, a hundred at a time. */

type Input = AdminOperations['changeFindings']['input'];

export type WorkChange = Input['change'];

/** Findings by ID, or all that match each of the filters. */
export type FindingTarget =
  | { readonly findingIds: readonly string[] }
  | { readonly matching: readonly Extract<Input['of'], { readonly matching: unknown }>['matching'][] };

/** The limit of the resolver. */
const AT_ONCE = 100;

export interface Changed {
  readonly changed: number;
  readonly unchanged: number;
  /** The findings that stayed as they were, because they no longer exist, are hidden, or others changed them. */
  readonly skipped: number;
  /** The remaining findings, if it was stopped or failed. */
  readonly rest?: FindingTarget;
  readonly error?: OperationError;
}

export const NONE_CHANGED: Changed = { changed: 0, unchanged: 0, skipped: 0 };

/**
 * @param before what an earlier call did
 * @param onProgress gets the findings that are done
 * @param isStopped asked before each part
 */
export async function changeFindings(
  target: FindingTarget,
  change: WorkChange,
  before: Changed,
  onProgress: (done: number) => void,
  isStopped: () => boolean,
): Promise<Changed> {
  let { changed, unchanged, skipped } = before;
  let rest: FindingTarget | undefined = target;
  while (rest !== undefined) {
    if (isStopped()) return { changed, unchanged, skipped, rest };
    const [of, others] = firstOf(rest);
    if (of === undefined) break;
    const answer = await ask('changeFindings', { of, change });
    if (!answer.ok) return { changed, unchanged, skipped, rest, error: answer.error };
    const { continueAt, ...numbers } = answer.value;
    changed += numbers.changed;
    unchanged += numbers.unchanged;
    skipped += numbers.absent + numbers.contended;
    onProgress(changed + unchanged + skipped);
    rest = continueAt === undefined || !('matching' in of) ? others : continued(of.matching, continueAt, others);
  }
  return { changed, unchanged, skipped };
}

function firstOf(target: FindingTarget): readonly [Input['of'] | undefined, FindingTarget | undefined] {
  if ('findingIds' in target) {
    const { findingIds } = target;
    const others = findingIds.slice(AT_ONCE);
    return [{ findingIds: findingIds.slice(0, AT_ONCE) }, others.length === 0 ? undefined : { findingIds: others }];
  }
  const [matching, ...others] = target.matching;
  return [matching && { matching }, others.length === 0 ? undefined : { matching: others }];
}

function continued(
  matching: Extract<FindingTarget, { readonly matching: unknown }>['matching'][number],
  cursor: string,
  others: FindingTarget | undefined,
): FindingTarget {
  return {
    matching: [{ ...matching, cursor }, ...(others !== undefined && 'matching' in others ? others.matching : [])],
  };
}
