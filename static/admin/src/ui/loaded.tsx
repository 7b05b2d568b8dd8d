import type { ReactNode } from 'react';
import type { Load } from '../use-load';
import { Failure } from './failure';
import { Skeleton } from './skeleton';

interface LoadedProps<T> {
  readonly load: Load<T>;
  /** The title of the message when loading fails. */
  readonly failed: string;
  readonly onRetry: () => Promise<void>;
  /** Rows of the placeholder while loading. */
  readonly rows?: number;
  readonly children: (value: T) => ReactNode;
}

/** Shows a placeholder while loading, the error when loading fails, and the children for the loaded value. */
export function Loaded<T>({ load, failed, onRetry, rows, children }: LoadedProps<T>) {
  if (load.state === 'loading') return <Skeleton {...(rows !== undefined && { rows })} />;
  if (load.state === 'failed') return <Failure title={failed} error={load.error} onRetry={() => void onRetry()} />;
  return children(load.value);
}
