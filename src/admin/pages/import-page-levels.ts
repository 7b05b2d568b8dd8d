import * as z from 'zod';
import { type Denial, PERSON_DENIALS, type PersonDenial } from '../../access/decide';
import {
  type ChangeContext,
  type ChangeOutcome,
  changePageLevel,
  type PageLevelChange,
  previewPageLevelChange,
} from '../../classification/change-page-level';
import { readLevels } from '../../classification/level-store';
import type { Level, LevelOfPage, PageLevelRecord } from '../../classification/model';
import { justificationText, levelName, pageId, subLevelName } from '../../classification/page-level-fields';
import { type Page, lookUpPage } from '../../classification/page-lookup';
import { resolveLevel } from '../../classification/resolve-level';
import { isLowering, keepsLevel } from '../../classification/settings';
import { DESCRIBE_INSTEAD, findSensitiveReasons } from '../../detection/reasons/check-reasons';
import { levelFloorReader } from '../../findings/required-level/level-floor';
import { collectMirrors } from '../../mirror/push-mirror';
import { HostError } from '../../platform/confluence';
import { StorageUnavailableError } from '../../platform/storage';
import { mapInParts } from '../../platform/parts';
import type { AdminRequest } from '../operation';
import { operation } from '../input';

/**
 * Imports page levels on behalf of the acting admin. The import sees a page as this person does, and changes it only if
 * they may edit it and the rules of the site allow it. Levels that are already set stay, so an interrupted import can
 * be sent again as a whole.
 */

/** The number of rows that fit into the time limit of one operation, even if Confluence is slow. */
const MAX_ROWS = 25;
/** The number of rows that are processed concurrently. Each makes its own calls to Confluence and storage. */
const AT_ONCE = 5;

const row = z.strictObject({
  pageId,
  levelId: levelName,
  subLevelId: subLevelName.optional(),
  justification: justificationText.optional(),
});

const importPageLevelsInput = z.strictObject({
  rows: z
    .array(row)
    .min(1, { error: 'must not be empty' })
    .max(MAX_ROWS, { error: `must have at most ${MAX_ROWS} entries` })
    .refine((rows) => new Set(rows.map((one) => one.pageId)).size === rows.length, {
      error: 'must have each page only once',
    }),
  /**
   * For a page that has another level: `keep` keeps it, `raise` sets the new one if it is more sensitive, `replace`
   * always sets the new one.
   */
  onExisting: z.enum(['keep', 'raise', 'replace']),
  /** If true, nothing is written; the result shows what a real run would do. */
  dryRun: z.boolean(),
});

type ImportRow = z.infer<typeof row>;
type OnExisting = z.infer<typeof importPageLevelsInput>['onExisting'];

/** The result of a page; in a dry run the expected result. */
export type ImportedRow = { readonly pageId: string } & (
  | {
      /** `moved`: changed to another sub-level of the same level. */
      readonly outcome: 'set' | 'raised' | 'lowered' | 'moved' | 'unchanged' | 'kept';
      /** The previous level; omitted if there was none or if it was not read. */
      readonly previous?: LevelOfPage;
    }
  /** `SENSITIVE_REASON`: the justification contains sensitive data, whose kinds are in `detail`. */
  | { readonly outcome: 'refused'; readonly reason: PersonDenial }
  | { readonly outcome: 'refused'; readonly reason: 'SENSITIVE_REASON'; readonly detail: string }
  /** A retry may succeed. */
  | {
      readonly outcome: 'failed';
      readonly reason: 'EDIT_CONFLICT' | 'CONFLUENCE_UNAVAILABLE' | 'STORAGE_UNAVAILABLE' | 'INTERNAL_ERROR';
    }
);

