import { useCallback, useEffect, useRef, useState } from 'react';
import type { FindingView } from '../../../../src/admin/finding-view';
import { ask, type OperationError, type Outcome } from '../operations';
import { useLoad } from '../use-load';
import type { FindingFilter } from './filter';

/** One part of the list. */
export interface FoundPart {
  readonly findings: readonly FindingView[];
  readonly hidden: number;
  readonly cursor?: string;
  readonly searchedBackTo?: string;
}

/** So many findings are shown at a time, whatever the number of all of them: the document stays small. */
const SHOWN = 50;
/** How often to ask on by itself where what was looked through was none of what is wanted. */
const MAX_EMPTY = 4;

export type More =
  { readonly state: 'idle' | 'reading' } | { readonly state: 'failed'; readonly error: OperationError };

interface Loaded {
  readonly parts: readonly FoundPart[];
  /** Which of them is shown. */
  readonly shown: number;
}

/** The findings that match, part after part. Another filter object is another question, also where it says the same. */
export function useFindings(filter: FindingFilter) {
  const read = useCallback(async (): Promise<Outcome<Loaded>> => {
    const first = await readPart(filter, undefined);
    return first.ok ? { ok: true, value: { parts: [first.value], shown: 0 } } : first;
  }, [filter]);
  const { load, reload, setValue } = useLoad(read);
  const [more, setMore] = useState<More>({ state: 'idle' });
  const asked = useRef(filter);
  useEffect(() => {
    asked.current = filter;
    setMore({ state: 'idle' });
  }, [filter]);

  const part = load.state === 'ready' ? load.value.parts[load.value.shown] : undefined;
  const next = async () => {
    if (load.state !== 'ready' || part?.cursor === undefined || more.state === 'reading') return;
    const { parts, shown } = load.value;
    if (shown + 1 < parts.length) {
      setValue({ parts, shown: shown + 1 });
      return;
    }
    setMore({ state: 'reading' });
    const answer = await readPart(filter, part.cursor);
    if (asked.current !== filter) return;
    setMore(answer.ok ? { state: 'idle' } : { state: 'failed', error: answer.error });
    // Where nothing was found, it is the same part, which was searched further back.
    if (!answer.ok) return;
    if (part.findings.length === 0) setValue({ parts: [...parts.slice(0, -1), answer.value], shown });
    else setValue({ parts: [...parts, answer.value], shown: shown + 1 });
  };
  const previous = () => {
    if (load.state === 'ready') setValue({ ...load.value, shown: Math.max(0, load.value.shown - 1) });
  };

  return { load, part, number: load.state === 'ready' ? load.value.shown + 1 : 1, more, next, previous, reload };
}

async function readPart(filter: FindingFilter, cursor: string | undefined): Promise<Outcome<FoundPart>> {
  let hidden = 0;
  let after = cursor;
  for (let empty = 0; ; empty += 1) {
    const answer = await ask('listFindings', {
      ...filter,
      limit: SHOWN,
      ...(after === undefined ? {} : { cursor: after }),
    });
    if (!answer.ok) return answer;
    hidden += answer.value.hidden;
    after = answer.value.cursor;
    if (answer.value.findings.length > 0 || after === undefined || empty === MAX_EMPTY)
      return { ok: true, value: { ...answer.value, hidden } };
  }
}
