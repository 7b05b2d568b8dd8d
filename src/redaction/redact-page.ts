import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import type { AuditActor } from '../audit/event';
import type { Part } from '../detection/finding';
import type { Inspector } from '../findings/inspect-page';
import type { FindingRecord } from '../findings/model';
import { readContentAs } from '../findings/page-content';
import { readRemarksAsApp } from '../findings/page-remarks';
import { recordScan } from '../findings/record-scan';
import { readFindings } from '../findings/scan-store';
import type { Clock } from '../platform/clock';
import { type Confluence, HostError } from '../platform/confluence';
import type { Storage } from '../platform/storage';
import { together } from '../platform/together';
import { markRedacted } from './mark-redacted';
import { distinctTitle, type EditablePage, type NotEditable, readForEditing, writeVersion } from './page-editing';
import { planRedaction, type RedactionPlan } from './plan-redaction';
import type { Failure, FailedFinding, PageResult, RedactionPage } from './run-model';

/**
 * Takes values out of one page, in the name of a person who may edit it. Whatever is interrupted can be begun again: what
 * is gone is not found any more, and a version that was written tells by its message which redaction wrote it. A finding
 * is told as redacted only when the page was read back and looked at anew.
 */

export interface RedactPageContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly inspector: Inspector;
  readonly redactionId: string;
  readonly accountId: string;
  readonly actor: AuditActor;
  /** Nothing is written. */
  readonly dryRun: boolean;
  /** Whether whoever asks may deal with a page of this space and level, as of now; throws where they may do nothing any more. */
  readonly isAllowed: (spaceId: string, levelId: string | null) => Promise<boolean>;
}

const MAX_ATTEMPTS = 5;

/** @throws StorageUnavailableError, CorruptRecordError, HostError, ImpersonationRefusedError: then it is to be done again */
export async function redactPage(context: RedactPageContext, wanted: RedactionPage): Promise<PageResult> {
  const { storage } = context;
  const { pageId, findingIds } = wanted;
  const stored = await readFindings(storage, findingIds);
  const targets = new Map([...stored].filter(([, record]) => record.pageId === pageId && isOfPage(record)));
  const edit = await editPage(context, pageId, new Set([...targets.values()].map(({ fingerprint }) => fingerprint)));
  const failures: FailedFinding[] = [];
  const fail = (findingId: string, reason: Failure, field?: Part['field']) =>
    failures.push({ findingId, reason, ...(field === undefined ? {} : { field }) });
  for (const findingId of findingIds) {
    if (targets.has(findingId)) continue;
    const record = stored.get(findingId);
    if (edit.outcome === 'hidden' || record?.pageId !== pageId) fail(findingId, 'not-found');
    // Of a comment, or the name of an attachment.
    else fail(findingId, 'cannot-redact', record.data.location.field);
  }
  switch (edit.outcome) {
    case 'hidden':
      for (const findingId of targets.keys()) fail(findingId, 'not-found');
      return { isSeen: false, places: [], failed: failures };
    case 'not-done':
      for (const findingId of targets.keys())
        fail(findingId, edit.reason, edit.reason === 'cannot-redact' ? 'body' : undefined);
      return { isSeen: true, places: [], failed: failures };
    case 'planned':
    case 'written':
    case 'nothing': {
      const after = edit.outcome === 'planned' ? targets : await settle(context, pageId, edit, targets);
      for (const [findingId, { fingerprint, data }] of targets) {
        const field = edit.plan.stays.get(fingerprint);
        if (field !== undefined) fail(findingId, 'cannot-redact', field);
        else if (!edit.goes.has(fingerprint)) fail(findingId, 'not-there-any-more');
        else if (edit.outcome !== 'planned' && after.get(findingId)?.status === 'open')
          fail(findingId, 'cannot-redact', data.location.field);
      }
      const versions =
        edit.outcome === 'written' ? { versionBefore: edit.version - 1, versionAfter: edit.version } : {};
      return { isSeen: true, ...versions, places: countPlaces(edit.plan), failed: failures };
    }
  }
}

/** Comments and attachments are not edited. */
function isOfPage({ data }: FindingRecord): boolean {
  return data.location.field === 'title' || data.location.field === 'body';
}

