import { commitAudited, commitFirst } from '../audit/commit-audited';
import { type AuditActor, type AuditEvent, auditRow, type AuditSubject, type AuditType } from '../audit/event';
import { awaitAll } from '../platform/await-all';
import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import { type Push, pushOrLog } from '../platform/queue';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { nextRevision, type RowCheck, type RowWrite, type Storage } from '../platform/storage';
import type { RefusalTexts } from './refusal-text';

/**
 * Changes a configuration of the site, such as its levels. Reads it, checks the condition of the caller, applies the
 * edit, and writes the result and the audit row in one transaction. Every door changes every configuration with this
 * function.
 */

export interface Configuration {
  /** 0 = never changed. */
  readonly revision: number;
}

export interface ConfigurationKind<
  C extends Configuration,
  Reason extends string,
  Code extends string = string,
  Problem extends string = string,
> {
  /** The key of its row in the entity `config`. */
  readonly rowKey: string;
  /** @throws StorageUnavailableError, CorruptRecordError */
  readonly read: (storage: Storage, installationId: string) => Promise<C>;
  /** The part that the row stores. */
  readonly valueOf: (configuration: C) => unknown;
  /** Why an edit is refused that makes the row too large. */
  readonly tooLarge: Reason;
  /** For work that follows from every change. */
  readonly event?: FollowingEvent;
  /** How the doors report each reason. */
  readonly refusals: RefusalTexts<Reason, Code, Problem>;
}

/** A queue event for work that follows from a change. It is pushed while the change is committed, and may be lost. */
export interface FollowingEvent {
  readonly queue: string;
  readonly body: Readonly<Record<string, string>>;
}

export type ConfigurationEdit<C, Reason extends string> =
  | ({
      readonly outcome: 'changed';
      /** Its revision is ignored, because the next one is stored. */
      readonly next: C;
      /** For work that follows from this change only. */
      readonly event?: FollowingEvent | undefined;
    } & Pick<AuditEvent, 'before' | 'after' | 'justification'>)
  | { readonly outcome: 'unchanged' }
  /** `where`: the affected places, for example `site`, `space:<id>`, `scheme:<name>`. */
  | { readonly outcome: 'refused'; readonly reason: Reason; readonly where?: readonly string[] };

export interface ConfigurationChange<C, Reason extends string> {
  readonly type: AuditType;
  /** The subject for the audit log, for example `level:<UUID>`. */
  readonly subject: AuditSubject;
  readonly edit: (current: C) => ConfigurationEdit<C, Reason>;
  /** Called only if the edit changes something. May throw an error that ends the request. */
  readonly mayChange?: ((current: C) => Promise<void>) | undefined;
  /** Rows to write in the same transaction. */
  readonly alongside?: ((next: C) => readonly RowWrite[]) | undefined;
}

export interface Author {
  readonly actor: AuditActor;
  /** Rows that must not have changed, such as the key of the request. */
  readonly stillValid: readonly RowCheck[];
}

export interface ConfigurationRequest<C> {
  readonly storage: Storage;
  readonly random: Random;
  readonly clock: Clock;
  readonly requestId: string;
  readonly installationId: string;
  readonly push: Push;
  readonly log: Log;
  /** Called before every attempt. May throw an error that ends the request. */
  readonly author: (attempt: number) => Author | Promise<Author>;
  /** Reads the author again after a conflict. */
  readonly renewAuthor?: () => Promise<void>;
  /** The condition of the caller. */
  readonly isExpected: (current: C) => boolean;
  /** The configuration, if it was read before. */
  readonly known?: C | undefined;
}

export type ConfigurationOutcome<C, Reason extends string> =
  | { readonly outcome: 'changed' | 'unchanged'; readonly configuration: C }
  | { readonly outcome: 'refused'; readonly reason: Reason; readonly where: readonly string[] }
  /** The configuration does not meet the condition of the caller. Nothing was written. */
  | { readonly outcome: 'outdated'; readonly configuration: C }
  /** Other writes came first at every attempt. Nothing was written. */
  | { readonly outcome: 'contended' };

/** Bytes of JSON in UTF-8. The platform allows 240 KiB a row. */
const MAX_STORED_BYTES = 200 * 1024;

