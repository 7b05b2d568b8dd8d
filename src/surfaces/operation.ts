import type { AnswerRecorder } from '../capabilities/answer-recorder';
import * as z from 'zod';
import { type Effect, type WayOut, wayOutOf } from '../capabilities/effects';
import { isLicensed, LICENSE_INACTIVE, LICENSE_INACTIVE_MESSAGE } from '../capabilities/license';
import { type ContentType, CONTENT_TYPES } from '../classification/content-type';
import { inLanguage } from '../classification/level-language';
import { type Levels, readLevels } from '../classification/level-store';
import { DESCRIBE_INSTEAD, findSensitiveReasons } from '../detection/reasons/check-reasons';
import { ConsentNeededError, ImpersonationRefusedError } from '../platform/confluence';
import type { Context } from '../platform/context';
import { confluenceId } from '../platform/confluence-id';
import type { ResolverCaller, ResolverOperation } from '../platform/resolver';
import { durationOf, resolverFaultOf } from '../platform/resolver-fault';
import {
  type Charged,
  chargeUnits,
  type NoRoom,
  openPoints,
  openPointsOfView,
  type Points,
  type PointsOfView,
} from '../quota/charge-or-wait';
import type { Cost, Payer } from '../quota/counters';
import { holdWrites } from '../quota/held-writes';
import { type Dependencies, type Invocation, openInvocation } from '../quota/invocation';
import type { Kind } from '../quota/policies';
import { PROBE_QUEUE, type ProbeEvent } from '../site-check/probe-event';
import type { SurfaceErrorCode, SurfaceResult } from './contract';
import { recordFrame } from './frame-bridges';
import { cannotActAsPerson, InvalidInput, invalidInput, notAllowed, Refusal } from './result';

export interface SurfaceDependencies extends Dependencies {
  /** The limit for one whole operation. The platform's own limit is 25 s. */
  readonly operationLimitMs: number;
}

/** The person in front of the page. The app acts in the name of people with a license only. */
export type Viewer =
  | { readonly kind: 'person'; readonly accountId: string }
  /** Without a license or a login: sees the level of the page, and nothing else. */
  | { readonly kind: 'reader'; readonly accountId: string | undefined };

/**
 * The content that the frame is on, as the platform names it. It is only a claim. Nothing is shown before Confluence
 * confirms it.
 */
export interface Place {
  readonly contentId: string;
  /** Undefined: content that has no level. */
  readonly contentType: ContentType | undefined;
  readonly spaceId: string | undefined;
}

/** For operations without input. */
export const NO_INPUT = z.strictObject({});

/** The context of an operation. */
export interface SurfaceRequest extends Invocation, Pick<Context, 'confluence'>, Pick<PointsOfView, 'mirrorRoom'> {
  readonly viewer: Viewer;
  /** False: every change is refused. */
  readonly isAppLicensed: boolean;
  /** Undefined: the frame is on no content. */
  readonly place: Place | undefined;
  /** The space that the frame is in, as the platform names it. A claim, like `place`. */
  readonly spaceId: string | undefined;
  /** The context of the module as the platform sends it: `extension`. A claim, like `place`. */
  readonly extension: unknown;
  /** The language of the viewer, for example `en-US`. */
  readonly locale: string | undefined;
  /**
   * Charges a person who waits, with the quotas of a key. @throws StorageUnavailableError
   */
  readonly charge: (ownerId: string, cost: Cost) => Promise<Charged | NoRoom>;
  /** The points of the viewer, which pay for `confluence`. */
  readonly points: Pick<PointsOfView, 'rows' | 'readWith'>;
  /** The points for many calls to Confluence. Charged in blocks, before the calls. @param kind default: people */
  readonly openPoints: (accountId: string, options?: { readonly block?: number; readonly kind?: Kind }) => Points;
  /** Returns the unused points of the viewer. Call it when the operation has ended, also after an error. */
  readonly close: () => Promise<void>;
  /** In the language of the viewer. Read at the first call. @throws StorageUnavailableError, CorruptRecordError */
  readonly levels: () => Promise<Levels>;
}

/**
 * Wraps every operation of a surface. Refuses changes without a license, opens the context from facts of the platform
 * and maps errors to results. Rejects only with ConsentNeededError. The log entry of a refusal has no content of the page or of the payload.
 */
export function surfaceOperation<T>(
  name: string,
  effect: Effect,
  dependencies: SurfaceDependencies,
  run: (request: SurfaceRequest, payload: unknown) => Promise<T>,
): ResolverOperation {
  return async (payload, caller): Promise<SurfaceResult<T>> => {
    const requestId = dependencies.random.uuid();
    let recorded: Promise<void> | undefined;
    let close = () => Promise.resolve();
    try {
      const opened = openSurfaceRequest(requestId, caller, dependencies, { canBeAsked: true });
      ({ close } = opened);
      recorded = recordFrame(name, caller.moduleKey, opened, dependencies.answers);
      const request = { ...opened, isAppLicensed: await isLicensed(caller, opened) };
      if (effect === 'change' && !request.isAppLicensed) throw noLicense();
      await refuseSensitiveReasons(request, payload);
      const value = await run(effect === 'change' ? payingForChange(request) : request, payload ?? {});
      if (name === 'openHome') await startPersonProbe(request, dependencies.answers);
      if (SPACE_MODULES.includes(caller.moduleKey ?? '')) await recordSpace(request, dependencies.answers);
      return { ok: true, value };
    } catch (error) {
      if (error instanceof ConsentNeededError) throw error;
      const refused = toRefusal(error, wayOutOf(effect));
      dependencies.log('surface.refused', { requestId, operation: name, code: refused.code });
      return { ok: false, error: { code: refused.code, message: refused.message } };
    } finally {
      await recorded;
      await close();
    }
  };
}

