import * as z from 'zod';
import { auditDetails } from '../audit/details';
import { APP_ACTOR, auditRow } from '../audit/event';
import { type NewAnswer, recordAnswers } from '../capabilities/answers';
import { APP, HostError, isOfOneCall, route } from '../platform/confluence';
import { readFacts } from './judged';
import type { MeasureContext } from './measure';
import { type PageRecord, readPageRows } from './store';
import { eventId } from './verdict-events';

/**
 * Compares measured pages with Confluence's own answer about the largest group of their space: an independent check of how the app reads
 * spaces and restrictions.
 */

/** So many pages a day, one point each. */
export const CHECKED_A_DAY = 10;

export interface DayOfChecks {
  readonly asked: number;
  /** Confluence contradicted the app today. */
  readonly isContradicted: boolean;
}

const answer = z.object({ hasPermission: z.boolean() });

/**
 * @param pageIds that this step has measured
 * @throws HostError if no other call can succeed either; StorageUnavailableError
 */
export async function checkPages(
  context: MeasureContext,
  pageIds: readonly string[],
  today: DayOfChecks,
): Promise<DayOfChecks> {
  if (today.asked >= CHECKED_A_DAY || pageIds.length === 0) return today;
  const { storage, clock } = context;
  const rows = [...(await readPageRows(storage, pageIds))].flatMap(([pageId, { record }]) =>
    record === undefined || record.data.unmeasured !== undefined || record.data.lacksAncestor === true
      ? []
      : [{ pageId, record }],
  );
  const facts = await readFacts(
    storage,
    { spaceIds: rows.map(({ record }) => record.spaceList), gates: gatesOf(rows) },
    clock(),
  );
  let { asked, isContradicted } = today;
  let isRefused = false;
  const wasAsked = asked;
  for (const { pageId, record } of rows) {
    if (asked >= CHECKED_A_DAY) break;
    const groups = facts.spaces.get(record.spaceList)?.principals?.groupIds ?? [];
    const [largest] = groups.toSorted((one, other) => sizeOf(other) - sizeOf(one));
    const gates = record.data.gates.map(({ gate }) => facts.gates.get(gate));
    if (largest === undefined || gates.includes(undefined)) continue;
    asked += 1;
    const found = await mayGroupRead(context, pageId, largest);
    if (found === 'refused') {
      // The other pages would be refused, too.
      [asked, isRefused] = [CHECKED_A_DAY, true];
    } else if (found !== undefined && found !== gates.every((gate) => gate?.groupIds.includes(largest))) {
      isContradicted = true;
      await recordContradiction(context, pageId, found);
    }
  }
  const answers: readonly NewAnswer[] = isRefused
    ? [{ probe: 'permission-check-group', state: 'fails', detail: 'refused' }]
    : [
        { probe: 'permission-check-group', state: 'works' },
        { probe: 'exposure-check', state: isContradicted ? 'fails' : 'works' },
      ];
  if (asked > wasAsked) await recordAnswers(storage, answers, clock());
  return { asked, isContradicted };

  function sizeOf(groupId: string): number {
    return facts.sizes.get(groupId)?.count ?? 0;
  }
}

const gatesOf = (rows: readonly { readonly record: PageRecord }[]) =>
  rows.flatMap(({ record }) => record.data.gates.map(({ gate }) => gate));

/** @returns undefined: an answer that says nothing, for example about a page that was deleted since */
async function mayGroupRead(
  { confluence }: MeasureContext,
  pageId: string,
  groupId: string,
): Promise<boolean | 'refused' | undefined> {
  const body = { subject: { type: 'group', identifier: groupId }, operation: 'read' };
  try {
    const found = await confluence.post(APP, route`/wiki/rest/api/content/${pageId}/permission/check`, body);
    if (found.status === 403) return 'refused';
    return found.status === 200 ? answer.safeParse(found.body).data?.hasPermission : undefined;
  } catch (error) {
    if (!(error instanceof HostError) || !isOfOneCall(error)) throw error;
    return error.status === 401 ? 'refused' : undefined;
  }
}

/** Once a page and day. Without the group. */
async function recordContradiction({ storage, clock }: MeasureContext, pageId: string, isOpen: boolean): Promise<void> {
  const now = clock();
  const type = 'exposure.check.disagreed';
  const id = eventId(type, pageId, now);
  const subject = `page:${pageId}` as const;
  const details = {
    before: auditDetails({ groupAccess: isOpen ? 'closed' : 'open' }),
    after: auditDetails({ groupAccess: isOpen ? 'open' : 'closed' }),
  };
  await storage.commit([auditRow({ id, type, time: now, subject, actor: APP_ACTOR, requestId: id, ...details })], []);
}
