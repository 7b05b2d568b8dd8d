import Resolver from '@forge/resolver';
import { isInProduction } from './license';

/** The caller of a resolver operation, as the platform reports it. Nothing comes from the front end. */
export interface ResolverCaller {
  /** Undefined if no user is logged in, so that an anonymous viewer never counts as an account. */
  readonly accountId: string | undefined;
  /** The site, equal to `installContext` of a web trigger. */
  readonly installationId: string | undefined;
  /** People without a license or a login have no permissions of their own, so nothing is requested on their behalf. */
  readonly hasLicense: boolean;
  /** The place that the module is shown in. It is only a claim, so ask Confluence whether the account can see it. */
  readonly extension: unknown;
  /** The module's key in manifest.yml. */
  readonly moduleKey: string | undefined;
  /** The language of the viewer, for example `en-US`. */
  readonly locale: string | undefined;
  /** False if the app's license has ended. Undefined: the platform says nothing in production, so the stored license counts. */
  readonly isAppLicensed?: boolean | undefined;
}

/** The account id that the platform gives every anonymous viewer. */
export const ANONYMOUS = 'unidentified';

/** One operation, which takes an unvalidated payload and returns plain JSON. */
export type ResolverOperation = (payload: unknown, caller: ResolverCaller) => Promise<object>;

/** Creates the resolver handler of a Custom UI module. */
export function makeResolver(operations: Readonly<Record<string, ResolverOperation>>) {
  const resolver = new Resolver();
  for (const [name, operation] of Object.entries(operations)) {
    resolver.define(name, ({ payload, context }) => {
      return operation(payload, callerOf(context));
    });
  }
  const definitions = resolver.getDefinitions();
  return (...invocation: Parameters<typeof definitions>): ReturnType<typeof definitions> => {
    const { functionKey } = invocation[0].call;
    // The package looks up operations in a plain object, so `constructor` would be an operation without an access check.
    if (!Object.hasOwn(operations, functionKey)) {
      return Promise.reject(new Error(`Resolver has no definition for '${functionKey}'.`));
    }
    return definitions(...invocation);
  };
}

/** @param context as the platform passes it to a resolver */
function callerOf(context: Readonly<Record<string, unknown>>): ResolverCaller {
  const account = asText(context['accountId']);
  const accountId = account === ANONYMOUS ? undefined : account;
  const accountType = asText(context['accountType']);
  return {
    accountId,
    installationId: asText(context['installContext']),
    hasLicense: accountId !== undefined && (accountType === undefined || accountType === 'licensed'),
    extension: context['extension'],
    moduleKey: asText(context['moduleKey']),
    locale: asText(context['locale']),
    isAppLicensed: isActive(context['license']) ?? (isInProduction() ? undefined : true),
  };
}

function isActive(license: unknown): boolean | undefined {
  const active = typeof license === 'object' && license !== null && 'active' in license ? license.active : undefined;
  return typeof active === 'boolean' ? active : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
