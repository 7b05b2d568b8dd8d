import { StorageUnavailableError } from './storage';

/** An error of a resolver operation that its caller has not caused. */
export interface ResolverFault {
  readonly code: 'STORAGE_UNAVAILABLE' | 'INTERNAL_ERROR';
  /** A sentence for the user. */
  readonly message: string;
}

/**
 * Describes an error that no other rule covers. Contains nothing of the error itself.
 * @param wayOut what the user does after a lost response, and after a failure
 */
export function resolverFaultOf(
  error: unknown,
  wayOut: { readonly ifLost: string; readonly ifFailed: string },
): ResolverFault {
  if (!(error instanceof StorageUnavailableError)) {
    return { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' };
  }
  const message = error.outcomeUnknown
    ? `Storage didn’t respond. ${wayOut.ifLost}`
    : `Storage isn’t available. ${wayOut.ifFailed}`;
  return { code: 'STORAGE_UNAVAILABLE', message };
}
