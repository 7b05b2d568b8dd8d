import type { SeenPage } from '../../classification/pages-lookup';
import type { FindingRecord } from '../model';

/** Filters by the work on findings. No index has it, so lists read the rows of their other filters. */

export interface WorkQuestion {
  /** The assigned person, or the owner of the page. */
  readonly ownerId?: string | undefined;
  /** True: open findings whose date has passed. */
  readonly isOverdue?: boolean | undefined;
}

/** The person who has to act: the assigned one, or the owner of the page now. */
export function ownerOf({ data }: FindingRecord, { ownerId }: Pick<SeenPage, 'ownerId'>): string | undefined {
  return data.work?.ownerId ?? ownerId ?? undefined;
}

/** Judged by the row alone. The owner of the page is not known yet. */
export function mayMatchWork(
  { ownerId, isOverdue }: WorkQuestion,
  { status, data }: FindingRecord,
  now: Date,
): boolean {
  const { work } = data;
  const today = now.toISOString().slice(0, 10);
  const isOfOther = ownerId !== undefined && work?.ownerId !== undefined && work.ownerId !== ownerId;
  const isInTime = work?.dueOn === undefined || work.dueOn >= today || status !== 'open';
  return !isOfOther && !(isOverdue === true && isInTime);
}
