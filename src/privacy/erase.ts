import { auditDetails } from '../audit/details';
import { commitAudited } from '../audit/commit-audited';
import { APP_ACTOR, type AuditActor, auditRow, type AuditType } from '../audit/event';
import { PERSON_SUBJECT } from '../people/account-ids';
import { seenAtIn } from '../people/register';
import { awaitAll } from '../platform/await-all';
import type { Log } from '../platform/log';
import { type Push, pushOrLog } from '../platform/queue';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Peppers } from '../platform/secrets';
import { ABSENT_ROW, type Row, type RowWrite, StorageUnavailableError } from '../platform/storage';
import { eraseRow, type EraseContext } from './erase-row';
import {
  type Erasure,
  type ErasureRecord,
  type ErasureWalk,
  erasureName,
  erasureWrite,
  isWaiting,
  listErasuresIn,
  parseErasure,
  readErasure,
} from './erasure-store';
import { findRows, SEARCH_START, type SearchPosition } from './find-rows';
import { codesOf, pseudonymOf } from './pseudonym';
import { eraseBody, PRIVACY_QUEUE, STALLED_MS, STEPS_PER_CHAIN } from './queue';
import { nextRecord } from '../platform/stored-rows';

/**
 * Erases the data of one person: replaces the account id by a pseudonym in every row, in several searches of all rows. Each step
 * stores its position, so a step that fails runs again, and running it twice is harmless. The erasure ends after a pass that
 * starts a day after the last row was found, and finds none: work that was running, events that were waiting, and indexes that
 * lag can then no longer add the id (docs/adr/0056). A time in the register counts as a found row.
 */

export interface PrivacyContext extends EraseContext {
  readonly push: Push;
  readonly log: Log;
  readonly installationId: string;
  readonly peppers: Peppers;
  /** The rest of the time of this invocation. */
  readonly leftMs: () => number;
}

const DAY_MS = 86_400_000;
/** No further rows are searched in a step with less time left. */
const RESERVE_MS = 60_000;
const PARTS_PER_STEP = 200;
const ROWS_AT_ONCE = 10;

/**
 * The row of a person's erasure. A person who was erased with an earlier pepper keeps that pseudonym.
 * @throws StorageUnavailableError
 */
export async function findErasureRow(
  { storage, installationId, peppers }: Pick<PrivacyContext, 'storage' | 'installationId' | 'peppers'>,
  accountId: string,
): Promise<{ readonly erasureId: string; readonly row: Row }> {
  const codes = codesOf(peppers, installationId, accountId);
  const rows = await storage.readMany(codes.map(erasureName));
  const known = rows.findLastIndex(({ revision }) => revision !== 'absent');
  const index = Math.max(0, known);
  return { erasureId: codes[index] ?? codes[0], row: rows[index] ?? ABSENT_ROW };
}

interface Start {
  readonly accountId: string;
  readonly cause: 'closed' | 'admins';
}

/**
 * Starts the erasure of a person whose account is closed, and pushes its first step. Does nothing if it is already running.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function startErasure(context: PrivacyContext, { accountId, cause }: Start): Promise<void> {
  const { storage, clock } = context;
  const started = await retryOnConflict(async () => {
    const { erasureId, row } = await findErasureRow(context, accountId);
    const before = parseErasure(erasureId, row)?.record;
    if (before?.state === 'running') return undefined;
    const now = clock().toISOString();
    if (row.revision === 'absent') await storage.placehold('erasure', erasureId);
    const expected = row.revision === 'absent' ? 0 : row.revision;
    const running = startedRecord({ accountId, cause, requestedAt: now, now });
    return (await storage.commit([erasureWrite(erasureId, expected, running)], [])) === 'conflict'
      ? 'conflict'
      : erasureId;
  });
  if (started === 'conflict') throw new StorageUnavailableError(new Error('the erasure kept changing'), false);
  if (started !== undefined) await pushStep(context, started, 0);
}

interface Started extends Start {
  readonly requestedAt: string;
  readonly now: string;
  readonly requestedBy?: string | undefined;
  readonly confirmedBy?: string | undefined;
}

export function startedRecord({
  accountId,
  cause,
  requestedAt,
  now,
  requestedBy,
  confirmedBy,
}: Started): Pick<ErasureRecord, 'state' | 'requestedAt' | 'data'> {
  const walk = { step: 0, pass: 1, passStartedAt: now, ...SEARCH_START, found: 0, lastFoundAt: now, touchedAt: now };
  return {
    state: 'running',
    requestedAt,
    data: {
      cause,
      accountId,
      ...(requestedBy === undefined ? {} : { requestedBy }),
      ...(confirmedBy === undefined ? {} : { confirmedBy }),
      startedAt: now,
      walk,
      rows: 0,
    },
  };
}

/** If the push fails, the watch finds the erasure. */
export async function pushStep(
  { push, log, requestId }: Pick<PrivacyContext, 'push' | 'log' | 'requestId'>,
  erasureId: string,
  step: number,
  delaySeconds?: number,
): Promise<void> {
  const body = eraseBody(erasureId, step);
  const event = 'erasure.not-pushed';
  await pushOrLog(push, log, {
    queue: PRIVACY_QUEUE,
    body,
    event,
    requestId,
    ...(delaySeconds === undefined ? {} : { delaySeconds }),
  });
}

