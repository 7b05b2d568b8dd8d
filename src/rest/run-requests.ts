import { actorOf } from '../audit/event';
import { lineListOf } from '../keys/key-line';
import { unchangedKey } from '../keys/key-lanes';
import { awaitAll } from '../platform/await-all';
import { cancelRun } from '../runs/end-run';
import type { RunCreation } from '../runs/create-run';
import { type Full, LINE_LIMITS, type Waiting } from '../runs/line';
import { pushCreated } from '../runs/push-run';
import { type PlacedRun, standingOf as placeOf } from '../runs/placed-run';
import { hasEnded, type RunKind, type RunKindName, type RunRecord } from '../runs/run-kind';
import { readPlacedRun } from '../runs/run-store';
import { type ShownState, shownStateOf } from '../runs/shown-state';
import { WAIT_REASONS } from '../runs/wait-reasons';
import { requireActiveCreator } from './active-creator';
import { Problem } from './problem';
import type { RestResult } from './response';
import type { AuthorizedRequest, Prepared } from './route';

/** Shared by the operations on jobs, scans and redactions. */

/** How an operation on one run finds it and shows it. */
export interface RunResource<R extends RunRecord, B> {
  readonly kind: RunKind<R, B>;
  /** The id in the path. @throws Problem 400 */
  readonly readId: (parameters: Readonly<Record<string, string>>) => string;
  /** The cost of the calls to Confluence. */
  readonly points: number;
  /** @throws Problem 401, 403, 404 if the key may not see the run */
  readonly find: (request: AuthorizedRequest, runId: string) => Promise<PlacedRun<R>>;
  /** The run as the key can see it now. */
  readonly show: (request: AuthorizedRequest, run: PlacedRun<R>) => Promise<RunStanding>;
}

/** The members of every run in responses. No response can omit one. */
export interface RunStanding {
  readonly state: ShownState;
  /** Why it waits, and until when. Undefined: it does not wait. */
  readonly waiting: (Waiting & { readonly since?: string }) | undefined;
}

/** @param ended its state if it has ended, as the key can see it */
export function standingOf(run: PlacedRun, ended: ShownState): RunStanding {
  const { paused, waiting } = placeOf(run);
  const state = shownStateOf(run, ended);
  if (paused === undefined) return { state, waiting };
  // A paused run whose line cannot be read has no place.
  const { code, since } = paused;
  return { state, waiting: { ...(waiting ?? { code, reason: WAIT_REASONS[code] }), since } };
}

/** Prepares an operation that returns a run. */
export function prepareReadRun<R extends RunRecord, B>(
  { readId, points, find, show }: RunResource<R, B>,
  parameters: Readonly<Record<string, string>>,
): Prepared {
  const runId = readId(parameters);
  return {
    points,
    run: async (request) => {
      const run = await find(request, runId);
      return { status: 200, headers: pollingHeaders(run, request.now), body: await show(request, run) };
    },
  };
}

/** Prepares an operation that cancels a run, and returns it. */
export function prepareCancelRun<R extends RunRecord, B>(
  { kind, readId, points, find, show }: RunResource<R, B>,
  parameters: Readonly<Record<string, string>>,
): Prepared {
  const runId = readId(parameters);
  return {
    points,
    run: async (request) => {
      await find(request, runId);
      return { status: 200, body: await show(request, await cancelAsKey(request, kind, runId)) };
    },
  };
}

const POLLING_SECONDS = 5;

/** The response to the creation of a run, or to its repetition. @param path the address of the run below `/v1` */
export function createdAnswer(
  { exchange, now }: AuthorizedRequest,
  { run, isNew }: { readonly run: PlacedRun; readonly isNew: boolean },
  path: string,
  body: RunStanding,
): RestResult {
  const Location = `${exchange.basePath}/v1${path}/${run.runId}`;
  const replayed = isNew ? {} : { 'Idempotent-Replayed': 'true' };
  return { status: 202, headers: { Location, ...pollingHeaders(run, now), ...replayed }, body };
}

