import { createHash } from 'node:crypto';
import { auditDetails, type AuditDetails } from '../audit/details';
import { APP_ACTOR, auditRow, type AuditType } from '../audit/event';
import type { ExposureRule } from '../configuration/governance';
import type { RowWrite, Storage } from '../platform/storage';
import { URI_NAMESPACE, uuidV5 } from '../platform/uuid-v5';
import type { JudgedAudience } from './audience';
import type { PageData, SpaceData, StoredPage } from './store';

/**
 * The audit events of pages that come to be over their rule, or within it again, because other people can see them. A change of the rule or
 * of the level has an event of its own, so it has none here.
 */

type Recorded = NonNullable<PageData['recorded']>;

/** Another rule or level has another code, so its verdicts are not compared with these. */
export function ruleCode(levelId: string, rule: ExposureRule): string {
  return createHash('sha256')
    .update(JSON.stringify([levelId, rule]))
    .digest('base64url')
    .slice(0, 11);
}

export interface Turn {
  /** The verdict to compare the next one with. */
  readonly recorded: Recorded | undefined;
  /** Present: the verdict has changed. */
  readonly change?: { readonly from: Recorded; readonly before: AuditDetails; readonly after: AuditDetails };
}

/**
 * @param code the rule of the level of the page
 * @param space its space now. A page without a row was within the rules that the space alone kept
 */
export function turnOf(
  code: string,
  { record }: StoredPage,
  space: SpaceData | undefined,
  { judgment, audience }: JudgedAudience,
): Turn {
  const ofSpace = space?.keptRules?.includes(code) === true ? ({ verdict: 'within', rule: code } as const) : undefined;
  const from = record === undefined ? ofSpace : record.data.recorded;
  const { verdict } = judgment;
  if (verdict === 'unknown') return { recorded: from };
  const recorded = { verdict, rule: code };
  if (from?.rule !== code || from.verdict === verdict) return { recorded };
  const { atLeast: peopleAtLeast, atMost: peopleAtMost } = audience.people;
  const why = judgment.verdict === 'over' ? { reasons: judgment.reasons } : {};
  const after = auditDetails({ verdict, peopleAtLeast, peopleAtMost, ...why });
  return { recorded, change: { from, before: auditDetails({ verdict: from.verdict }), after } };
}

const TYPE = 'page.exposure.changed';

/** The same for a page all day (UTC), so there is at most one. */
export const eventId = (type: AuditType, pageId: string, now: Date) =>
  uuidV5(URI_NAMESPACE, `${type}/${pageId}/${now.toISOString().slice(0, 10)}`);

/** The pages that have an event of today. No read without pages. @throws StorageUnavailableError */
export async function readRecordedToday(
  storage: Pick<Storage, 'readMany'>,
  pageIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (pageIds.length === 0) return new Set();
  const rows = await storage.readMany(pageIds.map((pageId) => ({ entity: 'audit', key: eventId(TYPE, pageId, now) })));
  return new Set(pageIds.filter((_pageId, index) => rows[index]?.value !== undefined));
}

export function verdictEvent(
  pageId: string,
  { before, after }: Pick<NonNullable<Turn['change']>, 'before' | 'after'>,
  now: Date,
): RowWrite {
  const id = eventId(TYPE, pageId, now);
  const subject = `page:${pageId}` as const;
  return auditRow({ id, type: TYPE, time: now, subject, actor: APP_ACTOR, requestId: id, before, after });
}
