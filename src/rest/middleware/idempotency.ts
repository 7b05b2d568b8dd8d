import * as z from 'zod';
import { CorruptRecordError } from '../../platform/corrupt-record';
import type { Log } from '../../platform/log';
import { nextRevision, type Revision, type Row, type RowWrite, type Storage } from '../../platform/storage';
import { StorageUnavailableError } from '../../platform/storage';
import { storedRecord, storedRows } from '../../platform/stored-rows';
import { Problem, type ProblemCode, type ProblemOptions, PROBLEMS } from '../problem';
import { levelFloor } from '../problem-schema';
import type { RestResult } from '../response';
import { holdWrites } from '../../quota/held-writes';
import type { IdempotentCall } from './idempotency-key';

/**
 * A request that is retried with its Idempotency-Key has its effect once, and gets the first response again.
 *
 * Before it has an effect, a request claims the row of its key; a second request finds it claimed. If the effect is a
 * single transaction, the response is written in it, so that a crash cannot separate the two. If the holder of a row
 * dies, another request claims the row after its lease expires.
 */

/** Longer than a request may take. */
const LEASE_MS = 60_000;
const KEPT_MS = 86_400_000;
/** The platform deletes late; the record's own time decides whether it expired. */
const KEPT_DAYS = 2;
const RETRY_SECONDS = '1';
/** The time of a free row. */
const LONG_AGO = new Date(0);

const ROWS = storedRows(
  'idempotency',
  storedRecord({
    fingerprint: z.string(),
    requestId: z.string(),
    at: z.iso.datetime({ precision: 3 }),
    /** JSON, because storage holds no null. Undefined: the request is still running. */
    answer: z.string().optional(),
  }),
);

