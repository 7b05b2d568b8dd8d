import type { LevelChangeRecord, PageLevelRecord } from '../../src/classification/model';
import type { LocalHost } from '../../local/host';
import { rowsOf, type StoredRow } from './stored-rows';

type Host = Pick<LocalHost, 'storage' | 'installation'>;

export interface AuditRecord {
  readonly type: string;
  readonly subject: string;
  readonly requestId: string;
  readonly actorKeyId?: string;
  readonly details: { readonly before?: { readonly levelId: string }; readonly after?: { readonly levelId: string } };
}

/** All stored data about the level of a page. */
export interface PageTruth {
  /** undefined also if only a placeholder exists. */
  readonly record: PageLevelRecord | undefined;
  /** In the order of the revisions. */
  readonly history: readonly (LevelChangeRecord & { readonly changeId: string })[];
  readonly audit: readonly AuditRecord[];
}

export function truthOf(host: Host, pageId: string): PageTruth {
  const record = typedRowsOf<PageLevelRecord>(host, 'page-level', pageId).find(({ key }) => key === pageId)?.value;
  return {
    record: record?.rev === 0 ? undefined : record,
    history: typedRowsOf<LevelChangeRecord>(host, 'level-change', pageId)
      .filter(({ value }) => value.pageId === pageId)
      .map(({ key, value }) => ({ ...value, changeId: key }))
      .sort((a, b) => a.pageRev - b.pageRev),
    audit: typedRowsOf<AuditRecord>(host, 'audit', pageId)
      .map(({ value }) => value)
      .filter(({ type, subject }) => type.startsWith('page.level.') && subject === `page:${pageId}`),
  };
}

/** The rows in the app's format, which these tests check. */
function typedRowsOf<T>(host: Host, entity: string, pageId: string): readonly StoredRow<T>[] {
  return rowsOf({ host }, entity, pageId) as unknown as readonly StoredRow<T>[];
}

/**
 * Checks the invariants of the stored data: revisions are consecutive, each change follows from the one before,
 * the record equals the last change, and every change has its audit row.
 */
export function expectWhole({ record, history, audit }: PageTruth): void {
  expect(history.map(({ pageRev }) => pageRev)).toEqual(history.map((_change, index) => index + 1));
  expect(history.map(({ previousLevelId }) => previousLevelId)).toEqual(
    history.map((_change, index) => history[index - 1]?.levelId),
  );
  const last = history.at(-1);
  expect(record && { rev: record.rev, changeId: record.changeId, levelId: record.levelId }).toEqual(
    last && { rev: last.pageRev, changeId: last.changeId, levelId: last.levelId },
  );
  const steps = (from: string | undefined, to: string | undefined) => `${from ?? 'none'} -> ${to ?? 'none'}`;
  expect(audit.map(({ details }) => steps(details.before?.levelId, details.after?.levelId)).sort()).toEqual(
    history.map(({ previousLevelId, levelId }) => steps(previousLevelId, levelId)).sort(),
  );
}
