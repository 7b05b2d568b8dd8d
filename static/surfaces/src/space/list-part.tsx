import { type ReactNode, useCallback, useState } from 'react';
import { useLoad } from '../../../admin/src/use-load';
import type { OperationError, Outcome } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Skeleton } from '../ui/skeleton';
import { useMore } from '../use-more';
import { spaceTexts as t } from './texts';

/** A list that is loaded in parts. A part may be empty although more follow. */
interface PartList<Item> {
  readonly state: 'loading' | 'failed' | 'ready';
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: OperationError | undefined;
  readonly retry: () => void;
  readonly loadMore: () => void;
}

export function usePartList<Part extends object, Item>(
  read: (cursor: string | undefined) => Promise<Outcome<Part>>,
  itemsOf: (part: Part) => readonly Item[],
): PartList<Item> {
  const { load, reload } = useLoad(useCallback(() => read(undefined), [read]));
  const [later, setLater] = useState<readonly Part[]>([]);
  const parts = load.state === 'ready' ? [load.value, ...later] : [];
  const cursor = cursorOf(parts.at(-1));
  const more = useMore(
    () => read(cursor),
    (part) => setLater((before) => [...before, part]),
  );
  return {
    state: load.state,
    items: parts.flatMap(itemsOf),
    hasMore: cursor !== undefined,
    isLoading: more.isLoading,
    error: load.state === 'failed' ? load.error : more.error,
    retry: () => {
      if (load.state === 'failed') void reload();
      else void more.loadMore();
    },
    loadMore: () => void more.loadMore(),
  };
}

function cursorOf(part: object | undefined): string | undefined {
  return part !== undefined && 'cursor' in part && typeof part.cursor === 'string' ? part.cursor : undefined;
}

interface ListPartProps {
  readonly list: PartList<unknown>;
  readonly failed: string;
  readonly empty: string;
  /** For a list that is empty so far. */
  readonly emptyPart?: string;
  readonly children: ReactNode;
}

export function ListPart({ list, failed, empty, emptyPart = empty, children }: ListPartProps) {
  const { state, items, hasMore, error, isLoading } = list;
  if (state === 'loading') return <Skeleton rows={3} />;
  return (
    <>
      {state === 'ready' && (items.length > 0 ? children : <p role="status">{hasMore ? emptyPart : empty}</p>)}
      {error !== undefined && <Failure title={failed} error={error} onRetry={list.retry} />}
      {error === undefined && hasMore && (
        <div>
          <Button isBusy={isLoading} onClick={list.loadMore}>
            {t.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}