const headers = z.record(z.string(), z.string());
const code = z.custom<ProblemCode>((name) => typeof name === 'string' && Object.hasOwn(PROBLEMS, name));
const keptAnswer = z.union([
  z.strictObject({ status: z.int(), headers: headers.optional(), body: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({
    problem: code,
    detail: z.string().optional(),
    requiredScope: z.string().optional(),
    floor: levelFloor.optional(),
    headers,
  }),
]);

type KeptAnswer = z.infer<typeof keptAnswer>;

interface OnceContext {
  readonly call: IdempotentCall;
  /** The stored row, read together with the key. */
  readonly row: Row;
  readonly storage: Storage;
  readonly now: Date;
  readonly requestId: string;
  readonly log: Log;
}

/** The dependencies of a request that runs once: a storage whose writes wait until the row is claimed, and `keep`. */
export interface Once {
  readonly storage: Storage;
  /** Returns the writes that store the response, for the transaction of the effect. */
  readonly keep: (answer: RestResult) => readonly RowWrite[];
}

/**
 * Runs the request, or returns its earlier response.
 * @param replay returns the part of the earlier response that the key may see now
 * @throws Problem of `run`, of the earlier response, or 409, 422; StorageUnavailableError
 */
export async function runOnce(
  context: OnceContext,
  run: (once: Once) => Promise<RestResult>,
  replay: (answer: RestResult | Problem) => Promise<RestResult>,
): Promise<RestResult> {
  const state = stateOf(context);
  switch (state.outcome) {
    case 'reused':
      throw new Problem('IDEMPOTENCY_KEY_REUSED', {
        detail: 'The Idempotency-Key was used for a different request. Use a new value for each operation.',
      });
    case 'running':
      throw inProgress();
    case 'done':
      return asReplay(() => replay(state.answer));
    case 'free':
      return runFree(context, state.revision, run);
  }
}

type State =
  | { readonly outcome: 'free'; readonly revision: Revision }
  | { readonly outcome: 'running' | 'reused' }
  | { readonly outcome: 'done'; readonly answer: RestResult | Problem };

function stateOf({ call, row, now }: OnceContext): State {
  const { revision, record } = ROWS.parse(call.rowKey, row);
  if (record === undefined) return { outcome: 'free', revision };
  const { at, fingerprint, answer } = record;
  const ageMs = now.getTime() - Date.parse(at);
  if (ageMs >= KEPT_MS) return { outcome: 'free', revision };
  if (fingerprint !== call.fingerprint) return { outcome: 'reused' };
  if (answer !== undefined) return { outcome: 'done', answer: toAnswer(keptIn(answer, call)) };
  return Math.abs(ageMs) < LEASE_MS ? { outcome: 'running' } : { outcome: 'free', revision };
}

function keptIn(text: string, { rowKey }: IdempotentCall): KeptAnswer {
  const parsed = keptAnswer.safeParse(JSON.parse(text));
  if (!parsed.success) throw new CorruptRecordError('idempotency', rowKey);
  return parsed.data;
}

async function asReplay(replay: () => Promise<RestResult>): Promise<RestResult> {
  const mark = { 'Idempotent-Replayed': 'true' };
  try {
    const answer = await replay();
    return { ...answer, headers: { ...answer.headers, ...mark } };
  } catch (error) {
    if (!(error instanceof Problem) || !isKept(error)) throw error;
    throw new Problem(error.code, { ...error.options, headers: { ...error.options.headers, ...mark } });
  }
}

async function runFree(
  context: OnceContext,
  revision: Revision,
  run: (once: Once) => Promise<RestResult>,
): Promise<RestResult> {
  const { storage, call, now } = context;
  const ending = (at: Date, answer?: KeptAnswer) => rowWrite(context, nextRevision(revision), at, answer);
  const effect = { isAnswerKept: false };
  const taken = take(context, revision);
  const held = holdWrites(storage, () => taken);
  const once: Once = {
    storage: {
      ...held,
      commit: async (writes, ...rest) => {
        const outcome = await held.commit(writes, ...rest);
        effect.isAnswerKept ||= outcome === 'committed' && writes.some(({ key }) => key === call.rowKey);
        return outcome;
      },
    },
    keep: (answer) => [ending(now, kept(answer))],
  };
  const [outcome, claim] = await Promise.allSettled([run(once), taken]);
  if (claim.status === 'rejected') throw claim.reason;
  if (outcome.status === 'fulfilled') {
    if (!effect.isAnswerKept) await end(context, ending(now, kept(outcome.value)));
    return outcome.value;
  }
  const reason: unknown = outcome.reason;
  const isKeptRefusal = reason instanceof Problem && isKept(reason);
  await end(context, isKeptRefusal ? ending(now, kept(reason)) : ending(LONG_AGO));
  throw reason;
}

/**
 * Claims the row, so that no other request has the same effect.
 * @throws Problem 409 if another request claimed it first; StorageUnavailableError
 */
async function take(context: OnceContext, revision: Revision): Promise<void> {
  const { storage, call, now, requestId } = context;
  const takeFrom = (from: Revision) =>
    storage.commit([rowWrite(context, from, now)], []).catch(async (error: unknown) => {
      if (!(error instanceof StorageUnavailableError) || !error.outcomeUnknown) throw error;
      const stored = ROWS.find(await storage.read('idempotency', call.rowKey));
      if (stored?.requestId === requestId) return 'committed' as const;
      throw error;
    });
  if ((await takeFrom(revision)) === 'committed') return;
  // The condition may have failed although the row does not exist (docs/adr/0005).
  if (revision === 'absent' && (await storage.read('idempotency', call.rowKey)).revision === 'absent') {
    await storage.placehold('idempotency', call.rowKey);
    if ((await takeFrom(0)) === 'committed') return;
  }
  throw inProgress();
}

/** The effect remains even if the response cannot be stored. Never rejects. */
async function end({ storage, requestId, log }: OnceContext, write: RowWrite): Promise<void> {
  try {
    // On a conflict, the response was stored by the transaction whose reply was lost.
    await storage.commit([write], []);
  } catch (error) {
    log('idempotency.not-kept', { requestId, reason: error instanceof Error ? error.message : 'unknown' });
  }
}

function rowWrite({ call, requestId }: OnceContext, expected: Revision, at: Date, answer?: KeptAnswer): RowWrite {
  const kept = answer === undefined ? {} : { answer: JSON.stringify(answer) };
  const { fingerprint, rowKey } = call;
  return ROWS.write(rowKey, expected, { fingerprint, requestId, at: at.toISOString(), ...kept }, KEPT_DAYS);
}

/** True for a refusal that a retry repeats, so not 401, 409 or 429, which depend on the moment, and not a failure. */
function isKept({ code: problem, options }: Problem): boolean {
  return [403, 404, 412, 422].includes(PROBLEMS[problem].status) && options.errors === undefined;
}

function kept(answer: RestResult | Problem): KeptAnswer {
  if (!(answer instanceof Problem)) {
    const { status, headers: sent, body } = answer;
    return { status, ...(sent && { headers: { ...sent } }), ...(body && { body: { ...body } }) };
  }
  const { code: problem, options } = answer;
  return { problem, headers: { ...options.headers }, ...storedOptions(options) };
}

/** The remaining members of a stored refusal. Refusals with `errors` are not stored. */
function storedOptions({ detail, requiredScope, floor }: StoredOptions) {
  return {
    ...(detail !== undefined && { detail }),
    ...(requiredScope !== undefined && { requiredScope }),
    ...(floor !== undefined && {
      floor: { levelId: floor.levelId, ...(floor.evidence && { evidence: [...floor.evidence] }) },
    }),
  };
}

type StoredOptions = { readonly [Name in 'detail' | 'requiredScope' | 'floor']?: ProblemOptions[Name] | undefined };

function toAnswer(answer: KeptAnswer): RestResult | Problem {
  if ('problem' in answer) {
    const { problem, headers: sent, ...more } = answer;
    return new Problem(problem, { headers: sent, ...storedOptions(more) });
  }
  const { status, headers: sent, body } = answer;
  return { status, ...(sent && { headers: sent }), ...(body && { body }) };
}

function inProgress(): Problem {
  return new Problem('IDEMPOTENCY_IN_PROGRESS', {
    detail: 'The same request is still in progress. Retry after Retry-After to get its response.',
    headers: { 'Retry-After': RETRY_SECONDS },
  });
}