/**
 * @param plan called for every attempt, before the condition is checked. May throw an error that ends the request.
 * @throws StorageUnavailableError, CorruptRecordError, and what the functions of the request and the change throw
 */
export async function changeConfiguration<C extends Configuration, Reason extends string>(
  kind: Omit<ConfigurationKind<C, Reason>, 'refusals'>,
  request: ConfigurationRequest<C>,
  plan: (current: C) => ConfigurationChange<C, Reason>,
): Promise<ConfigurationOutcome<C, Reason>> {
  const read = () => kind.read(request.storage, request.installationId);
  let current = request.known ?? (await read());
  const outcome = await retryOnConflict(async (number) => {
    const author = await request.author(number);
    const done = await attempt(kind, { ...request, ...author }, current, plan);
    if (done === 'conflict') [current] = await awaitAll([read(), request.renewAuthor?.()] as const);
    return done;
  });
  return outcome === 'conflict' ? { outcome: 'contended' } : outcome;
}

async function attempt<C extends Configuration, Reason extends string>(
  kind: Omit<ConfigurationKind<C, Reason>, 'refusals'>,
  request: ConfigurationRequest<C> & Author,
  current: C,
  plan: (current: C) => ConfigurationChange<C, Reason>,
): Promise<ConfigurationOutcome<C, Reason> | 'conflict'> {
  const { storage, random, clock, requestId, actor, stillValid, isExpected } = request;
  const change = plan(current);
  const { type, subject, mayChange, alongside } = change;
  if (!isExpected(current)) return { outcome: 'outdated', configuration: current };
  const edited = applyEdit(kind, current, change);
  if (edited.outcome === 'unchanged') return { outcome: 'unchanged', configuration: current };
  if (edited.outcome === 'refused') return { outcome: 'refused', reason: edited.reason, where: edited.where ?? [] };
  const next = { ...edited.next, revision: nextRevision(current.revision) };
  const value = kind.valueOf(next);
  await mayChange?.(current);
  const { before, after, justification } = edited;
  const audit = auditRow({
    id: random.uuid(),
    type,
    time: clock(),
    subject,
    actor,
    requestId,
    before,
    after,
    justification,
  });
  const row = { entity: 'config', key: kind.rowKey, value: { v: 1, rev: next.revision, value } } as const;
  const others = alongside?.(next) ?? [];
  const committing =
    current.revision === 0
      ? commitFirst(storage, row, others, [audit], stillValid)
      : commitAudited(storage, [{ ...row, expected: current.revision }, ...others], [audit], stillValid);
  const events = [kind.event, edited.event].map((event) => pushEvent(event, request));
  const [committed] = await awaitAll([committing, ...events]);
  return committed === 'conflict' ? 'conflict' : { outcome: 'changed', configuration: next };
}

/** Applies the edit, and stores nothing. */
export function applyEdit<C extends Configuration, Reason extends string>(
  { valueOf, tooLarge }: Pick<ConfigurationKind<C, Reason>, 'valueOf' | 'tooLarge'>,
  current: C,
  { edit }: Pick<ConfigurationChange<C, Reason>, 'edit'>,
): ConfigurationEdit<C, Reason> {
  const edited = edit(current);
  if (edited.outcome !== 'changed' || !isTooLarge(valueOf(edited.next), valueOf(current))) return edited;
  return { outcome: 'refused', reason: tooLarge };
}

/** The time until the consumer starts, because the event is pushed while the change is committed. */
const DELAY_SECONDS = 2;

/** A lost event is logged. */
export async function pushEvent(
  event: FollowingEvent | undefined,
  { push, log, requestId }: Pick<ConfigurationRequest<never>, 'push' | 'log' | 'requestId'>,
): Promise<void> {
  if (event === undefined) return;
  const failed = 'configuration.event-not-pushed';
  await pushOrLog(push, log, { ...event, event: failed, requestId, delaySeconds: DELAY_SECONDS });
}

/** A value that is too large may become smaller step by step. */
export function isTooLarge(next: unknown, current: unknown): boolean {
  const size = bytesOf(next);
  return size > MAX_STORED_BYTES && size >= bytesOf(current);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
