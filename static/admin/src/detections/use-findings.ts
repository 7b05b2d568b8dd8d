import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { FindingView } from '../../../../src/admin/findings/finding-view';
import { ask, type Outcome } from '../operations';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import type { FindingFilter } from './filter';
import type { FindingOrder } from './order';

/** A page of the list. */
export interface FoundPart {
  readonly findings: readonly FindingView[];
  readonly cursor?: string;
  readonly searchedBackTo?: string;
}

/** The number of findings per page. It keeps the document small. */
const SHOWN = 50;
/** How many empty pages are skipped automatically. */
const MAX_EMPTY = 4;

interface Start {
  readonly cursor: string | undefined;
  /** The findings on earlier pages. */
  readonly before: number;
}

type Starts = readonly [first: Start, ...others: Start[]];

interface Loaded {
  readonly part: FoundPart;
  /** The pages, from the first to the current one. */
  readonly starts: Starts;
}

const FIRST: Starts = [{ cursor: undefined, before: 0 }];

/**
 * The matching findings, page by page. A new filter object starts a new search, even with equal filters.
 * @param revision a new revision reloads the current page. The old page stays visible until then.
 */
export function useFindings(filter: FindingFilter, order: FindingOrder, revision: number) {
  const question = useMemo(() => ({ ...filter, order }), [filter, order]);
  const read = useCallback(() => readFrom(question, FIRST), [question]);
  const { load, reload, setValue } = useLoad(read);
  const { more, loadMore } = useLoadMore(question, setValue);
  const go = (starts: Starts) => loadMore(() => readFrom(question, starts));
  const { part, starts } = load.state === 'ready' ? load.value : { part: undefined, starts: FIRST };
  const before = starts.at(-1)?.before ?? 0;
  const next = () => {
    if (part?.cursor === undefined || more.state === 'loading') return;
    // An empty page is replaced by the next one.
    const [first, ...others] = starts;
    const start = { cursor: part.cursor, before: before + part.findings.length };
    void go(
      part.findings.length > 0
        ? [...starts, start]
        : others.length === 0
          ? [first, start]
          : [first, ...others.slice(0, -1), start],
    );
  };
  const previous = () => {
    const [first, ...others] = starts;
    if (more.state !== 'loading') void go([first, ...others.slice(0, -1)]);
  };
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    void (load.state === 'ready' ? go(starts) : reload());
  }, [revision]);

  return { load, part, number: starts.length, before, more, next, previous, reload };
}

type Question = FindingFilter & { readonly order: FindingOrder };

async function readFrom(question: Question, starts: Starts): Promise<Outcome<Loaded>> {
  const answer = await readPart(question, starts.at(-1)?.cursor, SHOWN);
  if (!answer.ok) return answer;
  const part = answer.value;
  // The page is empty now, so the first page is shown.
  if (part.findings.length === 0 && part.cursor === undefined && starts.length > 1) return readFrom(question, FIRST);
  return { ok: true, value: { part, starts } };
}

/** Reads the findings after a cursor. Skips empty parts. */
export async function readPart(
  question: Question,
  cursor: string | undefined,
  limit: number,
): Promise<Outcome<FoundPart>> {
  let after = cursor;
  for (let empty = 0; ; empty += 1) {
    const answer = await ask('listFindings', {
      ...question,
      limit,
      ...(after === undefined ? {} : { cursor: after }),
    });
    if (!answer.ok) return answer;
    after = answer.value.cursor;
    if (answer.value.findings.length > 0 || after === undefined || empty === MAX_EMPTY) return answer;
  }
}
