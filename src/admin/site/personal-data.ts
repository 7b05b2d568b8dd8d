import * as z from 'zod';
import { commitAudited } from '../../audit/commit-audited';
import { actorOf } from '../../audit/event';
import { PERSON_SUBJECT } from '../../people/account-ids';
import { monotonicMs } from '../../platform/clock';
import {
  confirmErasure,
  requestErasure,
  type RequestContext,
  type RequestOutcome,
  withdrawErasure,
} from '../../privacy/requests';
import { personEvent } from '../../privacy/erase';
import { type Erasure, isWaiting, listErasures } from '../../privacy/erasure-store';
import { exportPart } from '../../privacy/export-person';
import { SEARCH_START, SEARCHED } from '../../privacy/find-rows';
import { pseudonymOf } from '../../privacy/pseudonym';
import { readReport, type ReportState } from '../../privacy/report';
import { definedOf } from '../../platform/defined-of';
import { listByKey } from '../../platform/rows-by-key';
import { awaitAll } from '../../platform/await-all';
import { noInput, operation } from '../input';
import { requirePeppers } from '../keys/require-peppers';
import type { AdminRequest } from '../operation';
import { invalidInput, Refusal } from '../result';

/** The report to Atlassian on all people with stored account ids, and the export and erasure of one person's data. */

const accountId = z.string().regex(/^[A-Za-z0-9:_-]{1,128}$/, {
  error: 'must be an account ID like 712020:11111111-2222-4333-8444-555555555555',
});
const onePersonInput = z.strictObject({ accountId });
const exportPersonInput = z.strictObject({
  accountId,
  /** From the previous part. Omitted: the first part. */
  from: z
    .strictObject({
      exportId: z.uuid(),
      entity: z.int().min(0).max(100),
      time: z.string().max(40),
      key: z.string().max(600),
    })
    .optional(),
});
const oneErasureInput = z.strictObject({
  erasureId: z.string().regex(/^[0-9a-z]{22}$/, { error: 'must be an ID' }),
});

export interface ErasureView {
  readonly erasureId: string;
  /** `waiting`: between two searches of an erasure that runs. `expired`: no second admin confirmed the request in time. */
  readonly state: 'requested' | 'expired' | 'running' | 'waiting' | 'done' | 'withdrawn';
  readonly cause: 'closed' | 'admins';
  /** Until the erasure is done. */
  readonly accountId?: string;
  /** The name that takes the place of the account ID. */
  readonly pseudonym: string;
  readonly requestedAt: string;
  readonly requestedBy?: string | undefined;
  readonly confirmedBy?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly endedAt?: string | undefined;
  /** When the last search starts. */
  readonly nextAt?: string;
  /** The rows that were changed or deleted so far. */
  readonly rows: number;
  /** The progress of this search of all rows. */
  readonly searched?: { readonly done: number; readonly total: number };
  /** True if this admin can confirm the request, or withdraw it. */
  readonly mayConfirm: boolean;
  readonly mayWithdraw: boolean;
}

export interface PersonalDataView {
  /** `isMore`: there are more than `count`. */
  readonly people: { readonly count: number; readonly isMore: boolean };
  readonly report: Omit<ReportState, 'run'> & { readonly isRunning: boolean };
  /** Newest first, at most 100. */
  readonly erasures: readonly ErasureView[];
}

const MAX_LISTS = 10;

export const getPersonalData = operation(noInput, async (request): Promise<PersonalDataView> => {
  const { storage, now } = request;
  const [people, { run, ...report }, erasures] = await awaitAll([
    countPeople(request),
    readReport(storage),
    listErasures(storage, now),
  ] as const);
  return {
    people,
    report: { ...report, isRunning: run !== undefined },
    erasures: erasures.map((erasure) => viewOf(request, erasure)),
  };
});

async function countPeople({ storage }: AdminRequest): Promise<PersonalDataView['people']> {
  let count = 0;
  let after: string | undefined = '';
  for (let list = 0; list < MAX_LISTS && after !== undefined; list += 1) {
    const { rows, next } = await listByKey(storage, 'person', after);
    count += rows.length;
    after = next;
  }
  return { count, isMore: after !== undefined };
}

