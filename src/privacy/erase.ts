import { auditDetails } from '../audit/details';
import { APP_ACTOR, type AuditActor, auditRow, type AuditType } from '../audit/event';
import { PERSON_SUBJECT } from '../people/account-ids';
import { seenAtIn } from '../people/register';
import { mapInParts } from '../platform/parts';
import { retryOnConflict, unlessContended } from '../platform/retry-on-conflict';
import type { Peppers } from '../platform/secrets';
import { ABSENT_ROW, type Revision, type Row, type RowWrite } from '../platform/storage';
import { defineWalk, firstStep, pushStoredStep, type StepResult, type WalkContext } from '../walks/walk';
import { eraseRow, type EraseContext } from './erase-row';
import {
  type ErasureRecord,
  type ErasureWalk,
  erasureName,
  erasureRow,
  erasureWrite,
  isWaiting,
  listErasuresIn,
  parseErasure,
  readErasure,
  saveErasure,
  type StoredErasure,
} from './erasure-store';
import { findRows, SEARCH_START, type SearchPosition } from './find-rows';
import { codesOf, pseudonymOf } from './pseudonym';

/**
 * Erases the data of one person: replaces the account id by a pseudonym in every row, in several searches of all rows.
 * The erasure ends after a pass that starts a day after the last row was found, and finds none, because running work,
 * waiting events and indexes that lag can then no longer add the id (docs/adr/0056). A time in the register counts as a
 * found row.
 */

export interface PrivacyContext extends EraseContext, WalkContext {
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
  const rows = await storage.readMany(codes.map(erasureName), 'exact');
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
  const outcome = await retryOnConflict(async () => {
    const { erasureId, row } = await findErasureRow(context, accountId);
    const before = parseErasure(erasureId, row)?.record;
    if (before?.state === 'running') return undefined;
    const now = clock().toISOString();
    const walk = newWalk(context);
    const running = startedRecord(now, walk, { accountId, cause });
    const saved = await saveErasure(storage, erasureId, row.revision, running);
    return saved === 'conflict' ? saved : { erasureId, walk };
  });
  const started = unlessContended(outcome);
  if (started !== undefined) await pushStoredStep(context, 'erasure', started.walk, started.erasureId);
}

/** @param people the person, the cause, and the admins who requested and confirmed the erasure */
export function startedRecord(
  requestedAt: string,
  walk: ErasureWalk,
  people: Start & Pick<ErasureRecord['data'], 'requestedBy' | 'confirmedBy'>,
): StoredErasure {
  return { state: 'running', requestedAt, data: { ...people, startedAt: walk.touchedAt, walk, rows: 0 } };
}

export function newWalk(context: Pick<WalkContext, 'clock' | 'random'>): ErasureWalk {
  const first = firstStep(context);
  const now = first.touchedAt;
  return { ...first, pass: 1, passStartedAt: now, ...SEARCH_START, found: 0, lastFoundAt: now };
}

/** Forgets requests that have expired. */
export async function forgetRequests({ storage, clock }: Pick<WalkContext, 'storage' | 'clock'>): Promise<void> {
  const now = clock();
  for (const request of await listErasuresIn(storage, 'requested')) {
    if (isWaiting(request, now)) continue;
    const { erasureId, record } = request;
    const { accountId: _forgotten, ...data } = record.data;
    // On a conflict, the next run does it.
    await storage.commit([erasureWrite(erasureId, record.rev, { ...record, state: 'withdrawn', data })], []);
  }
}

export const ERASURE = defineWalk<PrivacyContext, ErasureRecord | undefined, ErasureWalk>({
  name: 'erasure',
  row: erasureRow,
  find: (record) => (record?.state === 'running' ? record.data.walk : undefined),
  put: (record, walk) => record && { ...record, data: { ...record.data, walk } },
  restsUntil: ({ nextAt }) => nextAt,
  listOpen: async (storage) => (await listErasuresIn(storage, 'running')).map(({ erasureId }) => erasureId),
  step: stepErasure,
});

