import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import type { AuditActor } from '../audit/event';
import type { Part } from '../detection/finding';
import type { FindingRecord } from '../findings/model';
import { readContentAs } from '../findings/scan/page-content';
import { readCommentsAndAttachmentsAsApp, withComments } from '../findings/scan/comments-and-attachments';
import { recordScan } from '../findings/scan/record-scan';
import { readFindings } from '../findings/scan/scan-store';
import { type Confluence, HostError } from '../platform/confluence';
import { awaitAll } from '../platform/await-all';
import { type CommentName, readCommentBack } from './comment-editing';
import { type Edit, editContent, type EditContext } from './edit-content';
import { markRedacted } from './mark-redacted';
import { openPageEditing } from './page-editing';
import type { Committed } from './page-progress';
import { openGuardRedaction } from './guard-redaction';
import type { RedactionPlan, ValuesToRemove } from './plan-redaction';
import type { ContentForEditing } from './content-editing';
import { placesIn } from './redact-parts';
import { copiesOf, heldValues, type Survey, type SurveyedContent, surveyPage } from './survey-page';
import { joinPlaces, namePlaces, NO_PLACES } from './uncertain-places';
import {
  type Failure,
  type FailedFinding,
  type GuardRequest,
  MAX_SHOWN,
  type Method,
  type PageFacts,
  type PageResult,
  type RedactionPage,
  type RemainingPlace,
} from './run-model';

/**
 * Removes values from one page and its comments on behalf of a person who may edit them. Every attempt can be repeated.
 * A finding is redacted only after the new version was read back and scanned.
 *
 * Values are not stored: after a crash, only the page and its comments show them. A value therefore leaves the contents
 * that only copy it before it leaves the contents in which a detector finds it.
 */

export interface RedactPageContext extends EditContext {
  readonly confluence: Confluence;
  readonly redactionId: string;
  readonly accountId: string;
  readonly actor: AuditActor;
  /** True if older versions are cleaned too. If so, an earlier redaction may have redacted a finding already. */
  readonly cleansHistory: boolean;
  /** If true, a comment that Confluence cannot return no longer blocks the rest. */
  readonly isLastTry: boolean;
  /** True if the redaction asks Atlassian Guard first. */
  readonly usesGuard: boolean;
  /** Stores the request to Guard. */
  readonly storeGuardRequest: (request: GuardRequest | undefined) => Promise<Committed>;
  /** Stores the facts that an attempt after a crash cannot determine. */
  readonly storeFacts: (facts: PageFacts) => Promise<Committed>;
}

/**
 * @returns `superseded`: another step of the redaction wrote first, and continues with the page
 * @throws StorageUnavailableError, CorruptRecordError, HostError, ImpersonationRefusedError: retry the call
 */
export async function redactPage(
  context: RedactPageContext,
  wanted: RedactionPage,
): Promise<PageResult | 'superseded'> {
  const { storage, confluence, accountId, redactionId } = context;
  const { pageId, findingIds } = wanted;
  const stored = await readFindings(storage, findingIds);
  const targets = new Map([...stored].filter(([, record]) => record.pageId === pageId && isEditable(record)));
  const fingerprints = new Set([...targets.values()].map(({ fingerprint }) => fingerprint));
  const message = messageOf(redactionId);
  const question = { accountId, pageId, message, guard: guardFor(context, wanted, message) };
  const survey = await surveyPage(context, {
    pageId,
    message,
    pageEditing: openPageEditing(confluence, question),
    named: [...namesOf(targets), ...(wanted.noted?.comments ?? [])],
    fingerprints,
  });
  const redaction = survey && { survey, targets, facts: wanted.noted ?? NO_FACTS };
  const edits = redaction && (await editContents(context, pageId, redaction));
  if (edits === 'superseded') return edits;
  if (survey === undefined || redaction === undefined || edits === undefined) {
    const failed = findingIds.map((findingId): FailedFinding => ({ findingId, reason: 'not-found' }));
    return { isSeen: false, places: [], failed };
  }
  const failures: FailedFinding[] = [];
  for (const findingId of findingIds) {
    if (targets.has(findingId)) continue;
    const record = stored.get(findingId);
    if (record?.pageId !== pageId) failures.push({ findingId, reason: 'not-found' });
    // The name of an attachment or its comment.
    else failures.push({ findingId, reason: 'cannot-redact', field: record.data.location.field });
  }
  const after = await verifyAndMark(context, pageId, edits, targets);
  const facts = factsOf(redaction, edits);
  for (const [findingId, record] of targets) {
    const edit = editOf(edits, record);
    const [reason, field] = failureOf(edit, record, after?.get(findingId), isDoneBefore(context, survey)) ?? [];
    if (reason !== undefined) failures.push({ findingId, reason, ...(field === undefined ? {} : { field }) });
    else failures.push(...facts.failed.filter((one) => one.findingId === findingId));
  }
  const { versionBefore, version, method } = edits.page.written ?? {};
  return {
    isSeen: true,
    ...(version === undefined ? {} : { versionBefore, versionAfter: version, method }),
    ...(facts.inlineSelections.length === 0 ? {} : { inlineSelections: facts.inlineSelections }),
    ...commentsResult(edits.comments),
    places: countPlaces(edits),
    ...shownOf(edits),
    ...(facts.uncertainPlaces.count === 0 ? {} : { uncertainPlaces: facts.uncertainPlaces }),
    failed: failures,
  };
}