/** Pushes the erasures whose next pass is due, or that lost their event, and forgets requests that have expired. */
export async function watchErasures(context: PrivacyContext): Promise<void> {
  const now = context.clock();
  for (const { erasureId, record } of await listErasuresIn(context.storage, 'running')) {
    const { walk } = record.data;
    if (walk === undefined) continue;
    const isDue = walk.nextAt !== undefined && walk.nextAt <= now.toISOString();
    const isStalled = walk.nextAt === undefined && now.getTime() - Date.parse(walk.touchedAt) >= STALLED_MS;
    if (isDue || isStalled) await pushStep(context, erasureId, walk.step);
  }
  for (const request of await listErasuresIn(context.storage, 'requested'))
    if (!isWaiting(request, now)) await forgetRequest(context, request);
}

/** On a conflict, the next watch does it. */
async function forgetRequest({ storage }: PrivacyContext, { erasureId, record }: Erasure): Promise<void> {
  const { accountId: _forgotten, ...data } = record.data;
  await storage.commit([erasureWrite(erasureId, record.rev, { ...record, state: 'withdrawn', data })], []);
}

/**
 * One step: searches rows until its time is used up, and pushes the next step.
 * @throws StorageUnavailableError, CorruptRecordError, QueueUnavailableError: run the step again
 */
export async function stepErasure(
  context: PrivacyContext,
  { erasureId, step }: { readonly erasureId: string; readonly step: number },
): Promise<'done' | 'contended'> {
  const { storage, clock } = context;
  const before = await readErasure(storage, erasureId);
  const { accountId, walk, cause } = before?.record.data ?? {};
  if (before?.record.state !== 'running' || accountId === undefined || walk?.step !== step || cause === undefined)
    return 'done';
  const startedAt = clock().toISOString();
  if (walk.nextAt !== undefined && startedAt < walk.nextAt) return 'done';
  const { nextAt: _waited, ...current } = walk;
  const from = walk.nextAt === undefined ? current : { ...current, passStartedAt: startedAt };
  const person = { accountId, cause, pseudonym: pseudonymOf(erasureId) };
  let stored = before;
  // Stored before the first row is replaced: a step that stops then cannot forget that it found rows.
  const noteFound = async () => {
    const time = clock().toISOString();
    const data = { ...stored.record.data, walk: { ...from, lastFoundAt: time, touchedAt: time } };
    const outcome = await save(context, stored, data);
    stored = { erasureId, record: nextRecord(stored.record, { data }) };
    return outcome;
  };
  const searched = await searchOn(context, { erasureId, walk: from, person, noteFound });
  if (searched === 'contended') return searched;
  const { position, found, isPassDone } = searched;
  const now = clock();
  const walked: ErasureWalk = {
    ...from,
    ...position,
    found: from.found + found,
    step: step + 1,
    touchedAt: now.toISOString(),
    ...(found > 0 ? { lastFoundAt: now.toISOString() } : {}),
  };
  const { record } = stored;
  const rows = record.data.rows + found;
  if (!isPassDone) {
    // Pushed before the position is stored: the next step runs only if it was stored.
    if ((step + 1) % STEPS_PER_CHAIN !== 0) await context.push.push(PRIVACY_QUEUE, eraseBody(erasureId, step + 1), 2);
    return save(context, stored, { ...record.data, walk: walked, rows });
  }
  const seenAt = seenAtIn((await storage.read('person', accountId)).value) ?? '';
  const lastFoundAt = seenAt > walked.lastFoundAt ? seenAt : walked.lastFoundAt;
  const isClean = walked.found === 0 && Date.parse(walked.passStartedAt) - Date.parse(lastFoundAt) >= DAY_MS;
  if (isClean) return finish(context, stored, { pseudonym: person.pseudonym, rows });
  const nextAt = new Date(Date.parse(lastFoundAt) + DAY_MS).toISOString();
  const next = { ...walked, ...SEARCH_START, pass: walked.pass + 1, found: 0, lastFoundAt, nextAt };
  return save(context, stored, { ...record.data, walk: next, rows });
}

