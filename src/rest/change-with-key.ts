import { actorOf } from '../audit/event';
import {
  changeConfiguration,
  type Configuration,
  type ConfigurationChange,
  type ConfigurationKind,
} from '../configuration/change-configuration';
import type { RefusalText } from '../configuration/refusal-text';
import { unchangedKey } from '../keys/key-lanes';
import type { ApiKey } from '../keys/model';
import { awaitAll } from '../platform/await-all';
import { requireAdminOfAll, requireNoLimits } from './admin-of-all';
import type { Condition } from './middleware/conditions';
import { Problem, type ProblemCode } from './problem';
import type { AuthorizedRequest } from './route';

/** Changes a configuration with a key, whose permissions apply to every attempt. */

export interface ChangeWithKey<C extends Configuration, Reason extends string> {
  readonly kind: ConfigurationKind<C, Reason, string, ProblemCode>;
  readonly etagOf: (configuration: C) => string;
  readonly condition: Condition | undefined;
  /** The configuration, if it was read before. */
  readonly known?: C;
  /** Called before every attempt. @throws Problem */
  readonly checkKey: (key: ApiKey) => void;
  /** May throw a Problem if the resource of the path does not exist. */
  readonly plan: (current: C) => ConfigurationChange<C, Reason>;
}

/**
 * @returns the configuration after the change
 * @throws Problem, StorageUnavailableError, HostError, CorruptRecordError
 */
export async function changeWithKey<C extends Configuration, Reason extends string>(
  request: AuthorizedRequest,
  { kind, etagOf, condition, known, checkKey, plan }: ChangeWithKey<C, Reason>,
): Promise<C> {
  let { key } = request;
  const done = await changeConfiguration(
    kind,
    {
      ...request,
      known,
      author: async (attempt) => {
        checkKey(key);
        return { actor: actorOf(key), stillValid: [await unchangedKey(request, key, attempt)] };
      },
      renewAuthor: async () => {
        key = request.reverify(await request.storage.read('api-key', key.keyId));
      },
      isExpected: (current) => condition?.(etagOf(current)) !== false,
    },
    plan,
  );
  switch (done.outcome) {
    case 'changed':
    case 'unchanged':
      return done.configuration;
    case 'refused':
      throw problemOf(kind.refusals[done.reason], done.where);
    case 'outdated':
      throw problemOf(kind.refusals.CHANGED, [], { ETag: etagOf(done.configuration) });
    case 'contended':
      throw editConflict();
  }
}

/**
 * Changes what applies to the whole site: requires a key without limits, at every attempt, whose creator is a site
 * admin.
 * @returns the configuration after the change
 * @throws Problem, StorageUnavailableError, HostError, CorruptRecordError
 */
export async function changeForWholeSite<C extends Configuration, Reason extends string>(
  request: AuthorizedRequest,
  { known, ...change }: Omit<ChangeWithKey<C, Reason>, 'checkKey'>,
): Promise<C> {
  const { storage, installationId } = request;
  const [current] = await awaitAll([
    known ?? change.kind.read(storage, installationId),
    requireAdminOfAll(request),
  ] as const);
  return changeWithKey(request, { ...change, known: current, checkKey: requireNoLimits });
}

/** Every attempt conflicted with other writes. */
export function editConflict(): Problem {
  const detail = 'Nothing was changed. Retry.';
  return new Problem('EDIT_CONFLICT', { detail, headers: { 'Retry-After': '1' } });
}

function problemOf(
  { problem, detail, apiDetail, members }: RefusalText<string, ProblemCode>,
  where: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Problem {
  const options = { headers, ...(members && { members }) };
  if (apiDetail === null) return new Problem(problem, options);
  if (typeof apiDetail === 'function') return new Problem(problem, { detail: apiDetail(where), ...options });
  const affected = where.length === 0 ? '' : ` Affected: ${where.slice(0, 10).join(', ')}.`;
  return new Problem(problem, { detail: `${apiDetail ?? detail}${affected}`, ...options });
}
