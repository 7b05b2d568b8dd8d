import * as z from 'zod';
import { type Effect, type WayOut, wayOutOf } from '../capabilities/effects';
import { LICENSE_INACTIVE, LICENSE_INACTIVE_MESSAGE, readLicense } from '../capabilities/license';
import { type Levels, readLevels } from '../classification/level-store';
import { InvalidInput, wrongFields } from '../keys/read-input';
import { ImpersonationRefusedError } from '../platform/confluence';
import type { Context } from '../platform/context';
import { ANONYMOUS } from '../platform/resolver';
import { durationOf, resolverFaultOf } from '../platform/resolver-fault';
import { type Charged, chargeUnits, openPoints, type PointsOfView } from '../quota/charge-or-wait';
import type { Cost, Payer } from '../quota/counters';
import { type Dependencies, type Invocation, openInvocation } from '../quota/invocation';
import { receivedValue } from './received-value';

/**
 * An action that rules, Rovo's agent or MCP clients run in the name of a person. A model can invent the inputs, so
 * nothing is decided from them. Only the platform's second argument names the person, and Confluence is only asked as
 * that person.
 */

export interface ActionDependencies extends Dependencies {
  /** The limit for one whole action. The platform's own limit is 55 s. */
  readonly operationLimitMs: number;
}

/** The context of an action. */
export interface ActionRequest extends OpenedAction, Pick<Context, 'confluence'>, Pick<PointsOfView, 'mirrorRoom'> {}

interface OpenedAction extends Invocation {
  /** The person whom the action acts for. */
  readonly accountId: string;
  /** Read at the first call. @throws StorageUnavailableError, CorruptRecordError */
  readonly levels: () => Promise<Levels>;
}

export interface Action<Input, Output extends object> {
  readonly name: string;
  readonly effect: Effect;
  /** Unknown members are ignored, because the platform adds some. */
  readonly input: z.ZodType<Input>;
  /** The requests and the minimum of points that the person is charged for before the action runs. */
  readonly cost: Cost;
  readonly run: (request: ActionRequest, input: Input) => Promise<Output>;
}

/** The function of an action. It never rejects. */
export type ActionFunction = (payload: unknown, context: unknown) => Promise<object>;

/** Thrown inside an action to end it with a message for the author of a rule, or for a model and its user. */
export class ActionError extends Error {
  override readonly name = 'ActionError';

  constructor(
    /** For the log. */
    readonly code: string,
    /** The problem and its solution. */
    message: string,
  ) {
    super(message);
  }
}

/**
 * Wraps every action: reads the person and the inputs, refuses changes without a license, charges the person's quotas, and maps every error to a message.
 * The log entry of an error has no content of the page and no input.
 */
export function actionFunction<Input, Output extends object>(
  dependencies: ActionDependencies,
  action: Action<Input, Output>,
): ActionFunction {
  return async (payload, context) => {
    const requestId = dependencies.random.uuid();
    try {
      const request = openRequest(requestId, context, dependencies);
      const input = await readInput(action, payload, request.now);
      await requireLicense(action.effect, request);
      const charged = await charge(request, action.cost);
      const points = openPoints(request, payerOf(request), {
        prepaid: { ...charged, units: action.cost.host ?? 0 },
        block: POINTS_AT_A_TIME,
      });
      const confluence = points.meter(request.unpaid);
      const mirrorRoom = () => Promise.resolve(charged.hasMirrorRoom);
      return await action.run({ ...request, confluence, mirrorRoom }, input).finally(points.close);
    } catch (error) {
      const { code, message } = toActionError(error, wayOutOf(action.effect));
      dependencies.log('action.refused', { requestId, action: action.name, code });
      return { errors: [{ message }] };
    }
  };
}

/** A charge costs storage, so the pages of a list that are read concurrently share one. Unused points are returned. */
const POINTS_AT_A_TIME = 20;

const callContext = z.object({
  installContext: z.string().min(1),
  principal: z.object({ accountId: z.string().min(1).max(255) }),
});

/** @throws ActionError if the platform names no person */
function openRequest(requestId: string, context: unknown, dependencies: ActionDependencies): OpenedAction {
  const { data } = callContext.safeParse(context);
  if (data === undefined || data.principal.accountId === ANONYMOUS)
    throw new ActionError(
      'NO_PERSON',
      'This action needs a person with access to Confluence. In a rule, select a user for the connection of the action.',
    );
  const { installContext: installationId, principal } = data;
  const opened = openInvocation(dependencies, {
    requestId,
    installationId,
    limitMs: dependencies.operationLimitMs,
    present: { accountId: principal.accountId, canBeAsked: false },
  });
  let levels: Promise<Levels> | undefined;
  return {
    ...opened,
    accountId: principal.accountId,
    levels: () => (levels ??= readLevels(opened.storage, installationId)),
  };
}

const nested = z.object({ payload: z.record(z.string(), z.unknown()) });

/**
 * Forge documents the inputs as the payload, and once as a member of it. No input has the name `payload`.
 * @throws ActionError, which names the inputs. It shows their values only to rules: agents and MCP clients read with most actions,
 * and no answer to a model has a value that may be a detected one.
 */
async function readInput<Input>(
  { input: schema, effect }: Pick<Action<Input, object>, 'input' | 'effect'>,
  payload: unknown,
  now: Date,
): Promise<Input> {
  const inputs: unknown = nested.safeParse(payload).data?.payload ?? payload ?? {};
  const parsed = schema.safeParse(inputs, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields = await Promise.all(
    parsed.error.issues.map(async (issue) => {
      const [first = { field: '', message: '' }] = wrongFields(new z.ZodError([issue]));
      const isShown = effect === 'change' && issue.input !== undefined;
      return !isShown ? first : { ...first, message: `${first.message} (${await receivedValue(issue.input, now)})` };
    }),
  );
  const { message } = new InvalidInput(fields);
  throw new ActionError('INVALID_INPUT', `The inputs aren’t valid: ${message}.`);
}

/** @throws ActionError for a change without an active license; StorageUnavailableError */
async function requireLicense(effect: Effect, { storage, now }: OpenedAction): Promise<void> {
  if (effect !== 'change') return;
  if ((await readLicense(storage, now)) !== 'inactive') return;
  throw new ActionError(LICENSE_INACTIVE, LICENSE_INACTIVE_MESSAGE);
}

/** @throws ActionError if a quota of the person or the site has no room, StorageUnavailableError */
async function charge(request: OpenedAction, cost: Cost): Promise<Charged> {
  const charged = await chargeUnits(request, payerOf(request), cost, 1);
  if ('waitSeconds' in charged) {
    throw new ActionError(
      'RATE_LIMITED',
      `This person or the site has run too many actions. Nothing was changed. Try again in ${durationOf(charged.waitSeconds)}.`,
    );
  }
  return charged;
}

const payerOf = ({ accountId }: OpenedAction): Payer => ({ kind: 'people', ownerId: accountId });

function toActionError(error: unknown, wayOut: WayOut): { readonly code: string; readonly message: string } {
  if (error instanceof ActionError) return error;
  if (error instanceof ImpersonationRefusedError) {
    return {
      code: 'NO_CONSENT',
      message:
        'The app can’t act for this person. The person needs access to Confluence, not as a guest, and must allow the app to act for them: in a rule, connect the action again.',
    };
  }
  return resolverFaultOf(error, wayOut);
}
