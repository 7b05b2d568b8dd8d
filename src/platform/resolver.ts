import Resolver from '@forge/resolver';

/** Who invoked a resolver operation, as the platform says. Nothing of it comes from the front end. */
export interface ResolverCaller {
  /** undefined where no user is logged in, so that no operation can take an anonymous viewer for an account. */
  readonly accountId: string | undefined;
  /** The site: the same string as a web trigger's `installContext`. */
  readonly installationId: string | undefined;
}

/** The platform's account id for every anonymous viewer. Source: the platform facts, surfaces.md section 0. */
const ANONYMOUS = 'unidentified';

/** One operation: an unchecked payload in, plain JSON out. */
export type ResolverOperation = (payload: unknown, caller: ResolverCaller) => Promise<object>;

/** The handler of a Custom UI module's resolver. Source: the platform facts, section 3.3. */
export function makeResolver(operations: Readonly<Record<string, ResolverOperation>>) {
  const resolver = new Resolver();
  for (const [name, operation] of Object.entries(operations)) {
    resolver.define(name, ({ payload, context }) => {
      const { accountId, installContext } = context as { accountId?: unknown; installContext?: unknown };
      const account = asText(accountId);
      return operation(payload, {
        accountId: account === ANONYMOUS ? undefined : account,
        installationId: asText(installContext),
      });
    });
  }
  const definitions = resolver.getDefinitions();
  return (...invocation: Parameters<typeof definitions>): ReturnType<typeof definitions> => {
    const { functionKey } = invocation[0].call;
    // The package looks names up in a plain object, so that `constructor` would be an operation, and a gate nobody passes.
    if (!Object.hasOwn(operations, functionKey)) {
      return Promise.reject(new Error(`Resolver has no definition for '${functionKey}'.`));
    }
    return definitions(...invocation);
  };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
