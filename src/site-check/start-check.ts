import { actorOf, auditRow } from '../audit/event';
import { changeProbeRow, type NewAnswer, withAnswers } from '../capabilities/answers';
import { areRightsShownToApp } from '../keys/creator';
import { awaitAll } from '../platform/await-all';
import { readAppVersion } from '../platform/app-version';
import type { Context } from '../platform/context';
import { Deadline } from '../platform/deadline';
import { reportAccounts } from '../platform/personal-data';
import { unlessContended } from '../platform/retry-on-conflict';
import { openStorageTrial } from '../platform/storage-trial';
import { attempt } from './attempt';
import { type Check, mayStartAt, parseCheck, SCHEDULE_WITHIN_MS } from './check';
import {
  tryAppProperty,
  tryDataPolicies,
  tryDownload,
  tryNativeLevels,
  tryPermissionChecks,
  trySearch,
  trySpaces,
  tryToActAs,
} from './confluence-probes';
import { tryExposure } from './exposure-probes';
import { pushProbes } from './queue-probes';
import { STORAGE_PROBES, tryStorage } from './storage-probes';

/**
 * A check of the site by an admin. Runs the probes of the resolver, and starts those of the queue and of a schedule.
 */

export interface CheckContext extends Pick<
  Context,
  'storage' | 'confluence' | 'push' | 'clock' | 'random' | 'requestId'
> {
  readonly accountId: string;
}

export type StartOutcome =
  | { readonly outcome: 'checked' }
  /** Another check was started less than ten minutes before. */
  | { readonly outcome: 'too-soon'; readonly mayStartAt: Date };

/** The answers are stored in the rest of the 20 seconds that an operation has. */
const PROBES_LIMIT_MS = 14_000;

/** The value that expires is read again by the first run of a scheduled trigger after this time. */
const EXPIRED_AFTER_MS = 2 * 60_000;

/** @throws StorageUnavailableError if the check or its answers could not be stored */
export async function startCheck(context: CheckContext): Promise<StartOutcome> {
  const { storage, clock, push, accountId } = context;
  const claimed = await claim(context);
  if (claimed instanceof Date) return { outcome: 'too-soon', mayStartAt: claimed };
  const deadline = new Deadline(PROBES_LIMIT_MS);
  const [pushed, asked, stored, reported] = await awaitAll([
    pushProbes(push, clock(), accountId),
    askConfluence(context, deadline),
    tryTheStorage(context, deadline),
    claimed.hasReported ? Promise.resolve([]) : reportTestAccount(clock(), deadline),
  ]);
  const now = clock();
  const answers = [...pushed, ...asked, ...stored.answers, ...reported];
  const outcome = await changeProbeRow(storage, (row) => ({
    row: {
      answers: withAnswers(row.answers, answers, now),
      check: {
        ...(parseCheck(row.check) ?? claimed.check),
        endedAt: now.toISOString(),
        ...(stored.expiry === undefined ? {} : { expiry: stored.expiry }),
      },
    },
  }));
  unlessContended(outcome);
  return { outcome: 'checked' };
}

interface Claim {
  readonly check: Check;
  /** True if this version of the app has reported the test account. */
  readonly hasReported: boolean;
}

/** Stores the start together with its audit event, on the condition that no other check was started. */
async function claim({ storage, clock, random, requestId, accountId }: CheckContext): Promise<Claim | Date> {
  const now = clock();
  const auditId = random.uuid();
  const scheduleUntil = new Date(now.getTime() + SCHEDULE_WITHIN_MS).toISOString();
  const check = { startedAt: now.toISOString(), auditId, scheduleUntil };
  let tooSoon: Date | undefined;
  let hasReported = false;
  const outcome = await changeProbeRow(storage, (row) => {
    tooSoon = mayStartAt(parseCheck(row.check), now);
    if (tooSoon !== undefined) return undefined;
    const report = row.answers.get('personal-data-report');
    hasReported = report !== undefined && report.state !== 'not-tried' && report.appVersion === readAppVersion();
    const audit = auditRow({
      id: auditId,
      type: 'site-check.run',
      time: now,
      subject: 'site',
      actor: actorOf({ accountId }),
      requestId,
    });
    return { row: { check }, audit };
  });
  if (tooSoon !== undefined) return tooSoon;
  unlessContended(outcome);
  return { check, hasReported };
}

