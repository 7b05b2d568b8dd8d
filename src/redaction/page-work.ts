import { type AuditActor, actorOf } from '../audit/event';
import type { ContentType } from '../classification/content-type';
import type { PageScanner } from '../findings/scan/scan-content';
import type { Clock } from '../platform/clock';
import type { Actor, Confluence } from '../platform/confluence';
import type { RowWrite, Storage } from '../platform/storage';
import type { ChargeContext } from '../quota/charge-or-wait';
import { nextRun } from '../runs/run-kind';
import { commitRun } from '../runs/run-store';
import { type ChargedWrites, type Later, openChargedWrites } from './charged-writes';
import type { MarkerStyle } from './page/cut';
import { type OwnerPermission, ownerPermission } from './owner-permission';
import { REDACTIONS } from './redaction-kind';
import type { RedactionPage, RedactionRun } from './run-model';

/** `superseded`: another step of the redaction wrote first. Leave the page to it, and write nothing more. */
export type Committed = 'committed' | 'superseded';

/** Why a step stops its work on a page. */
export type Interruption =
  /** Another step of the redaction wrote first. Leave the page to it. */
  | { readonly outcome: 'superseded' }
  /** A quota is used up. Continue after this time. */
  | Later;

export interface RedactionContext extends ChargeContext {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly clock: Clock;
  readonly scanner: PageScanner;
  /** True if the redaction asks Atlassian Guard first. */
  readonly usesGuard: boolean;
}

/**
 * The work of one step on one page, which all its stages share. Each change of the page is stored before the next action, so that a
 * step can continue after a crash.
 */
export interface PageWork extends RedactionContext, ChargedWrites, OwnerPermission {
  readonly redactionId: string;
  readonly pageId: string;
  readonly contentType: ContentType;
  /** The owner, as whom pages are read and edited. */
  readonly accountId: string;
  readonly person: Actor;
  readonly actor: AuditActor;
  /** If true, nothing is written. */
  readonly dryRun: boolean;
  readonly marker: MarkerStyle;
  /** True if older versions are cleaned too. If so, an earlier redaction may have redacted a finding already. */
  readonly cleansHistory: boolean;
  /** If true, a comment that Confluence cannot return no longer blocks the rest, and nothing waits for Guard. */
  readonly isLastTry: boolean;
  /** The message of new versions. It informs readers of the page history, and identifies our versions after a crash. */
  readonly message: string;
  /** The redaction as this step stored it last. */
  readonly run: () => RedactionRun;
  readonly page: () => RedactionPage;
  /** @throws StorageUnavailableError, CorruptRecordError */
  readonly commit: (change: Partial<RedactionPage>, options?: CommitOptions) => Promise<Committed>;
}

interface CommitOptions {
  /** Consecutive attempts without progress. Default: unchanged. */
  readonly stalled?: number | undefined;
  readonly auditRow?: RowWrite | undefined;
}

/** Attempts for a page while a service does not respond. */
const MAX_STALLS = 5;

/** The caller closes it at the end of the step. */
export function openPageWork(context: RedactionContext, firstRun: RedactionRun, firstPage: RedactionPage): PageWork {
  const { runId: redactionId, record } = firstRun;
  const { createdBy: accountId, keyId, dryRun, marker = 'block', cleanHistory = false, stalled: stalls } = record.data;
  const writes = openChargedWrites(context, keyId ?? accountId);
  let run = firstRun;
  let page = firstPage;
  return {
    ...context,
    ...writes,
    ...ownerPermission({ ...context, ...writes }, firstRun),
    redactionId,
    pageId: firstPage.pageId,
    contentType: firstPage.contentType ?? 'page',
    accountId,
    person: { kind: 'person', accountId },
    actor: actorOf(record.data),
    dryRun,
    marker,
    cleansHistory: cleanHistory,
    isLastTry: stalls >= MAX_STALLS,
    message: `Sensitive data was redacted (${redactionId})`,
    run: () => run,
    page: () => page,
    commit: async (change, { stalled = run.record.data.stalled, auditRow } = {}) => {
      const changed = { ...page, ...change };
      const pages = run.record.data.pages.map((one) => (one.pageId === page.pageId ? changed : one));
      const after = nextRun(run, { pages, stalled, touchedAt: context.clock().toISOString() }, 'running');
      if ((await commitRun(context, REDACTIONS, run, after, { auditRow })) === 'conflict') return 'superseded';
      [run, page] = [after, changed];
      return 'committed';
    },
  };
}