/** Searches rows until the time of the step is used up. */
async function stepErasure(
  context: PrivacyContext,
  { nextAt, ...walk }: ErasureWalk,
  erasureId: string,
): Promise<StepResult<ErasureRecord | undefined, ErasureWalk>> {
  const { storage, clock } = context;
  const record = (await readErasure(storage, erasureId))?.record;
  const { accountId, cause } = record?.data ?? {};
  if (accountId === undefined || cause === undefined) return 'later';
  const from = nextAt === undefined ? walk : { ...walk, passStartedAt: clock().toISOString() };
  const person = { accountId, cause, pseudonym: pseudonymOf(erasureId) };
  // Stored before the first row is replaced, so that a step that stops then cannot forget that it found rows.
  let { lastFoundAt: notedAt } = walk;
  const noteFound = () =>
    retryOnConflict(async () => {
      const { revision, value } = await erasureRow(erasureId).read(storage);
      if (value?.data.walk?.ticket !== walk.ticket) return 'conflict';
      notedAt = clock().toISOString();
      const data = { ...value.data, walk: { ...from, lastFoundAt: notedAt, touchedAt: notedAt } };
      return erasureRow(erasureId).save(storage, revision, { ...value, data });
    });
  const searched = await searchOn(context, { erasureId, walk: from, person, noteFound });
  if (searched === 'contended') return searched;
  const { position, found, isPassDone } = searched;
  const searchedWalk: ErasureWalk = {
    ...from,
    ...position,
    found: from.found + found,
    ...(found > 0 ? { lastFoundAt: clock().toISOString() } : {}),
  };
  const continueWith = (next: ErasureWalk): StepResult<ErasureRecord | undefined, ErasureWalk> => ({
    change: (stored, current) =>
      current.lastFoundAt === notedAt
        ? stored && { ...stored, data: { ...stored.data, walk: next, rows: stored.data.rows + found } }
        : 'superseded',
  });
  if (!isPassDone) return continueWith(searchedWalk);
  const registered = await storage.read('person', accountId);
  const seenAt = seenAtIn(registered.value) ?? '';
  const lastFoundAt = seenAt > searchedWalk.lastFoundAt ? seenAt : searchedWalk.lastFoundAt;
  const isClean =
    searchedWalk.found === 0 && Date.parse(searchedWalk.passStartedAt) - Date.parse(lastFoundAt) >= DAY_MS;
  if (isClean) return finish(context, person, registered.revision, notedAt);
  const following = new Date(Date.parse(lastFoundAt) + DAY_MS).toISOString();
  const pass = { ...SEARCH_START, pass: searchedWalk.pass + 1, found: 0, lastFoundAt, nextAt: following };
  return continueWith({ ...searchedWalk, ...pass });
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
  readonly noteFound: () => Promise<'committed' | 'conflict'>;
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
      if ((await noteFound()) === 'conflict') return 'contended';
      isNoted = true;
    }
    const erased = await mapInParts(others, ROWS_AT_ONCE, (row) => eraseRow(context, row, person));
    found += erased.filter((outcome) => outcome !== false).length;
    if (next === undefined) return { position, found, isPassDone: true };
    position = next;
  }
  return { position, found, isPassDone: false };
}

/** Forgets the account id, and writes the one event of the erasure. */
async function finish(
  context: PrivacyContext,
  { accountId, pseudonym }: { readonly accountId: string; readonly pseudonym: string },
  registered: Revision,
  lastFoundAt: string,
): Promise<StepResult<ErasureRecord | undefined, ErasureWalk>> {
  const endedAt = context.clock().toISOString();
  // The person comes first. If that succeeds and the end does not, the step runs again. Another process may have registered
  // the person just now, and remembers that. Rows without a revision are of an earlier version, and a day old.
  const expected = registered === 'absent' || registered < 0 ? {} : { expected: registered };
  const removed = await context.storage.commit([], [], [], [{ entity: 'person', key: accountId, ...expected }]);
  if (removed === 'conflict') return 'contended';
  return {
    change: (stored, current) => {
      if (current.lastFoundAt !== lastFoundAt) return 'superseded';
      if (stored === undefined) return undefined;
      const { accountId: _forgotten, walk: _walk, ...data } = stored.data;
      return { ...stored, state: 'done', data: { ...data, endedAt } };
    },
    audit: (stored) =>
      personEvent(context, {
        type: 'person.erased',
        actor: APP_ACTOR,
        accountId: pseudonym,
        rows: stored?.data.rows ?? 0,
      }),
  };
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
