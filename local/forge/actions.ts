import type { PlatformSwitches } from './assumptions';
import { backendContext, type Viewer } from './surfaces';
import type { ActionModule, Manifest } from './manifest';
import type { Installation } from './runtime';

/** The arguments that Forge passes to the functions of actions, for rules, for Rovo's agent and for MCP clients. */

export interface ActionCall {
  readonly actionKey: string;
  /** The person whom the action acts for. Undefined: the platform names no person. */
  readonly accountId: string | undefined;
  /** As the rule, the model or the client sent them, because the platform does not check them. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The place of a chat, as Rovo adds it to the inputs: `context.confluence`. Rules have none. */
  readonly context?: ChatPlace;
  /** False: the person has not allowed the app to act for them, so `asUser()` is refused. Default: true. */
  readonly hasConsent?: boolean;
  /** Forge documents the inputs as the payload itself, and once as its member `payload`. Default: flat. */
  readonly form?: 'flat' | 'nested';
}

export interface ChatPlace {
  readonly url?: string;
  readonly resourceType?: string;
  readonly contentId?: string;
  readonly spaceKey?: string;
  readonly spaceId?: string;
}

/** @throws if manifest.yml has no such action */
export function actionModule({ actions }: Manifest, { actionKey }: ActionCall): ActionModule {
  const action = actions.find(({ key }) => key === actionKey);
  if (action === undefined) throw new Error(`manifest.yml has no action ${actionKey}`);
  return action;
}

/** The first argument of the function. */
export function actionPayload({ cloudId }: Installation, call: ActionCall, switches: PlatformSwitches): object {
  const { actionKey, inputs, context, form = 'flat' } = call;
  // An undocumented form.
  if (switches.has('unknown-action-arguments')) return { version: 2, data: { arguments: inputs } };
  if (form === 'nested') return { payload: inputs };
  const chat = context === undefined ? {} : { context: { confluence: context, cloudId, moduleKey: actionKey } };
  return { ...inputs, ...chat };
}

/** The second argument of the function. */
/** Without the license, because Forge does not document it here. */
export function actionContext(installation: Installation, { accountId }: ActionCall): object {
  const viewer: Viewer = { accountId, accountType: accountId === undefined ? 'anonymous' : 'licensed' };
  return backendContext(installation, viewer, new Set());
}