/** Guard leaves a bar and cannot show categories. */
function guardFor(context: RedactPageContext, { pageId, guard: request }: RedactionPage, message: string) {
  const { confluence, accountId, marker, usesGuard, isLastTry, storeGuardRequest: storeRequest } = context;
  const isWanted = usesGuard && marker === 'block';
  if (!isWanted && request === undefined) return undefined;
  return openGuardRedaction(confluence, { pageId, accountId, message, isWanted, isLastTry, request, storeRequest });
}

/** Attachments are not edited. */
function isEditable({ data: { location } }: FindingRecord): boolean {
  return location.field === 'title' || location.field === 'body' || commentOf(location) !== undefined;
}

function commentOf({ field, contentId }: FindingRecord['data']['location']): CommentName | undefined {
  const isComment = field === 'footer-comment' || field === 'inline-comment';
  return isComment && contentId !== undefined ? { field, commentId: contentId } : undefined;
}

/** The message informs readers of the page history and identifies our versions after a crash. */
function messageOf(redactionId: string): string {
  return `Sensitive data was redacted (${redactionId})`;
}

interface Redaction {
  readonly survey: Survey;
  readonly targets: ReadonlyMap<string, FindingRecord>;
  readonly facts: PageFacts;
}

const NO_FACTS: PageFacts = { comments: [], inlineSelections: [], uncertainPlaces: NO_PLACES, failed: [] };

/** The comments with findings. */
function namesOf(targets: Redaction['targets']): readonly CommentName[] {
  const names = [...targets.values()].flatMap(({ data }) => commentOf(data.location) ?? []);
  return [...new Map(names.map((name) => [name.commentId, name])).values()];
}

interface Written {
  readonly versionBefore: number;
  readonly version: number;
  readonly method: Method;
}

/** All edits of one content. */
interface ContentEdits {
  readonly content: SurveyedContent;
  /** The latest edit for all values; undefined = no such edit yet, or nothing to edit. */
  readonly latest: Edit | undefined;
  readonly written: Written | undefined;
  /** The places of all edits. */
  readonly places: RedactionPlan['places'];
}

interface Edits {
  readonly page: ContentEdits;
  readonly comments: readonly ContentEdits[];
}

/**
 * Edits the comments and the page.
 * @returns undefined if the caller can no longer access the page and nothing was written; `superseded` as redactPage
 * @throws as redactPage
 */