/** At most 24 calls to Confluence. The check of the caller's rights was another one or two. */
async function askConfluence({ confluence, accountId }: CheckContext, deadline: Deadline): Promise<NewAnswer[]> {
  const run = (names: Parameters<typeof attempt>[2], probe: Parameters<typeof attempt>[3]) =>
    attempt(deadline, PROBES_LIMIT_MS, names, probe);
  const asPerson = async (): Promise<readonly NewAnswer[]> => {
    let pageId: string | undefined;
    const acting = await run(['act-as-person.resolver'], async () => {
      const tried = await tryToActAs(confluence, accountId);
      ({ pageId } = tried);
      return [{ probe: 'act-as-person.resolver', ...tried.answer }];
    });
    const names = ['permission-check', 'permission-check-refusal', 'permission-check-anonymous'] as const;
    const checks =
      pageId === undefined
        ? names.map((probe) => ({ probe, state: 'not-tried', detail: 'no-page' }) as const)
        : await run(names, () => tryPermissionChecks(confluence, accountId, pageId ?? ''));
    return [...acting, ...checks];
  };
  const answers = await awaitAll([
    asPerson(),
    run(['admin-check'], async () => {
      const isShown = await areRightsShownToApp(confluence, accountId);
      return [{ probe: 'admin-check', state: isShown ? 'works' : 'fails' }];
    }),
    run(['app-sees-spaces'], () => trySpaces(confluence, accountId)),
    run(['app-property'], () => tryAppProperty(confluence)),
    run(['search-alias', 'search-total'], () => trySearch(confluence, accountId)),
    run(['native-levels'], () => tryNativeLevels(confluence)),
    run(['data-policies'], () => tryDataPolicies(confluence)),
    run(['attachment-download'], () => tryDownload(confluence)),
    tryExposure(confluence, run),
  ]);
  return answers.flat();
}

async function tryTheStorage(
  { clock, random }: CheckContext,
  deadline: Deadline,
): Promise<{ readonly answers: readonly NewAnswer[]; readonly expiry: Check['expiry'] }> {
  let expiry: Check['expiry'];
  const answers = await attempt(deadline, PROBES_LIMIT_MS, STORAGE_PROBES, async () => {
    const { answers: found, expiringKey } = await tryStorage(openStorageTrial(deadline), clock, random);
    const setAt = clock();
    if (expiringKey !== undefined) {
      const readAt = new Date(setAt.getTime() + EXPIRED_AFTER_MS).toISOString();
      expiry = { key: expiringKey, setAt: setAt.toISOString(), readAt };
    }
    return found;
  });
  return { answers, expiry };
}

/** Atlassian documents this account as closed, for tests. */
const CLOSED_TEST_ACCOUNT = '5be24ba3f91c106033269289';

/** Atlassian expects a report once a week, so each version of the app tries this once. One call. */
function reportTestAccount(now: Date, deadline: Deadline): Promise<readonly NewAnswer[]> {
  const probe = 'personal-data-report';
  return attempt(deadline, PROBES_LIMIT_MS, [probe], async () => {
    const account = { accountId: CLOSED_TEST_ACCOUNT, updatedAt: now.toISOString() };
    const answer = await reportAccounts(deadline, [account]);
    return answer.outcome === 'accepted'
      ? [{ probe, state: 'works', detail: answer.closed.length === 0 ? 'not-closed' : 'closed' }]
      : [{ probe, state: 'fails', detail: `status-${answer.status}` }];
  });
}