function viewOf({ accountId: me, now }: AdminRequest, erasure: Erasure): ErasureView {
  const { erasureId, record } = erasure;
  const { accountId: person, startedAt: _started, walk, ...data } = record.data;
  const isOpen = isWaiting(erasure, now);
  const state =
    record.state === 'running' && walk?.nextAt !== undefined
      ? 'waiting'
      : record.state === 'requested' && !isOpen
        ? 'expired'
        : record.state;
  return {
    erasureId,
    state,
    ...data,
    pseudonym: pseudonymOf(erasureId),
    requestedAt: record.requestedAt,
    ...definedOf({ accountId: person, nextAt: walk?.nextAt }),
    ...(state === 'running' && walk !== undefined ? { searched: { done: walk.entity, total: SEARCHED.length } } : {}),
    mayConfirm: isOpen && data.requestedBy !== me && person !== me,
    mayWithdraw: isOpen && person !== me,
  };
}

const EXPORT_MS = 10_000;

/** The export is audited before its first part is returned. Each other part needs the event of its first part. */
export const exportPerson = operation(exportPersonInput, async (request, { accountId: person, from }) => {
  const { storage } = request;
  const exportId = from === undefined ? await recordExport(request, person) : from.exportId;
  if (from !== undefined) await requireExport(request, person, exportId);
  const startedMs = monotonicMs();
  const leftMs = () => EXPORT_MS - (monotonicMs() - startedMs);
  return exportPart({ storage, leftMs }, person, from ?? { ...SEARCH_START, exportId });
});

/** @returns the id of the audit event */
async function recordExport(request: AdminRequest, person: string): Promise<string> {
  const { storage } = request;
  if ((await storage.read('person', person)).value === undefined) throw refusalOf({ outcome: 'nothing-stored' });
  const event = personEvent(request, { type: 'person.exported', actor: actorOf(request), accountId: person });
  await commitAudited(storage, [], [event]);
  return event.key;
}

const EXPORT_ENDS_AFTER_MS = 86_400_000;

/** @throws Refusal unless this admin started the export of this person less than a day ago */
async function requireExport({ storage, accountId: me, now }: AdminRequest, person: string, exportId: string) {
  const { value } = await storage.read('audit', exportId);
  const event = exportEvent.safeParse(value).data;
  const isOwn = event?.actorAccountId === me && event.subject === PERSON_SUBJECT + person;
  if (isOwn && now.getTime() - Date.parse(event.time) < EXPORT_ENDS_AFTER_MS) return;
  throw invalidInput([{ field: 'from.exportId', message: 'must be from the previous part of the same export' }]);
}

const exportEvent = z.object({
  type: z.literal('person.exported'),
  subject: z.string(),
  actorAccountId: z.string(),
  time: z.string(),
});

export const requestPersonErasure = operation(onePersonInput, async (request, { accountId: person }) => {
  return afterwards(request, await requestErasure(contextOf(request), person));
});

export const confirmPersonErasure = operation(oneErasureInput, async (request, { erasureId }) => {
  return afterwards(request, await confirmErasure(contextOf(request), erasureId));
});

export const withdrawPersonErasure = operation(oneErasureInput, async (request, { erasureId }) => {
  return afterwards(request, await withdrawErasure(contextOf(request), erasureId));
});

const NO_PEPPERS =
  'Personal data can’t be erased, because the app has no secret. Set the variable PEPPER_V1 and deploy again.';

function contextOf(request: AdminRequest): RequestContext {
  return { ...request, peppers: requirePeppers(request, NO_PEPPERS) };
}

function afterwards(request: AdminRequest, outcome: RequestOutcome): Promise<PersonalDataView> {
  if (outcome.outcome !== 'done') throw refusalOf(outcome);
  return getPersonalData(request, {});
}

function refusalOf({ outcome }: Exclude<RequestOutcome, { readonly outcome: 'done' }>): Refusal {
  switch (outcome) {
    case 'own-account':
      return new Refusal('OWN_ACCOUNT', 'Nobody can act on the erasure of their own data. Ask other site admins.');
    case 'nothing-stored':
      return new Refusal('PERSON_NOT_STORED', 'The app stores nothing about this account.');
    case 'already-open':
      return new Refusal('ERASURE_OPEN', 'The erasure of this person’s data is already requested or running.');
    case 'own-request':
      return new Refusal('OWN_REQUEST', 'A second site admin must confirm the erasure. You requested it.');
    case 'requester-not-admin':
      return new Refusal(
        'ERASURE_CHANGED',
        'The admin who requested the erasure is no longer a site admin. Withdraw the request, and request it again.',
      );
    case 'not-open':
    case 'contended':
      return new Refusal(
        'ERASURE_CHANGED',
        'Nothing was changed: the request has expired, or another admin has changed it. Reload the page.',
      );
  }
}
