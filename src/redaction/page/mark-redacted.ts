import { auditDetails } from '../../audit/details';
import { commitAudited, wasCommitted } from '../../audit/commit-audited';
import { auditRow } from '../../audit/event';
import { uuidV5 } from '../../platform/uuid-v5';
import { BAR, EXCERPT_VERSION } from '../../detection/report/masking';
import type { FindingRecord } from '../../findings/model';
import { KEEP_RESOLVED_DAYS, readListedFindings } from '../../findings/scan/scan-store';
import { HostError } from '../../platform/confluence';
import { retryOnConflict } from '../../platform/retry-on-conflict';
import type { RowWrite, Storage } from '../../platform/storage';
import type { PageWork } from '../page-work';
import type { Method } from '../run-model';
import { nextRecord } from '../../platform/stored-rows';
import { partsOf } from '../../platform/parts';

/** Records who removed the findings that a page scan no longer found, with the audit row. */

interface RedactedVersion {
  readonly pageId: string;
  readonly findingIds: readonly string[];
  /** The first version of the page without the findings; undefined = only comments were written. */
  readonly version: number | undefined;
  /** The version before the redaction. */
  readonly versionBefore: number | undefined;
  /** The method that removed them from the page. */
  readonly method: Method | undefined;
  readonly comments: readonly { readonly commentId: string; readonly versionAfter: number }[];
}

/** The number of rows that fit into one transaction with the audit row. */
const AT_ONCE = 24;

/**
 * @returns the updated findings
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
export async function markRedacted(
  work: Pick<PageWork, 'storage' | 'clock' | 'redactionId' | 'accountId' | 'actor'>,
  { pageId, findingIds, version, versionBefore, method, comments }: RedactedVersion,
): Promise<ReadonlyMap<string, FindingRecord>> {
  const { storage, clock, redactionId, accountId, actor } = work;
  const commentVersions = comments.map(({ commentId, versionAfter }) => `${commentId} version ${versionAfter}`);
  const after = await retryOnConflict(async () => {
    const stored = await readListedFindings(storage, findingIds);
    const gone = [...stored].filter(([, { status }]) => status !== 'open');
    const marks = gone.flatMap(([findingId, record]) =>
      record.status === 'resolved' ? [markOf(findingId, record, accountId, clock())] : [],
    );
    const values = gone.map(([, record]) => record);
    const audit = auditRow({
      // A retry uses the same id.
      id: uuidV5(redactionId, [pageId, version, ...commentVersions].join(' ')),
      type: 'page.redacted',
      time: clock(),
      subject: `page:${pageId}`,
      actor,
      requestId: redactionId,
      before: versionBefore === undefined ? undefined : auditDetails({ pageVersion: versionBefore }),
      after: auditDetails({
        pageVersion: version,
        comments: commentVersions.length === 0 ? undefined : commentVersions,
        detectors: [...new Set(values.map(({ detectorId }) => detectorId))].sort(),
        values: new Set(values.map(({ fingerprint }) => fingerprint)).size,
        findings: values.length,
        method,
      }),
    });
    if (marks.length === 0 && (await wasCommitted(storage, [audit]))) return stored;
    if ((await commitMarks(storage, marks, audit)) === 'conflict') return 'conflict';
    const marked = new Map(gone.map(([findingId, record]) => [findingId, { ...record, status: 'redacted' as const }]));
    return new Map([...stored, ...marked]);
  });
  if (after !== 'conflict') return after;
  throw new HostError('failure', 'others changed the findings at every attempt');
}

/** The last transaction writes the audit row, so that the row exists once all findings are marked. */
async function commitMarks(
  storage: Storage,
  marks: readonly RowWrite[],
  audit: RowWrite,
): Promise<'committed' | 'conflict'> {
  const parts = partsOf(marks, AT_ONCE);
  for (const part of parts.slice(0, -1)) if ((await storage.commit(part, [])) === 'conflict') return 'conflict';
  return commitAudited(storage, parts.at(-1) ?? [], [audit]);
}

function markOf(findingId: string, record: FindingRecord, accountId: string, now: Date): RowWrite {
  const excerpt = { maskedExcerpt: BAR, excerptVersion: EXCERPT_VERSION };
  const data = { ...record.data, ...excerpt, statusAt: now.toISOString(), statusBy: accountId };
  return {
    entity: 'detection',
    key: findingId,
    value: nextRecord(record, { status: 'redacted', data }),
    expected: record.rev,
    keepDays: KEEP_RESOLVED_DAYS,
  };
}
