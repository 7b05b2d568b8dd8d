import { type AuditActor, type AuditEvent, auditRow } from '../../audit/event';
import type { Random } from '../../platform/random';
import type { RowCheck, RowWrite, Storage } from '../../platform/storage';
import { type ExclusionRefusal, type ExclusionsEdit, withExclusions, withoutExclusion } from './edit-exclusions';
import { commitExclusions, type Exclusions } from './exclusion-store';
import type { Exclusion } from './model';

/** Makes every change of the exclusions: applies the edit and commits it with its audit row in one transaction. */

export interface ExclusionContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
  readonly requestId: string;
  readonly actor: AuditActor;
  /** The exclusions that the edit is based on. */
  readonly before: Exclusions;
  /** Other rows that must not have changed: the API key that the caller uses. */
  readonly stillValid?: readonly RowCheck[];
}

export type ExclusionOutcome =
  | { readonly outcome: 'changed'; readonly about: readonly Exclusion[]; readonly exclusions: Exclusions }
  | { readonly outcome: 'refused'; readonly reason: ExclusionRefusal }
  /** Another write came first. Nothing was written. */
  | { readonly outcome: 'conflict' };

export type NewExclusion = Pick<Exclusion, 'match' | 'scope' | 'reason' | 'expiresAt' | 'keyVersion'>;

/**
 * Adds all exclusions or none.
 * @param wanted at least one
 * @param alongside rows to write in the same transaction
 * @throws StorageUnavailableError
 */
export function addExclusions(
  context: ExclusionContext,
  wanted: readonly NewExclusion[],
  alongside: (done: Extract<ExclusionOutcome, { outcome: 'changed' }>) => readonly RowWrite[] = () => [],
): Promise<ExclusionOutcome> {
  const { random, now, actor, before } = context;
  const createdAt = now.toISOString();
  const added = wanted.map((one): Exclusion => {
    const exclusionId = random.uuid();
    return { exclusionId, ...one, createdBy: actor.accountId, createdAt };
  });
  return commit(context, 'exclusion.created', withExclusions(before.all, added, now), alongside);
}

/** The findings that it excluded are open again at once. @throws StorageUnavailableError */
export function removeExclusion(context: ExclusionContext, exclusionId: string): Promise<ExclusionOutcome> {
  const edit = withoutExclusion(context.before.all, exclusionId, context.now);
  return commit(context, 'exclusion.deleted', edit, () => []);
}

async function commit(
  { storage, random, now, requestId, actor, before, stillValid = [] }: ExclusionContext,
  type: 'exclusion.created' | 'exclusion.deleted',
  edit: ExclusionsEdit,
  alongside: (done: Extract<ExclusionOutcome, { outcome: 'changed' }>) => readonly RowWrite[],
): Promise<ExclusionOutcome> {
  if (edit.outcome === 'refused') return edit;
  const { all, about } = edit;
  const done = { outcome: 'changed', about, exclusions: { revision: before.revision + 1, all } } as const;
  const [first] = about;
  const details = auditDetailsOf(about);
  const row = auditRow({
    id: random.uuid(),
    type,
    time: now,
    subject: about.length === 1 && first !== undefined ? `exclusion:${first.exclusionId}` : 'exclusions',
    actor,
    requestId,
    ...(details === undefined ? {} : type === 'exclusion.created' ? { after: details } : { before: details }),
    justification: first?.reason,
  });
  const rows = { others: alongside(done), auditRows: [row], stillValid } as const;
  return (await commitExclusions(storage, before, all, rows)) === 'committed' ? done : { outcome: 'conflict' };
}

/** Describes exclusions that were created together. They differ only in their scope. */
function auditDetailsOf(about: readonly Exclusion[]): AuditEvent['after'] {
  const [first] = about;
  if (first === undefined) return undefined;
  return {
    by: first.match.by,
    ...valuesOf(about),
    scope: about.map(({ scope: { of, ...named } }) => [of, ...Object.values(named)].join(':')),
    ...(about.length === 1 ? {} : { exclusionIds: about.map(({ exclusionId }) => exclusionId) }),
    ...(first.expiresAt === undefined ? {} : { expiresAt: first.expiresAt }),
  };
}

/** The match values of the exclusions. */
function valuesOf(about: readonly Exclusion[]) {
  const fingerprints = about.flatMap(({ match }) => (match.by === 'fingerprint' ? match.fingerprints : []));
  if (fingerprints.length > 0) return { values: new Set(fingerprints).size };
  const details = about.flatMap(({ match }) =>
    Object.entries(match).filter(([name]) => ['detectorId', 'pattern', 'domain', 'field', 'kind'].includes(name)),
  );
  return Object.fromEntries(details.map(([name, value]) => [name, String(value)]));
}
