import { useRef, useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { readDifferences } from '../configuration/differences';
import { ask, type OperationError, type Outcome } from '../operations';
import type { Change } from '../ui/changes-table';
import type { Order } from './order';

/** A change that applies at once, without a dialog. */
export interface QuickChange {
  /** The level or sub-level that shows a failure. */
  readonly id: string;
  /** The order that is already shown. */
  readonly order?: Order;
  /** The title of the message if it fails. */
  readonly failed: string;
  readonly send: (rev: number) => Promise<Outcome<LevelList>>;
  readonly onDone?: () => void;
}

export interface Problem {
  readonly id: string;
  readonly title: string;
  readonly error: OperationError;
  /** The changes of another admin that caused the failure. */
  readonly changes?: readonly Change[];
}

interface QuickChangesOptions {
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
  readonly onFailed: () => void;
}

/** Sends changes one after another, each on top of the last response. A failure drops the waiting changes. */
export function useQuickChanges({ list, onChanged, onFailed }: QuickChangesOptions) {
  const queue = useRef<readonly QuickChange[]>([]);
  /** The last response, because a change may start before it is rendered. */
  const lastResponse = useRef(list);
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
    let base = list.rev < lastResponse.current.rev ? lastResponse.current : list;
    for (let next: QuickChange | undefined = change; next !== undefined; next = queue.current[0]) {
      const answer = await next.send(base.rev);
      if (!answer.ok) {
        await fail(next, answer.error, base);
        return;
      }
      base = answer.value;
      lastResponse.current = base;
      keep(queue.current.slice(1));
      onChanged(base);
      next.onDone?.();
    }
  };

  /** Always loads the current levels after a failure. */
  const fail = async ({ id, failed }: QuickChange, error: OperationError, base: LevelList) => {
    const latest = await ask('listLevels', {});
    const isConflict = error.code === 'LEVELS_CHANGED' && latest.ok;
    const changes = isConflict ? await readDifferences(base, latest.value) : undefined;
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

/** A newer order replaces an unsent one, because an order is complete. */
function isReplacedBy({ order: earlier }: QuickChange, { order: later }: QuickChange): boolean {
  return earlier !== undefined && later !== undefined && earlier.levelId === later.levelId;
}
