import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import type { AuditActor } from '../audit/event';
import type { Part } from '../detection/finding';
import type { FindingRecord } from '../findings/model';
import { readContentAs } from '../findings/page-content';
import { readRemarksAsApp, withComments } from '../findings/page-remarks';
import { recordScan } from '../findings/record-scan';
import { readFindings } from '../findings/scan-store';
import { type Confluence, HostError } from '../platform/confluence';
import { together } from '../platform/together';
import { type CommentField, type CommentName, openCommentEditing, readCommentBack } from './comment-editing';
import { type Edit, editContent, type EditContext } from './edit-content';
import { readSelections } from './inline-selections';
import { markRedacted } from './mark-redacted';
import { openPageEditing } from './page-editing';
import { openGuardRedaction } from './guard-redaction';
import { findHolders } from './plan-redaction';
import { joinPlaces, namePlaces } from './uncertain-places';
import {
  type Failure,
  type FailedFinding,
  type GuardRequest,
  MAX_SHOWN,
  type PageResult,
  type RedactionPage,
  type StayingPlace,
} from './run-model';

/**
 * Takes values out of one page and its comments, in the name of a person who may edit them. Whatever is interrupted can be
 * begun again. A finding is told as redacted only when what was written was read back and looked at anew.
 */

export interface RedactPageContext extends EditContext {
  readonly confluence: Confluence;
  readonly redactionId: string;
  readonly accountId: string;
  readonly actor: AuditActor;
  /** A comment that does not answer now holds the rest up no longer. */
  readonly isLastTry: boolean;
  /** Whether Atlassian Guard is asked first. */
  readonly usesGuard: boolean;
  /** Keeps what it is asked for; throws where somebody else goes on. */
  readonly noteGuard: (request: GuardRequest | undefined) => Promise<void>;
}

/** @throws StorageUnavailableError, CorruptRecordError, HostError, ImpersonationRefusedError: then it is to be done again */
export async function redactPage(context: RedactPageContext, wanted: RedactionPage): Promise<PageResult> {
  const { storage, confluence, accountId, redactionId } = context;
  const { pageId, findingIds } = wanted;
  const stored = await readFindings(storage, findingIds);
  const targets = new Map([...stored].filter(([, record]) => record.pageId === pageId && isEditable(record)));
  const fingerprints = new Set([...targets.values()].map(({ fingerprint }) => fingerprint));
  const message = messageOf(redactionId);
  const question = { accountId, pageId, message, guard: guardFor(context, wanted, message) };
  const page = await editContent(context, openPageEditing(confluence, question), pageId, fingerprints);
  const failures: FailedFinding[] = [];
  const fail = (findingId: string, reason: Failure, field?: StayingPlace) =>
    failures.push({ findingId, reason, ...(field === undefined ? {} : { field }) });
  if (page.outcome === 'hidden' || page.outcome === 'denied') {
    for (const findingId of findingIds) fail(findingId, 'not-found');
    return { isSeen: false, places: [], failed: failures };
  }
  const comments = await editComments(context, pageId, page.spaceId, { targets, fingerprints });
  const inlineSelections = await findExposedSelections(context, pageId, page, fingerprints);
  for (const findingId of findingIds) {
    if (targets.has(findingId)) continue;
    const record = stored.get(findingId);
    if (record?.pageId !== pageId) fail(findingId, 'not-found');
    // The name of an attachment, or what is said of it.
    else fail(findingId, 'cannot-redact', record.data.location.field);
  }
  const edits = { page, comments };
  const after = await settle(context, pageId, edits, targets);
  for (const [findingId, record] of targets) {
    const edit = editOf(edits, record);
    const [reason, field] = failureOf(edit, record, after?.get(findingId)) ?? [];
    if (reason !== undefined) fail(findingId, reason, field);
  }
  const versions =
    page.outcome === 'written'
      ? { versionBefore: page.version - 1, versionAfter: page.version, method: page.method }
      : {};
  return {
    isSeen: true,
    ...versions,
    ...(inlineSelections.length === 0 ? {} : { inlineSelections: [...inlineSelections] }),
    ...commentsResult(comments),
    places: countPlaces([page, ...comments.values()]),
    ...shownOf([page, ...comments.values()]),
    failed: failures,
  };
}

