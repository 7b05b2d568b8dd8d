import { useCallback, useEffect, useRef } from 'react';
import type { FindingGroup } from '../../../../src/admin/findings/findings';
import { ask, type Outcome } from '../operations';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import { type FindingFilter, SEVERITIES } from './filter';
import type { TriageRow } from './names';

export interface FoundGroups {
  /** Groups with the most findings first. */
  readonly rows: readonly TriageRow[];
  /** The number of findings in the groups. */
  readonly counted: number;
  /** The cursor of older findings. undefined: there are none. */
  readonly cursor?: string;
  readonly searchedBackTo?: string;
}

const NO_GROUPS: FoundGroups = { rows: [], counted: 0 };

/**
 * The matching findings, grouped by value or by page. Counts older findings on demand.
 * @param revision a new revision counts again. The old groups stay visible until then.
 */
export function useGroups(filter: FindingFilter, by: 'value' | 'page', revision: number) {
  const read = useCallback(() => readNext(filter, by, NO_GROUPS), [filter, by]);
  const { load, reload, setValue } = useLoad(read);
  const { more, loadMore } = useLoadMore(read, setValue);
  const count = (from: FoundGroups) => loadMore(() => readNext(filter, by, from));
  const countOlder = async () => {
    if (load.state !== 'ready' || load.value.cursor === undefined || more.state === 'loading') return;
    await count(load.value);
  };
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    void (load.state === 'ready' ? count(NO_GROUPS) : reload());
  }, [revision]);
  return { load, more, countOlder, reload };
}

async function readNext(
  filter: FindingFilter,
  by: 'value' | 'page',
  { rows, counted, cursor: after }: FoundGroups,
): Promise<Outcome<FoundGroups>> {
  const answer = await ask('groupFindings', { ...filter, by, ...(after === undefined ? {} : { cursor: after }) });
  if (!answer.ok) return answer;
  const { groups, cursor, searchedBackTo } = answer.value;
  const all = new Map(rows.map((row) => [row.id, row]));
  for (const group of groups) all.set(group.key, added(all.get(group.key), group));
  return {
    ok: true,
    value: {
      rows: [...all.values()].sort((a, b) => b.count - a.count),
      counted: counted + groups.reduce((sum, { findings }) => sum + findings, 0),
      ...(cursor === undefined ? {} : { cursor }),
      ...(searchedBackTo === undefined ? {} : { searchedBackTo }),
    },
  };
}

/** Later pages contain older findings. */
function added(known: TriageRow | undefined, { key, findings, pageIds, numbers, newest }: FindingGroup): TriageRow {
  const severity = SEVERITIES.find((one) => numbers.bySeverity[one] !== undefined) ?? newest.severity;
  if (known === undefined) return { id: key, finding: newest, pageIds, count: findings, severity };
  return {
    ...known,
    pageIds: [...new Set([...known.pageIds, ...pageIds])],
    count: known.count + findings,
    severity: SEVERITIES.find((one) => one === severity || one === known.severity) ?? severity,
  };
}