interface Searched {
  readonly position: SearchPosition;
  /** The rows that held the account id. */
  readonly found: number;
  readonly isPassDone: boolean;
}

interface Search {
  readonly erasureId: string;
  readonly walk: ErasureWalk;
  readonly person: Parameters<typeof eraseRow>[2];
  /** Runs before the first row is replaced. */
  readonly noteFound: () => Promise<'done' | 'contended'>;
}

async function searchOn(
  context: PrivacyContext,
  { erasureId, walk, person, noteFound }: Search,
): Promise<Searched | 'contended'> {
  let found = 0;
  let isNoted = false;
  let position: SearchPosition = { entity: walk.entity, time: walk.time, key: walk.key };
  for (let part = 0; part < PARTS_PER_STEP && context.leftMs() > RESERVE_MS; part += 1) {
    const { rows, next } = await findRows(context.storage, person.accountId, position);
    const others = rows.filter(({ entity, key }) => entity !== 'erasure' || key !== erasureId);
    if (others.length > 0 && !isNoted) {
      if ((await noteFound()) === 'contended') return 'contended';
      isNoted = true;
    }
    for (let start = 0; start < others.length; start += ROWS_AT_ONCE) {
      const erased = others.slice(start, start + ROWS_AT_ONCE).map((row) => eraseRow(context, row, person));
      found += (await awaitAll(erased)).filter((outcome) => outcome !== false).length;
    }
    if (next === undefined) return { position, found, isPassDone: true };
    position = next;
  }
  return { position, found, isPassDone: false };
}

async function save(
  { storage }: PrivacyContext,
  { erasureId, record }: Erasure,
  data: ErasureRecord['data'],
): Promise<'done' | 'contended'> {
  const outcome = await storage.commit([erasureWrite(erasureId, record.rev, { ...record, data })], []);
  return outcome === 'conflict' ? 'contended' : 'done';
}

/** Forgets the account id, and writes the one event of the erasure. */
async function finish(
  context: PrivacyContext,
  { erasureId, record }: Erasure,
  { pseudonym, rows }: { readonly pseudonym: string; readonly rows: number },
): Promise<'done' | 'contended'> {
  const { storage, clock } = context;
  const { accountId, walk: _walk, ...data } = record.data;
  if (accountId === undefined) return 'done';
  const endedAt = clock().toISOString();
  const event = personEvent(context, { type: 'person.erased', actor: APP_ACTOR, accountId: pseudonym, rows });
  // The person first: if that succeeds and the end does not, the last step runs again.
  await storage.commit([], [], [], [{ entity: 'person', key: accountId }]);
  const ended = erasureWrite(erasureId, record.rev, {
    ...record,
    state: 'done',
    data: { ...data, endedAt, rows },
  });
  return (await commitAudited(storage, [ended], [event])) === 'conflict' ? 'contended' : 'done';
}

interface PersonEvent {
  readonly type: AuditType;
  readonly actor: AuditActor;
  /** Or the pseudonym. */
  readonly accountId: string;
  readonly rows?: number;
}

/** The audit row of an event about one person. */
export function personEvent(
  { clock, random, requestId }: Pick<EraseContext, 'clock' | 'random' | 'requestId'>,
  { type, actor, accountId, rows }: PersonEvent,
): RowWrite {
  return auditRow({
    id: random.uuid(),
    type,
    time: clock(),
    subject: `${PERSON_SUBJECT}${accountId}`,
    actor,
    requestId,
    after: rows === undefined ? undefined : auditDetails({ rows }),
  });
}
