import { type Effect, type WayOut, wayOutOf } from '../capabilities/effects';
import { isLicensed, LICENSE_INACTIVE, LICENSE_INACTIVE_MESSAGE } from '../capabilities/license';
import { DESCRIBE_INSTEAD, findSensitiveReasons } from '../detection/reasons/check-reasons';
import { readCreator } from '../keys/creator';
import { ConsentNeededError } from '../platform/confluence';
import type { Context } from '../platform/context';
import type { ResolverCaller, ResolverOperation } from '../platform/resolver';
import { resolverFaultOf } from '../platform/resolver-fault';
import { readWebTriggerUrl } from '../platform/web-trigger-url';
import { openPointsOfView, type PointsOfView } from '../quota/charge-or-wait';
import { type Dependencies, type Invocation, openInvocation } from '../quota/invocation';
import { createRest, type Rest } from '../rest/app';
import { type AdminError, type AdminResult, InvalidInput, invalidInput, Refusal } from './result';

export interface AdminDependencies extends Dependencies {
  /** The limit for one whole operation. The platform's own limit is 25 s. */
  readonly operationLimitMs: number;
}

/** The context of an operation, after the check that the caller is a site admin. */
export interface AdminRequest extends Invocation, Pick<Context, 'confluence'>, Pick<PointsOfView, 'mirrorRoom'> {
  /** Returns the unused points of the admin, who pays for `confluence`. */
  readonly close: () => Promise<void>;
  /** The acting account, from the platform. */
  readonly accountId: string;
  /** The address of a web trigger of manifest.yml, by its key. @throws HostError */
  readonly readWebTriggerUrl: (moduleKey: string) => Promise<string>;
  /** The handler of the REST API's web trigger. It never rejects. */
  readonly callApi: Rest;
}

/** An API request within an operation must end before the operation does. */
const API_LIMIT_MS = 15_000;

/**
 * Wraps every operation of the admin area. First asks Confluence whether the acting account is currently a site admin,
 * then runs the operation. Any doubt denies access. Without a license, changes are refused. It rejects only with
 * ConsentNeededError.
 */
export function adminOperation<T>(
  name: string,
  effect: Effect,
  dependencies: AdminDependencies,
  run: (request: AdminRequest, payload: unknown) => Promise<T>,
): ResolverOperation {
  return async (payload, caller): Promise<AdminResult<T>> => {
    const requestId = dependencies.random.uuid();
    let close = () => Promise.resolve();
    try {
      const request = openRequest(requestId, caller, dependencies);
      ({ close } = request);
      await requireSiteAdmin(request);
      if (effect === 'change' && !(await isLicensed(caller, request))) throw noLicense();
      if (!ANSWERS_BY_ROW.includes(name)) await refuseSensitiveReasons(request, payload);
      return { ok: true, value: await run(request, payload) };
    } catch (error) {
      if (error instanceof ConsentNeededError) throw error;
      const refused = toAdminError(error, wayOutOf(effect));
      dependencies.log('admin.refused', { requestId, operation: name, code: refused.code });
      return { ok: false, error: refused };
    } finally {
      await close();
    }
  };
}

function openRequest(requestId: string, caller: ResolverCaller, dependencies: AdminDependencies): AdminRequest {
  const { accountId, installationId } = caller;
  if (accountId === undefined || installationId === undefined) throw notSiteAdmin();
  const opened = openInvocation(dependencies, {
    requestId,
    installationId,
    limitMs: dependencies.operationLimitMs,
    present: { accountId, canBeAsked: true },
  });
  const points = openPointsOfView(opened, { kind: 'people', ownerId: accountId });
  return {
    ...opened,
    confluence: points.meter(opened.unpaid),
    close: points.close,
    mirrorRoom: points.mirrorRoom,
    accountId,
    readWebTriggerUrl: (moduleKey) => readWebTriggerUrl(opened.deadline, moduleKey),
    callApi: createRest({ ...dependencies, requestLimitMs: API_LIMIT_MS }),
  };
}

async function requireSiteAdmin({ confluence, accountId }: AdminRequest): Promise<void> {
  if (!(await readCreator(confluence, accountId)).isSiteAdmin) throw notSiteAdmin();
}

const noLicense = () => new Refusal(LICENSE_INACTIVE, LICENSE_INACTIVE_MESSAGE);

/** The operations that report for each row of a file if its reason is sensitive. */
const ANSWERS_BY_ROW: readonly string[] = ['importPageLevels'];

/** @throws Refusal INVALID_INPUT */
async function refuseSensitiveReasons({ now }: AdminRequest, payload: unknown): Promise<void> {
  const found = await findSensitiveReasons(payload, now);
  if (found.length === 0) return;
  throw invalidInput(
    found.map(({ path, message }) => ({ field: path.join('.'), message: `${message}. ${DESCRIBE_INSTEAD}` })),
  );
}

function notSiteAdmin(): Refusal {
  return new Refusal('NOT_SITE_ADMIN', 'Only site admins can do this. Ask a site admin for help.');
}

function toAdminError(error: unknown, wayOut: WayOut): AdminError {
  if (error instanceof InvalidInput) return { code: 'INVALID_INPUT', message: error.message, fields: error.fields };
  if (error instanceof Refusal) {
    const { code, message, places } = error;
    return { code, message, ...(places.length === 0 ? {} : { places }) };
  }
  return resolverFaultOf(error, wayOut);
}