/** It leaves a bar, and says nothing of categories. */
function guardFor(context: RedactPageContext, { pageId, guard: request }: RedactionPage, message: string) {
  const { confluence, accountId, marker, usesGuard, isLastTry, noteGuard: note } = context;
  const isWanted = usesGuard && marker === 'block';
  if (!isWanted && request === undefined) return undefined;
  return openGuardRedaction(confluence, { pageId, accountId, message, isWanted, isLastTry, request, note });
}

/** Attachments are not edited. */
function isEditable({ data: { location } }: FindingRecord): boolean {
  return location.field === 'title' || location.field === 'body' || commentOf(location) !== undefined;
}

function commentOf({ field, contentId }: FindingRecord['data']['location']): CommentName | undefined {
  const isComment = field === 'footer-comment' || field === 'inline-comment';
  return isComment && contentId !== undefined ? { field, commentId: contentId } : undefined;
}

/** For people who look through the versions, and for whoever goes on after a crash. */
function messageOf(redactionId: string): string {
  return `Sensitive data was redacted (${redactionId})`;
}

interface Edits {
  readonly page: Edit;
  /** By the id of the comment. */
  readonly comments: ReadonlyMap<string, CommentEdit>;
}

type CommentEdit = Edit & { readonly field: CommentField };

/** Those with findings, one after the other. @throws as redactPage */
async function editComments(
  context: RedactPageContext,
  pageId: string,
  spaceId: string,
  sought: { readonly targets: ReadonlyMap<string, FindingRecord>; readonly fingerprints: ReadonlySet<string> },
): Promise<ReadonlyMap<string, CommentEdit>> {
  const { confluence, accountId, redactionId, isLastTry } = context;
  const edits = new Map<string, CommentEdit>();
  for (const { data } of sought.targets.values()) {
    const name = commentOf(data.location);
    if (name === undefined || edits.has(name.commentId)) continue;
    const { field } = name;
    const editing = openCommentEditing(confluence, {
      ...name,
      accountId,
      pageId,
      spaceId,
      message: messageOf(redactionId),
    });
    try {
      edits.set(name.commentId, { ...(await editContent(context, editing, pageId, sought.fingerprints)), field });
    } catch (error) {
      if (!isLastTry || !(error instanceof HostError) || error.kind === 'quota') throw error;
      edits.set(name.commentId, { outcome: 'not-done', reason: 'unavailable', spaceId, field });
    }
  }
  return edits;
}

/** The inline comments that keep a value of the page as the text that they are about. */
async function findExposedSelections(
  { confluence, accountId, inspector, clock }: RedactPageContext,
  pageId: string,
  page: Edit,
  fingerprints: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (fingerprints.size === 0 || page.outcome === 'hidden' || page.outcome === 'denied') return [];
  const selections = await readSelections(confluence, { pageId, accountId });
  const before = 'before' in page ? page.before : [];
  const holders = findHolders(selections, before, fingerprints, inspector.scanOptions(page.spaceId, clock()));
  return holders.flatMap(({ contentId }) => contentId ?? []).slice(0, MAX_TOLD);
}

/** Of inline comments that are told of a page. */
const MAX_TOLD = 100;

function editOf({ page, comments }: Edits, { data }: FindingRecord): Edit {
  const name = commentOf(data.location);
  return name === undefined ? page : (comments.get(name.commentId) ?? { outcome: 'hidden' });
}

/** @returns why it failed, and where; undefined = it did not */
function failureOf(
  edit: Edit,
  { fingerprint, status, data }: FindingRecord,
  after: FindingRecord | undefined,
): readonly [Failure, StayingPlace?] | undefined {
  const { field } = data.location;
  switch (edit.outcome) {
    // Of a comment: the page is there.
    case 'hidden':
      return ['not-there-any-more'];
    case 'denied':
      return ['stopped'];
    case 'not-done':
      return edit.reason === 'cannot-redact' ? [edit.reason, field] : [edit.reason];
    case 'planned':
    case 'nothing':
    case 'written': {
      const stays = edit.plan.stays.get(fingerprint);
      if (stays !== undefined) return ['cannot-redact', stays];
      // What was redacted before is named for its older versions.
      if (!edit.goes.has(fingerprint)) return status === 'redacted' ? undefined : ['not-there-any-more'];
      return edit.outcome !== 'planned' && after?.status === 'open' ? ['cannot-redact', field] : undefined;
    }
  }
}