async function editContents(
  context: RedactPageContext,
  pageId: string,
  redaction: Redaction,
): Promise<Edits | 'superseded' | undefined> {
  const { survey, targets, facts } = redaction;
  const { page, comments, valuesToRemove } = survey;
  const named = new Set([...namesOf(targets), ...facts.comments].map(({ commentId }) => commentId));
  const edited = comments.filter(
    ({ comment, plan }) =>
      (comment && named.has(comment.commentId)) === true || plan.isChange || plan.remaining.size > 0,
  );
  const editing = openEdits(context, pageId, survey);
  const isWriting = !context.dryRun;
  let latestFacts = facts;
  const storeFacts = async (next: PageFacts): Promise<Committed> => {
    const isStored = JSON.stringify(next) === JSON.stringify(latestFacts);
    latestFacts = next;
    return isStored ? 'committed' : context.storeFacts(next);
  };
  if (isWriting) {
    const withFindings = new Set(namesOf(targets).map(({ commentId }) => commentId));
    const others = edited.flatMap(({ comment }) => (comment && !withFindings.has(comment.commentId) ? [comment] : []));
    if ((await storeFacts({ ...facts, comments: others })) === 'superseded') return 'superseded';
  }
  const contents = [...edited, page];
  const proofs = contents.filter(({ isProof }) => isProof);
  const copies = contents.filter(({ isProof }) => !isProof);
  if ((await editing.editAll(copies, () => valuesToRemove)) === 'superseded') return 'superseded';
  if (isWriting && proofs.length > 0) {
    const withCopies = proofs.filter(({ copied }) => copied.length > 0);
    if ((await editing.editAll(withCopies, ({ copied }) => copiesOf(copied))) === 'superseded') return 'superseded';
    const known = { ...factsOf(redaction, editing.edits()), comments: latestFacts.comments };
    if ((await storeFacts(known)) === 'superseded') return 'superseded';
  }
  if ((await editing.editAll(proofs, () => valuesToRemove)) === 'superseded') return 'superseded';
  const edits = editing.edits();
  const isWritten = [edits.page, ...edits.comments].some(({ written }) => written !== undefined);
  const { outcome } = edits.page.latest ?? {};
  return (outcome === 'hidden' || outcome === 'denied') && !isWritten ? undefined : edits;
}

function openEdits(context: RedactPageContext, pageId: string, { page, comments, valuesToRemove: all }: Survey) {
  const done = new Map<SurveyedContent, ContentEdits>();
  const editsOf = (content: SurveyedContent): ContentEdits =>
    done.get(content) ?? { content, latest: undefined, written: undefined, places: [] };
  const isWritten = () => [...done.values()].some(({ written }) => written !== undefined);
  const edit = async (content: SurveyedContent, valuesToRemove: ValuesToRemove): Promise<'edited' | 'superseded'> => {
    const before = editsOf(content);
    // A draft may exist since the survey.
    const first = isWritten() ? undefined : content.read;
    const latest = await editOne(context, pageId, content, valuesToRemove, first);
    if (latest === 'superseded') return latest;
    const places = [...before.places, ...('plan' in latest ? latest.plan.places : [])];
    const written = writtenAfter(before.written, latest);
    // An edit that cuts only copies leaves the content to be edited.
    const isOnlyCopies = valuesToRemove !== all && 'plan' in latest;
    done.set(content, { content, latest: isOnlyCopies ? undefined : latest, written, places });
    return 'edited';
  };
  return {
    editAll: async (
      contents: readonly SurveyedContent[],
      valuesIn: (content: SurveyedContent) => ValuesToRemove,
    ): Promise<'edited' | 'superseded'> => {
      for (const content of contents)
        if ((await edit(content, valuesIn(content))) === 'superseded') return 'superseded';
      return 'edited';
    },
    edits: (): Edits => ({ page: editsOf(page), comments: comments.map(editsOf) }),
  };
}

function writtenAfter(before: Written | undefined, latest: Edit): Written | undefined {
  if (latest.outcome !== 'written') return before;
  const { version, method } = latest;
  return { versionBefore: before?.versionBefore ?? version - 1, version, method };
}

async function editOne(
  context: RedactPageContext,
  pageId: string,
  { comment, editing }: SurveyedContent,
  valuesToRemove: ValuesToRemove,
  first: ContentForEditing | undefined,
): Promise<Edit | 'superseded'> {
  try {
    return await editContent(context, editing, pageId, valuesToRemove, first);
  } catch (error) {
    const isLeft = comment !== undefined && context.isLastTry && error instanceof HostError && error.kind !== 'quota';
    if (!isLeft) throw error;
    return { outcome: 'not-done', reason: 'unavailable' };
  }
}

/** The facts that are unknown after a crash. For values that are no longer known, the earlier note applies. */
function factsOf({ survey, targets, facts }: Redaction, edits: Edits): PageFacts {
  const remaining = remainingPlaces(survey, targets, edits);
  const known = new Set(survey.valuesToRemove.known.map(({ fingerprint }) => fingerprint));
  const failed = [...targets].flatMap(([findingId, { fingerprint }]): readonly FailedFinding[] => {
    if (!known.has(fingerprint)) return facts.failed.filter((one) => one.findingId === findingId);
    const field = remaining.get(fingerprint);
    return field === undefined ? [] : [{ findingId, reason: 'cannot-redact', field }];
  });
  const found = joinPlaces([edits.page, ...edits.comments].map((one) => uncertainIn(one, survey, targets)));
  return {
    comments: facts.comments,
    inlineSelections: [...new Set([...survey.inlineSelections, ...facts.inlineSelections])].slice(0, MAX_SELECTIONS),
    uncertainPlaces: found.count < facts.uncertainPlaces.count ? facts.uncertainPlaces : found,
    failed,
  };
}

