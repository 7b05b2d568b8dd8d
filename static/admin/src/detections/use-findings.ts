import { useCallback, useEffect, useRef } from 'react';
import type { FindingView } from '../../../../src/admin/finding-view';
import { ask, type Outcome } from '../operations';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import type { FindingFilter } from './filter';

/** One part of the list. */
export interface FoundPart {
  readonly findings: readonly FindingView[];
  readonly cursor?: string;
  readonly searchedBackTo?: string;
}

/** So many findings are shown at a time, whatever the number of all of them: the document stays small. */
const SHOWN = 50;
/** How many empty pages are skipped automatically. */
const MAX_EMPTY = 4;

type Starts = readonly [first: undefined, ...others: string[]];

interface Loaded {
  readonly part: FoundPart;
  /** Where the parts begin, from the first to that which is shown. */
  readonly starts: Starts;
}

const FIRST: Starts = [undefined];

/**
 * The findings that match, part after part; each is read when it is shown. Another filter object is another question, also
 * where it says the same.
 * @param revision another one reads the part that is shown again, which stands there until it has come
 */
export function useFindings(filter: FindingFilter, revision: number) {
  const read = useCallback(() => readFrom(filter, FIRST), [filter]);
  const { load, reload, setValue } = useLoad(read);
  const { more, loadMore } = useLoadMore(filter, setValue);
  const go = (starts: Starts) => loadMore(() => readFrom(filter, starts));
  const { part, starts } = load.state === 'ready' ? load.value : { part: undefined, starts: FIRST };
  const [, ...others] = starts;
  const next = () => {
    if (part?.cursor === undefined || more.state === 'loading') return;
    // Where nothing was found, it is the same part, which is searched further back.
    void go([undefined, ...(part.findings.length === 0 ? others.slice(0, -1) : others), part.cursor]);
  };
  const previous = () => {
    if (more.state !== 'loading') void go([undefined, ...others.slice(0, -1)]);
  };
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    void (load.state === 'ready' ? go(starts) : reload());
  }, [revision]);

  return { load, part, number: starts.length, more, next, previous, reload };
}

async function readFrom(filter: FindingFilter, starts: Starts): Promise<Outcome<Loaded>> {
  const answer = await readPart(filter, starts.at(-1));
  if (!answer.ok) return answer;
  const part = answer.value;
  // All that was in it is gone: the last found are shown.
  if (part.findings.length === 0 && part.cursor === undefined && starts.length > 1) return readFrom(filter, FIRST);
  return { ok: true, value: { part, starts } };
}

async function readPart(filter: FindingFilter, cursor: string | undefined): Promise<Outcome<FoundPart>> {
  let after = cursor;
  for (let empty = 0; ; empty += 1) {
    const answer = await ask('listFindings', {
      ...filter,
      limit: SHOWN,
      ...(after === undefined ? {} : { cursor: after }),
    });
    if (!answer.ok) return answer;
    after = answer.value.cursor;
    if (answer.value.findings.length > 0 || after === undefined || empty === MAX_EMPTY) return answer;
  }
}
