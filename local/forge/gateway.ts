import * as z from 'zod';
import type { LicenseApi } from './license';
import { type AccountStatus, answerReport, REPORT_PATH } from './account-report';
import type { PlatformSwitches } from './assumptions';
import type { Manifest } from './manifest';
import { isQueueCall } from './background/queue';
import { type ForgeFetchInit, type Installation, siteAri } from './runtime';
import { TRIGGER_PATH } from './web-trigger';

/**
 * Atlassian's gateway, as far as the app uses it, to find the address of a web trigger, to push events, to read the
 * app's license, and to report accounts.
 */

const question = z.object({
  query: z.string().includes('createWebTriggerUrl('),
  variables: z.object({
    input: z.object({ appId: z.string(), envId: z.string(), triggerKey: z.string(), contextId: z.string() }),
  }),
});

export interface GatewayOptions {
  readonly manifest: Manifest;
  readonly siteUrl: () => string;
  readonly assumptions: PlatformSwitches;
  readonly accountStatus: (accountId: string) => AccountStatus;
  /** Answers a call of `@forge/events` that an invocation of the chain makes. */
  readonly callQueue: (path: string, body: string, chain: string) => Response;
  readonly license: LicenseApi;
}

export function callGateway(
  options: GatewayOptions,
  { installation, chain }: { readonly installation: Installation; readonly chain: string },
  path: string,
  init: ForgeFetchInit,
): Response {
  const license = options.license.answer(path);
  if (license !== undefined) return license;
  if (isQueueCall(path)) return options.callQueue(path, init.body ?? 'null', chain);
  if (path === REPORT_PATH) {
    const hasScope = Object.hasOwn(options.manifest.scopes, 'report:personal-data');
    const isAllowed = hasScope && !options.assumptions.has('no-personal-data-report');
    return answerReport({ isAllowed, statusOf: options.accountStatus }, init.body ?? 'null');
  }
  const asked = question.safeParse(JSON.parse(init.body ?? 'null'));
  if (path !== '/graphql' || !asked.success) return refusal('Only createWebTriggerUrl is modeled here');
  const { triggerKey, contextId, appId, envId } = asked.data.variables.input;
  const isOfThisSite =
    contextId === siteAri(installation) && appId === installation.appId && envId === installation.environmentId;
  if (!isOfThisSite || !options.manifest.webtriggers.some(({ key }) => key === triggerKey)) {
    return refusal(`There is no web trigger ${triggerKey} for this context`);
  }
  return Response.json({ data: { createWebTriggerUrl: { url: options.siteUrl() + TRIGGER_PATH } } });
}

/** A GraphQL refusal: 200, with errors instead of data. */
function refusal(message: string): Response {
  return Response.json({ data: null, errors: [{ message }] });
}