/** Inline comments of a page that a result names, at most. */
const MAX_SELECTIONS = 100;

/**
 * The values that stay in a content without a finding there, each with a place. No finding in the content reports them.
 */
function remainingPlaces({ valuesToRemove, unread }: Survey, targets: Redaction['targets'], edits: Edits) {
  const remaining = new Map<string, RemainingPlace>();
  const add = (fingerprint: string, field: RemainingPlace) => {
    if (!remaining.has(fingerprint)) remaining.set(fingerprint, field);
  };
  for (const { content, latest } of [edits.page, ...edits.comments]) {
    if (latest?.outcome === 'hidden') continue;
    const reported = reportedIn(content, targets);
    const held = heldValues(content);
    const isDone = latest === undefined || 'plan' in latest;
    const { remaining: planned } = latest !== undefined && 'plan' in latest ? latest.plan : content.plan;
    for (const [fingerprint, field] of held)
      if (!reported.has(fingerprint) && (!isDone || planned.has(fingerprint)))
        add(fingerprint, planned.get(fingerprint) ?? field);
    if (content.parts !== undefined) continue;
    for (const fingerprint of valuesToRemove.fingerprints)
      if (!reported.has(fingerprint)) add(fingerprint, content.comment?.field ?? 'body');
  }
  for (const field of unread) for (const fingerprint of valuesToRemove.fingerprints) add(fingerprint, field);
  return remaining;
}

/** The fingerprints of the findings in a content. */
function reportedIn({ comment }: SurveyedContent, targets: Redaction['targets']): ReadonlySet<string> {
  const own = [...targets.values()].filter(({ data }) => commentOf(data.location)?.commentId === comment?.commentId);
  return new Set(own.map(({ fingerprint }) => fingerprint));
}

/** The places that stay in a content and that no finding reports. */
function uncertainIn(
  { content, latest }: ContentEdits,
  { valuesToRemove, options }: Survey,
  targets: Redaction['targets'],
) {
  if (latest === undefined) return namePlaces(content.plan.uncertain);
  if ('plan' in latest) return namePlaces(latest.plan.uncertain);
  if (latest.outcome === 'hidden') return NO_PLACES;
  const reported = reportedIn(content, targets);
  return namePlaces(
    placesIn(content.parts ?? [], valuesToRemove.known, options, (fingerprint) => !reported.has(fingerprint)),
  );
}

/** @returns undefined if the content does not exist */
function editOf({ page, comments }: Edits, { data }: FindingRecord): Edit | undefined {
  const name = commentOf(data.location);
  if (name === undefined) return page.latest;
  return comments.find(({ content }) => content.comment?.commentId === name.commentId)?.latest;
}

/**
 * Returns whether a finding that was redacted before counts as redacted. This redaction does not know its value and
 * could not search the comments; cleaning the history searches them with their versions.
 */
function isDoneBefore({ cleansHistory }: RedactPageContext, { comments, unread }: Survey): boolean {
  return cleansHistory || (comments.length === 0 && unread.length === 0);
}

/** @returns the reason and the place of the failure; undefined = redacted */
function failureOf(
  edit: Edit | undefined,
  { fingerprint, status, data }: FindingRecord,
  after: FindingRecord | undefined,
  countsDoneBefore: boolean,
): readonly [Failure, RemainingPlace?] | undefined {
  const { field } = data.location;
  switch (edit?.outcome) {
    // The finding is in a comment: the page exists.
    case undefined:
    case 'hidden':
      return ['not-there-any-more'];
    case 'denied':
      return ['stopped'];
    case 'not-done':
      return edit.reason === 'cannot-redact' ? [edit.reason, field] : [edit.reason];
    case 'planned':
    case 'nothing':
    case 'written': {
      const remaining = edit.plan.remaining.get(fingerprint);
      if (remaining !== undefined) return ['cannot-redact', remaining];
      if (!edit.removed.has(fingerprint))
        return status === 'redacted' && countsDoneBefore ? undefined : ['not-there-any-more'];
      return edit.outcome !== 'planned' && after?.status === 'open' ? ['cannot-redact', field] : undefined;
    }
  }
}

