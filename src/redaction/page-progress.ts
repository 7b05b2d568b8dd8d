import type { Clock } from '../platform/clock';
import type { RowWrite } from '../platform/storage';
import { nextRun } from '../runs/run-kind';
import { commitRun, type StoreContext } from '../runs/run-store';
import type { Wait } from '../runs/wait-reasons';
import { REDACTIONS } from './redaction-kind';
import type { RedactionPage, RedactionRun } from './run-model';

/** `superseded`: another step of the redaction wrote first. Leave the page to it, and write nothing more. */
export type Committed = 'committed' | 'superseded';

/** A quota is used up, or a call failed: continue after this time. */
export interface Later {
  readonly outcome: 'later';
  readonly seconds: number;
  readonly wait: Wait;
}

/** Why a step stops its work on a page. */
export type Interruption =
  /** Another step of the redaction wrote first: leave the page to it. */
  | { readonly outcome: 'superseded' }
  /** A quota is used up: continue after this time. */
  | Later;

/** One page of a redaction. Each change is stored before the next action, so that a step can continue after a crash. */
export interface PageProgress {
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

export function openPageProgress(
  context: StoreContext & { readonly clock: Clock },
  firstRun: RedactionRun,
  firstPage: RedactionPage,
): PageProgress {
  let run = firstRun;
  let page = firstPage;
  return {
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