/** @returns in the order of the rows */
export const importPageLevels = operation(importPageLevelsInput, async (request, { rows, onExisting, dryRun }) => {
  const levels = await readLevels(request.storage, request.installationId);
  const mirrors = collectMirrors();
  const context: Omit<ChangeContext, 'readPage'> = {
    ...request,
    pushMirror: mirrors.pushMirror,
    levels,
    actor: {
      kind: 'person',
      accountId: request.accountId,
      readFloor: levelFloorReader({ ...request, levels }),
    },
  };
  const change = dryRun ? previewPageLevelChange : changePageLevel;
  const importOne = async (row: ImportRow): Promise<ImportedRow> => {
    const one = { ...row, ...resolveLevel(levels.all, row) };
    const wanted = changeTo(one, onExisting, levels.all);
    const [sensitive] = await findSensitiveReasons(row, request.now);
    if (sensitive !== undefined) {
      const detail = `${sensitive.message}. ${DESCRIBE_INSTEAD}`;
      return { pageId: one.pageId, outcome: 'refused', reason: 'SENSITIVE_REASON', detail };
    }
    try {
      const outcome = await change({ ...context, readPage: () => readPageAs(request, one.pageId) }, wanted);
      return resultOf(one, outcome, onExisting, levels.all);
    } catch (error) {
      return { pageId: one.pageId, outcome: 'failed', reason: failureOf(request, error) };
    }
  };
  const results = await mapInParts(rows, AT_ONCE, importOne);
  await mirrors.pushAll(request);
  return { results };
});

/** An admin who can no longer use Confluence sees no page. */
async function readPageAs({ confluence, accountId }: AdminRequest, pageId: string): Promise<Page | 'hidden'> {
  const lookup = await lookUpPage(confluence, { creatorId: accountId, pageId, forUpdate: true });
  return lookup.outcome === 'page' ? lookup.page : 'hidden';
}

function changeTo(
  { pageId, levelId, subLevelId, justification }: ImportRow,
  onExisting: OnExisting,
  levels: readonly Level[],
): PageLevelChange {
  const level = { levelId, subLevelId };
  const precondition = (current: PageLevelRecord | undefined): boolean => {
    if (current === undefined) return true;
    if (current.levelId === levelId && current.subLevelId === subLevelId) return true;
    switch (onExisting) {
      case 'keep':
        return false;
      case 'raise':
        return !keepsLevel(levels, current, level);
      case 'replace':
        return true;
    }
  };
  return { pageId, level, method: 'MANUAL', via: 'IMPORT', justification, precondition };
}

function resultOf(
  { pageId, levelId, subLevelId }: ImportRow,
  done: ChangeOutcome,
  onExisting: OnExisting,
  levels: readonly Level[],
): ImportedRow {
  switch (done.outcome) {
    case 'changed': {
      const { previous } = done;
      if (previous === undefined) return { pageId, outcome: 'set' };
      if (previous.levelId === levelId) return { pageId, outcome: 'moved', ...levelBefore(previous) };
      const outcome = isLowering(levels, previous.levelId, { levelId, subLevelId }) ? 'lowered' : 'raised';
      return { pageId, outcome, ...levelBefore(previous) };
    }
    case 'unchanged':
      return { pageId, outcome: 'unchanged', ...levelBefore(done.previous) };
    case 'precondition-failed':
      return { pageId, outcome: 'kept', ...levelBefore(done.record) };
    case 'denied':
      return deniedResult(pageId, done.denial, onExisting);
    case 'contended':
      return { pageId, outcome: 'failed', reason: 'EDIT_CONFLICT' };
  }
}

function deniedResult(pageId: string, denial: Denial, onExisting: OnExisting): ImportedRow {
  const reason = PERSON_DENIALS.find((one) => one === denial);
  if (reason === undefined) throw new Error('a person has no key that could limit them');
  const isLowering = reason === 'LEVEL_CHANGE_FORBIDDEN' || reason === 'JUSTIFICATION_REQUIRED';
  // The import keeps a more sensitive level unless it replaces levels.
  return isLowering && onExisting !== 'replace' ? { pageId, outcome: 'kept' } : { pageId, outcome: 'refused', reason };
}

function levelBefore(record: PageLevelRecord | undefined): { readonly previous?: LevelOfPage } {
  if (record === undefined) return {};
  const { levelId, subLevelId } = record;
  return { previous: { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) } };
}

function failureOf(
  { log, requestId }: AdminRequest,
  error: unknown,
): Extract<ImportedRow, { outcome: 'failed' }>['reason'] {
  const reason =
    error instanceof HostError
      ? 'CONFLUENCE_UNAVAILABLE'
      : error instanceof StorageUnavailableError
        ? 'STORAGE_UNAVAILABLE'
        : 'INTERNAL_ERROR';
  log('import.failed', { requestId, reason, error: error instanceof Error ? error.name : 'unknown' });
  return reason;
}