function commentsResult(comments: Edits['comments']): Pick<PageResult, 'comments'> {
  const results = comments.flatMap(({ content: { comment }, written }) => {
    if (comment === undefined || written === undefined) return [];
    const { versionBefore, version: versionAfter } = written;
    return [{ ...comment, versionBefore, versionAfter }];
  });
  return results.length === 0 ? {} : { comments: results };
}

/** The cuts that a dry run would make. */
function shownOf({ page, comments }: Edits): Pick<PageResult, 'cuts'> {
  const cuts = [page, ...comments].flatMap(({ latest }) => (latest && 'cuts' in latest ? (latest.cuts ?? []) : []));
  return cuts.length === 0 ? {} : { cuts: cuts.slice(0, MAX_SHOWN) };
}

function countPlaces({ page, comments }: Edits): PageResult['places'] {
  const counts = new Map<string, PageResult['places'][number]>();
  for (const { field, kind } of [page, ...comments].flatMap(({ places }) => places)) {
    const name = `${field} ${kind}`;
    counts.set(name, { field, kind, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

/**
 * Scans the page and the written comments as the person sees them, and marks the findings that no longer exist.
 * @returns the findings after the scan; undefined = nothing was written that could be scanned
 */
async function verifyAndMark(
  context: RedactPageContext,
  pageId: string,
  edits: Edits,
  targets: ReadonlyMap<string, FindingRecord>,
): Promise<ReadonlyMap<string, FindingRecord> | undefined> {
  const { storage, confluence, clock, scanner, accountId } = context;
  const { page, comments } = edits;
  const all = [page, ...comments];
  const isWritten = all.some(({ written }) => written !== undefined);
  if (!isWritten && !all.some(({ latest }) => latest?.outcome === 'nothing')) return undefined;
  const { version, versionBefore, method } = page.written ?? {};
  const { outcome } = await recordScan({
    storage,
    clock,
    pageId,
    scanner,
    observe: async () => {
      const [observed, row, attached, written] = await awaitAll([
        readContentAs(confluence, { kind: 'person', accountId }, pageId),
        readPageLevelRow(storage, pageId),
        readCommentsAndAttachmentsAsApp(confluence, pageId, scanner.targets),
        readCommentsBack(context, pageId, comments),
      ] as const);
      if (observed.kind !== 'page') {
        if (!isWritten) return 'nothing';
        throw new HostError('failure', 'a page that was written is not shown');
      }
      if (version !== undefined && observed.content.page.version < version)
        throw new HostError('failure', 'Confluence returned an older version');
      const levelId = parsePageLevel(pageId, row).record?.levelId;
      return scanner.scan(observed.content, withComments(attached, written), levelId, clock());
    },
  });
  if (outcome === 'contended') throw new HostError('failure', 'others scanned the same page at every attempt');
  const gone = [...targets].flatMap(([findingId, record]) => {
    const edit = editOf(edits, record);
    return edit && 'removed' in edit && edit.removed.has(record.fingerprint) ? [{ findingId, edit }] : [];
  });
  if (!isWritten)
    return readFindings(
      storage,
      gone.map(({ findingId }) => findingId),
    );
  const findingIds = gone.flatMap(({ findingId, edit }) => (edit.outcome === 'written' ? [findingId] : []));
  const writtenComments = commentsResult(comments).comments ?? [];
  return markRedacted(context, { pageId, findingIds, version, versionBefore, method, comments: writtenComments });
}

/** The written comments, by id; undefined = the comment no longer exists. */
async function readCommentsBack(
  { confluence, accountId }: RedactPageContext,
  pageId: string,
  comments: Edits['comments'],
): Promise<ReadonlyMap<string, Part | undefined>> {
  const read = comments.flatMap(({ content: { comment }, written }) => {
    if (comment === undefined || written === undefined) return [];
    const question = { ...comment, accountId, pageId };
    return [
      readCommentBack(confluence, question, written.version).then((part): [string, Part | undefined] => [
        comment.commentId,
        part,
      ]),
    ];
  });
  return new Map(await awaitAll(read));
}
