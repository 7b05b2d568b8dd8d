import { StorageUnavailableError } from './storage';

/** An error of a resolver operation that its caller has not caused. */
export interface ResolverFault {
  readonly code: 'STORAGE_UNAVAILABLE' | 'INTERNAL_ERROR';
  /** A sentence for the user. */
  readonly message: string;
}

/** Describes an error that no other rule covers. Contains nothing of the error itself. */
export function resolverFaultOf(error: unknown): ResolverFault {
  if (!(error instanceof StorageUnavailableError)) {
    return { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' };
  }
  const message = error.outcomeUnknown
    ? 'Storage didn’t respond. Check whether your change was saved before you try again.'
    : 'Storage isn’t available. Nothing was changed. Try again.';
  return { code: 'STORAGE_UNAVAILABLE', message };
}