/** The polling interval, in seconds. A run that waits does not change before its next attempt. */
function pollingHeaders({ record, place }: PlacedRun, now: Date): Readonly<Record<string, string>> {
  if (hasEnded(record)) return {};
  const { nextAttemptAt = now.toISOString() } = place?.waiting ?? {};
  const seconds = Math.ceil((Date.parse(nextAttemptAt) - now.getTime()) / 1_000);
  return { 'Retry-After': String(Math.max(POLLING_SECONDS, seconds)) };
}

/**
 * Returns a run that was created by the key of the request or by another key of its line.
 * @param notFound for any other run, and for an expired one
 * @throws Problem 404; 401 if the creator of the key is no longer active; HostError
 */
export async function requireOwnRun<R extends RunRecord & { readonly lineList?: string | undefined }, B>(
  request: AuthorizedRequest,
  kind: RunKind<R, B>,
  runId: string,
  of: 'jobs' | 'redactions',
  notFound: () => Problem,
): Promise<PlacedRun<R>> {
  const { storage, key, now } = request;
  const [run] = await awaitAll([readPlacedRun(storage, kind, runId, now), requireActiveCreator(request)] as const);
  if (run === undefined) throw notFound();
  const { record } = run;
  if (record.lineList !== lineListOf(key, of) || now >= kind.expiryOf(run)) throw notFound();
  return run;
}

/**
 * @returns the run that the request creates, after its event is pushed
 * @throws Problem 409
 */
export async function startCreated<R extends RunRecord, B>(
  request: AuthorizedRequest,
  kind: RunKind<R, B>,
  creation: RunCreation<R>,
): Promise<{ readonly run: PlacedRun<R>; readonly isNew: boolean }> {
  switch (creation.outcome) {
    case 'reused':
      throw new Problem('IDEMPOTENCY_KEY_REUSED', {
        detail: 'Use a new Idempotency-Key for a new request. Nothing was changed.',
      });
    case 'owner-full':
    case 'site-full':
      throw tooManyRuns(kind.name, creation.outcome, creation.waitSeconds);
    case 'contended':
      throw new Problem('EDIT_CONFLICT', {
        detail: `Other ${kind.name}s were created at the same time. Nothing was changed. Send the request again.`,
        headers: { 'Retry-After': '1' },
      });
    case 'created':
    case 'existing': {
      const { run, outcome } = creation;
      await pushCreated(request, kind, run);
      return { run, isNew: outcome === 'created' };
    }
  }
}

function tooManyRuns(kind: RunKindName, full: Full, waitSeconds: number): Problem {
  const detail =
    full === 'owner-full'
      ? `This API key has ${LINE_LIMITS.openOfOwner} open ${kind}s, which is the most for one key. Wait until one ends.`
      : `The site has ${LINE_LIMITS.open} open ${kind}s, which is the most for a site. Wait until one ends.`;
  return new Problem('TOO_MANY_JOBS', { detail, headers: { 'Retry-After': String(Math.max(60, waitSeconds)) } });
}

/**
 * Cancels a run on behalf of the key.
 * @throws Problem 409
 */
async function cancelAsKey<R extends RunRecord, B>(
  request: AuthorizedRequest,
  kind: RunKind<R, B>,
  runId: string,
): Promise<PlacedRun<R>> {
  const stillValid = async (attempt: number) => [await unchangedKey(request, request.key, attempt)];
  const context = { ...request, stillValid };
  const canceled = await cancelRun(context, kind, runId, actorOf(request.key));
  if (canceled?.run === undefined) {
    throw new Problem('EDIT_CONFLICT', {
      detail: `The ${kind.name} was not canceled, because it, or the key, changed at every attempt. Send the request again.`,
      headers: { 'Retry-After': '1' },
    });
  }
  return canceled.run;
}