/**
 * Charges the person for one change before its first write, so that they change things at most as fast as an API key.
 * An operation that writes nothing (a refused input, a hidden page) costs nothing. Refuses with RATE_LIMITED.
 */
function payingForChange(request: SurfaceRequest): SurfaceRequest {
  const { viewer, storage, push } = request;
  if (viewer.kind !== 'person') return request;
  let paid: Promise<Charged> | undefined;
  const pay = async () => {
    const charged = await request.charge(viewer.accountId, { 'key-write': 1, 'mirror-event': 1 });
    if ('waitSeconds' in charged) throw tooManyChanges(charged.waitSeconds);
    return charged;
  };
  const payOnce = () => (paid ??= pay());
  return {
    ...request,
    storage: holdWrites(storage, payOnce),
    push: { push: (...event) => payOnce().then(() => push.push(...event)) },
    mirrorRoom: async () => (await payOnce()).hasMirrorRoom,
  };
}

function tooManyChanges(waitSeconds: number): Refusal {
  return new Refusal(
    'RATE_LIMITED',
    `You have made too many changes within a minute. Nothing was changed. Try again in ${durationOf(waitSeconds)}.`,
  );
}

const noLicense = () => new Refusal(LICENSE_INACTIVE, LICENSE_INACTIVE_MESSAGE);

/** @throws Refusal INVALID_INPUT */
async function refuseSensitiveReasons({ now }: SurfaceRequest, payload: unknown): Promise<void> {
  const found = await findSensitiveReasons(payload, now);
  if (found.length === 0) return;
  const fields = found.map(({ path, message }) => ({ field: path.join('.'), message }));
  throw new Refusal('INVALID_INPUT', `${invalidInput(fields).message}. ${DESCRIBE_INSTEAD}`);
}

/** The modules of manifest.yml that are in a space. */
const SPACE_MODULES = ['space-classification', 'space-classification-settings'];

/** The context of these modules has the id of their space, as far as is known. */
async function recordSpace({ storage, installationId, spaceId, now }: SurfaceRequest, answers?: AnswerRecorder) {
  const state = spaceId === undefined ? 'fails' : 'works';
  await answers?.record(storage, installationId, { probe: 'space-id', state }, now);
}

/** Starts the probe that finds out in the background, with two calls, if the app can act as this person. It never throws. */
async function startPersonProbe({ push, installationId, viewer, now }: SurfaceRequest, answers?: AnswerRecorder) {
  if (viewer.kind !== 'person' || answers?.isDue(installationId, 'act-as-person.other-people', now) !== true) return;
  const event: ProbeEvent = { task: 'person', pushedAt: now.toISOString(), accountId: viewer.accountId };
  await push.push(PROBE_QUEUE, event).catch(() => undefined);
}

/**
 * @param canBeAsked as in `Present`
 * @param prepaid points that the caller charges. Default: each call is charged to the viewer
 * @throws Refusal if the platform names no installation
 */
export function openSurfaceRequest(
  requestId: string,
  { accountId, hasLicense, isAppLicensed, installationId, extension, locale }: ResolverCaller,
  dependencies: SurfaceDependencies,
  { canBeAsked = false, prepaid = 0 }: { readonly canBeAsked?: boolean; readonly prepaid?: number } = {},
): SurfaceRequest {
  if (installationId === undefined) throw notAllowed();
  const opened = openInvocation(dependencies, {
    requestId,
    installationId,
    limitMs: dependencies.operationLimitMs,
    present: { accountId, canBeAsked },
  });
  const viewerPays: Payer = accountId === undefined ? { kind: 'visitors' } : { kind: 'people', ownerId: accountId };
  const points = openPointsOfView(opened, viewerPays, prepaid);
  let levels: Promise<Levels> | undefined;
  return {
    ...opened,
    confluence: points.meter(opened.unpaid),
    points,
    mirrorRoom: points.mirrorRoom,
    close: points.close,
    viewer: hasLicense && accountId !== undefined ? { kind: 'person', accountId } : { kind: 'reader', accountId },
    isAppLicensed: isAppLicensed !== false,
    place: placeOf(extension),
    spaceId: inSpace.safeParse(extension).data?.space.id,
    extension,
    locale,
    charge: (ownerId, cost) => chargeUnits(opened, { kind: 'people', ownerId }, cost, 1),
    openPoints: (ownerId, { block = 1, kind = 'people' } = {}) => openPoints(opened, { kind, ownerId }, { block }),
    levels: () => (levels ??= readLevels(opened.storage, installationId).then((all) => inLanguage(all, locale))),
  };
}

const placed = z.object({
  content: z.object({ id: confluenceId, type: z.string().max(100) }),
  space: z.object({ id: confluenceId }).optional().catch(undefined),
});

const inSpace = z.object({ space: z.object({ id: confluenceId }) });

function placeOf(extension: unknown): Place | undefined {
  const { data } = placed.safeParse(extension);
  const contentType = CONTENT_TYPES.find((type) => type === data?.content.type);
  return data && { contentId: data.content.id, contentType, spaceId: data.space?.id };
}

function toRefusal(error: unknown, wayOut: WayOut): { readonly code: SurfaceErrorCode; readonly message: string } {
  if (error instanceof Refusal) return error;
  if (error instanceof InvalidInput) return { code: 'INVALID_INPUT', message: error.message };
  if (error instanceof ImpersonationRefusedError) return cannotActAsPerson();
  return resolverFaultOf(error, wayOut);
}
