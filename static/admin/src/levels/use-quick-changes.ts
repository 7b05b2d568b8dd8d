import { useRef, useState } from 'react';
import type { LevelList } from '../../../../src/admin/change-levels';
import { readDifferences } from '../configuration/differences';
import { ask, type OperationError, type Outcome } from '../operations';
import type { Change } from '../ui/changes-table';
import type { Order } from './order';

/** A change that is made at once, without a dialog. */
export interface QuickChange {
  /** Of the level or sub-level, where it is said if it fails. */
  readonly id: string;
  /** What is shown already. */
  readonly order?: Order;
  /** What is said if it fails. */
  readonly failed: string;
  readonly send: (rev: number) => Promise<Outcome<LevelList>>;
  readonly onDone?: () => void;
}

export interface Problem {
  readonly id: string;
  readonly title: string;
  readonly error: OperationError;
  /** What somebody else has changed, where that was why. */
  readonly changes?: readonly Change[];
}

interface QuickChangesOptions {
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
  readonly onFailed: () => void;
}

/** One after another, each on top of the answer to the one before. After one that fails those that wait are dropped. */
export function useQuickChanges({ list, onChanged, onFailed }: QuickChangesOptions) {
  const queue = useRef<readonly QuickChange[]>([]);
  const [waiting, setWaiting] = useState(queue.current);
  const [problem, setProblem] = useState<Problem>();

  const keep = (changes: readonly QuickChange[]) => {
    queue.current = changes;
    setWaiting(changes);
  };

  const run = async (change: QuickChange) => {
    setProblem(undefined);
    const isRunning = queue.current.length > 0;
    keep([...queue.current.filter((each, index) => index === 0 || !isReplacedBy(each, change)), change]);
    if (isRunning) return;
    let base = list;
    for (let next: QuickChange | undefined = change; next !== undefined; next = queue.current[0]) {
      const answer = await next.send(base.rev);
      if (!answer.ok) {
        await fail(next, answer.error, base);
        return;
      }
      base = answer.value;
      keep(queue.current.slice(1));
      onChanged(base);
      next.onDone?.();
    }
  };

  /** Whatever the reason, the levels are shown as they are now. */
  const fail = async ({ id, failed }: QuickChange, error: OperationError, base: LevelList) => {
    const latest = await ask('listLevels', {});
    const isOvertaken = error.code === 'LEVELS_CHANGED' && latest.ok;
    const changes = isOvertaken ? await readDifferences(base, latest.value) : undefined;
    keep([]);
    if (latest.ok) onChanged(latest.value);
    setProblem({
      id,
      title: failed,
      error,
      ...(changes === undefined ? {} : { changes }),
    });
    onFailed();
  };

  return { waiting, problem, run, forgetProblem: () => setProblem(undefined) };
}

/** An order is a whole, so a later one makes an earlier one that has not been sent superfluous. */
function isReplacedBy({ order: earlier }: QuickChange, { order: later }: QuickChange): boolean {
  return earlier !== undefined && later !== undefined && earlier.levelId === later.levelId;
}