function commentsResult(comments: Edits['comments']): Pick<PageResult, 'comments'> {
  const written = [...comments].flatMap(([commentId, edit]) =>
    edit.outcome === 'written'
      ? [{ commentId, field: edit.field, versionBefore: edit.version - 1, versionAfter: edit.version }]
      : [],
  );
  return written.length === 0 ? {} : { comments: written };
}

/** The cuts that a dry run would make, and the places that only resemble a value. */
function shownOf(edits: readonly Edit[]): Pick<PageResult, 'cuts' | 'uncertainPlaces'> {
  const cuts = edits.flatMap((edit) => ('cuts' in edit ? (edit.cuts ?? []) : [])).slice(0, MAX_SHOWN);
  const uncertainPlaces = joinPlaces(edits.map((edit) => namePlaces('plan' in edit ? edit.plan.uncertain : [])));
  return {
    ...(cuts.length === 0 ? {} : { cuts }),
    ...(uncertainPlaces.count === 0 ? {} : { uncertainPlaces }),
  };
}

function countPlaces(edits: readonly Edit[]): PageResult['places'] {
  const counts = new Map<string, PageResult['places'][number]>();
  for (const { field, kind } of edits.flatMap((edit) => ('plan' in edit ? edit.plan.places : []))) {
    const name = `${field} ${kind}`;
    counts.set(name, { field, kind, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

/**
 * Looks at the page and the comments that were written again, as the person sees them, and marks what is gone.
 * @returns the findings as they are then; undefined = nothing was done that could be looked at
 */
async function settle(
  context: RedactPageContext,
  pageId: string,
  edits: Edits,
  targets: ReadonlyMap<string, FindingRecord>,
): Promise<ReadonlyMap<string, FindingRecord> | undefined> {
  const { storage, confluence, clock, inspector, accountId } = context;
  const { page, comments } = edits;
  if (![page, ...comments.values()].some(({ outcome }) => outcome === 'written' || outcome === 'nothing'))
    return undefined;
  const { outcome } = await recordScan({
    storage,
    clock,
    pageId,
    inspector,
    look: async () => {
      const [seen, row, remarks, written] = await together([
        readContentAs(confluence, { kind: 'person', accountId }, pageId),
        readPageLevelRow(storage, pageId),
        readRemarksAsApp(confluence, pageId, inspector.targets),
        readCommentsBack(context, pageId, comments),
      ] as const);
      const isWritten = [page, ...comments.values()].some((edit) => edit.outcome === 'written');
      if (seen.kind !== 'page') {
        if (!isWritten) return 'nothing';
        throw new HostError('failure', 'a page that was written is not shown');
      }
      if (page.outcome === 'written' && seen.content.page.version < page.version)
        throw new HostError('failure', 'Confluence answered with an older version');
      const levelId = parsePageLevel(pageId, row).record?.levelId;
      return inspector.inspect(seen.content, withComments(remarks, written), levelId, clock());
    },
  });
  if (outcome === 'contended') throw new HostError('failure', 'others looked at the same page at every attempt');
  const gone = [...targets].flatMap(([findingId, record]) => {
    const edit = editOf(edits, record);
    return 'goes' in edit && edit.goes.has(record.fingerprint) ? [{ findingId, edit }] : [];
  });
  const findingIds = gone.flatMap(({ findingId, edit }) => (edit.outcome === 'written' ? [findingId] : []));
  const { version, method } = page.outcome === 'written' ? page : {};
  const written = commentsResult(comments).comments ?? [];
  if (version === undefined && written.length === 0)
    return readFindings(
      storage,
      gone.map(({ findingId }) => findingId),
    );
  return markRedacted(context, { pageId, findingIds, version, method, comments: written });
}

/** The comments that were written, by id; undefined = it is not there any more. */
async function readCommentsBack(
  { confluence, accountId }: RedactPageContext,
  pageId: string,
  comments: Edits['comments'],
): Promise<ReadonlyMap<string, Part | undefined>> {
  const read = [...comments].flatMap(([commentId, edit]) => {
    if (edit.outcome !== 'written') return [];
    const question = { field: edit.field, commentId, accountId, pageId };
    return [
      readCommentBack(confluence, question, edit.version).then((part): [string, Part | undefined] => [commentId, part]),
    ];
  });
  return new Map(await together(read));
}