function countPlaces({ places }: RedactionPlan): PageResult['places'] {
  const counts = new Map<string, PageResult['places'][number]>();
  for (const { field, kind } of places) {
    const name = `${field} ${kind}`;
    counts.set(name, { field, kind, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

type Edit =
  | { readonly outcome: 'hidden' }
  | { readonly outcome: 'not-done'; readonly reason: Failure }
  | {
      /** `planned`: it would be so. `nothing`: there was nothing to take out. */
      readonly outcome: 'planned' | 'nothing';
      readonly plan: RedactionPlan;
      /** The fingerprints that go. */
      readonly goes: ReadonlySet<string>;
    }
  | {
      readonly outcome: 'written';
      readonly plan: RedactionPlan;
      readonly goes: ReadonlySet<string>;
      /** The one without the values. */
      readonly version: number;
    };

async function editPage(context: RedactPageContext, pageId: string, fingerprints: ReadonlySet<string>): Promise<Edit> {
  const { storage, confluence, clock, inspector, redactionId, accountId, dryRun } = context;
  const question = { accountId, pageId, message: messageOf(redactionId) };
  let attempted: RedactionPlan | undefined;
  let isRefused = false;
  let lost: HostError | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const [seen, row] = await together([
      readForEditing(confluence, question),
      readPageLevelRow(storage, pageId),
    ] as const);
    if (seen.outcome === 'hidden') return { outcome: 'hidden' };
    const levelId = parsePageLevel(pageId, row).record?.levelId ?? null;
    if (seen.outcome === 'not-editable') {
      if (!(await context.isAllowed(seen.spaceId, levelId))) return { outcome: 'hidden' };
      return { outcome: 'not-done', reason: reasonOf(seen.reason) };
    }
    const { page } = seen;
    const plan = planRedaction(page.parts, fingerprints, inspector.scanOptions(page.spaceId, clock()));
    // What has been written is brought to its end, whoever may do what by now.
    if (!plan.isChange && page.ownVersions.length > 0) return withoutChange(page, plan, attempted, fingerprints);
    if (!(await context.isAllowed(page.spaceId, levelId))) return { outcome: 'hidden' };
    if (dryRun) return { outcome: 'planned', plan, goes: plan.goes };
    if (!plan.isChange) return withoutChange(page, plan, attempted, fingerprints);
    attempted = plan;
    lost = undefined;
    const parts = isRefused ? withDistinctTitle(page.parts, plan.parts, pageId) : plan.parts;
    try {
      const written = await writeVersion(confluence, question, page, parts);
      if (written === 'written') return { outcome: 'written', plan, goes: plan.goes, version: page.version + 1 };
      if (written !== 'refused') continue;
      // Read once more what it came to; and another page may have the title that is left.
      if (isRefused) return { outcome: 'not-done', reason: 'refused' };
      isRefused = true;
    } catch (error) {
      // Whether it was written is for the page to tell.
      if (!(error instanceof HostError) || error.kind === 'quota') throw error;
      lost = error;
    }
  }
  if (lost !== undefined) throw lost;
  return { outcome: 'not-done', reason: 'conflict' };
}

/** For people who look through the versions of the page, and for whoever goes on after a crash. */
function messageOf(redactionId: string): string {
  return `Sensitive data was redacted (${redactionId})`;
}

function reasonOf(reason: NotEditable): Failure {
  return reason === 'unreadable' ? 'cannot-redact' : reason;
}

/** There is nothing left to take out: because a write of ours took place that could not say so, or because others were faster. */
function withoutChange(
  { ownVersions: [version] }: EditablePage,
  plan: RedactionPlan,
  attempted: RedactionPlan | undefined,
  fingerprints: ReadonlySet<string>,
): Edit {
  if (version === undefined) return { outcome: 'nothing', plan, goes: new Set() };
  const isGone = [...(attempted?.goes ?? fingerprints)].filter((fingerprint) => !plan.stays.has(fingerprint));
  return { outcome: 'written', plan: { ...plan, places: attempted?.places ?? [] }, goes: new Set(isGone), version };
}

/** A title that was changed, and that another page has, is changed once more. */
function withDistinctTitle(before: readonly Part[], parts: readonly Part[], pageId: string): readonly Part[] {
  return parts.map((part) =>
    part.field === 'title' && !before.includes(part) ? { ...part, source: distinctTitle(part.source, pageId) } : part,
  );
}

/** Looks at the page again, as the person sees it, and marks what is gone. @returns the findings as they are then */
async function settle(
  context: RedactPageContext,
  pageId: string,
  edit: Extract<Edit, { outcome: 'written' | 'nothing' | 'planned' }>,
  targets: ReadonlyMap<string, FindingRecord>,
): Promise<ReadonlyMap<string, FindingRecord>> {
  const { storage, confluence, clock, inspector, accountId } = context;
  const least = edit.outcome === 'written' ? edit.version : 0;
  const { outcome } = await recordScan({
    storage,
    clock,
    pageId,
    inspector,
    look: async () => {
      const [seen, row] = await together([
        readContentAs(confluence, { kind: 'person', accountId }, pageId),
        readPageLevelRow(storage, pageId),
      ] as const);
      if (seen.kind !== 'page') {
        if (edit.outcome !== 'written') return 'nothing';
        throw new HostError('failure', 'a page that was written is not shown');
      }
      if (seen.content.page.version < least)
        throw new HostError('failure', 'Confluence answered with an older version');
      const remarks = await readRemarksAsApp(confluence, pageId, inspector.targets);
      return inspector.inspect(seen.content, remarks, parsePageLevel(pageId, row).record?.levelId, clock());
    },
  });
  if (outcome === 'contended') throw new HostError('failure', 'others looked at the same page at every attempt');
  const findingIds = [...targets].flatMap(([findingId, { fingerprint }]) =>
    edit.goes.has(fingerprint) ? [findingId] : [],
  );
  if (edit.outcome !== 'written') return readFindings(storage, findingIds);
  return markRedacted(context, { pageId, findingIds, version: edit.version });
}
