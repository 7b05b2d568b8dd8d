import type { LevelChangeRecord, PageLevelRecord } from '../../src/classification/model';
import type { EntityName } from '../../src/platform/storage';
import type { StoredValue } from '../../local/forge/storage/forge-storage';
import type { LocalHost } from '../../local/host';

/** What a site has stored, read past the app. */

export interface StoredRow<T> {
  readonly key: string;
  readonly value: T;
}

export interface AuditRecord {
  readonly type: string;
  readonly subject: string;
  readonly requestId: string;
  readonly actorKeyId?: string;
  readonly details: { readonly before?: { readonly levelId: string }; readonly after: { readonly levelId: string } };
}

type Host = Pick<LocalHost, 'storage' | 'installation'>;

export function rowsOf<T>(host: Host, entity: EntityName): readonly StoredRow<T>[] {
  return parse<T>(dumpOf(host), entity);
}

function dumpOf({ storage, installation }: Host): readonly StoredValue[] {
  return storage.dump(installation.installationId);
}

function parse<T>(dump: readonly StoredValue[], entity: EntityName): readonly StoredRow<T>[] {
  return dump.filter((row) => row.entity === entity).map(({ key, value }) => ({ key, value: JSON.parse(value) as T }));
}

/** All that is stored about the level of a page. */
export interface PageTruth {
  /** undefined also where there is only a placeholder. */
  readonly record: PageLevelRecord | undefined;
  /** In the order of the revisions. */
  readonly history: readonly (LevelChangeRecord & { readonly changeId: string })[];
  readonly audit: readonly AuditRecord[];
}

export function truthOf(host: Host, pageId: string): PageTruth {
  const about = dumpOf(host).filter(({ key, value }) => key === pageId || value.includes(pageId));
  const record = parse<PageLevelRecord>(about, 'page-level').find(({ key }) => key === pageId)?.value;
  return {
    record: record?.rev === 0 ? undefined : record,
    history: parse<LevelChangeRecord>(about, 'level-change')
      .filter(({ value }) => value.pageId === pageId)
      .map(({ key, value }) => ({ ...value, changeId: key }))
      .sort((a, b) => a.pageRev - b.pageRev),
    audit: parse<AuditRecord>(about, 'audit')
      .map(({ value }) => value)
      .filter(({ type, subject }) => type === 'page.level.set' && subject === `page:${pageId}`),
  };
}

/**
 * Holds what is stored against what must always be true: consecutive revisions, each change follows from the one before,
 * the record is the last change, and every change has its audit row.
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
  const steps = (from: string | undefined, to: string) => `${from ?? 'none'} -> ${to}`;
  expect(audit.map(({ details }) => steps(details.before?.levelId, details.after.levelId)).sort()).toEqual(
    history.map(({ previousLevelId, levelId }) => steps(previousLevelId, levelId)).sort(),
  );
}
