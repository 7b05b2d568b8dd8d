import { HostError } from './confluence';
import { StorageUnavailableError } from './storage';

/** An error of a resolver operation that its caller has not caused. */
export interface ResolverFault {
  readonly code: 'STORAGE_UNAVAILABLE' | 'CONFLUENCE_UNAVAILABLE' | 'INTERNAL_ERROR';
  /** A sentence for the user. */
  readonly message: string;
}

const NOT_ON_THIS_SITE =
  'Confluence doesn’t let the app do this on this site. A site admin finds the reason on the Site check page of the app.';

/**
 * Describes an error that no other rule covers. Contains nothing of the error itself.
 * @param wayOut what the user does after a lost response, and after a failure
 */
export function resolverFaultOf(
  error: unknown,
  wayOut: { readonly ifLost: string; readonly ifFailed: string },
): ResolverFault {
  if (error instanceof HostError) {
    if (error.kind === 'refused') return { code: 'CONFLUENCE_UNAVAILABLE', message: NOT_ON_THIS_SITE };
    const isBusy = error.kind === 'quota';
    const reason = isBusy ? 'The app has made too many requests to Confluence.' : 'Confluence didn’t respond.';
    const when = isBusy
      ? `${wayOut.ifFailed.replace(/[.]$/, '')} in ${durationOf(error.retryAfterSeconds ?? 60)}.`
      : wayOut.ifFailed;
    return { code: 'CONFLUENCE_UNAVAILABLE', message: `${reason} ${when}` };
  }
  if (!(error instanceof StorageUnavailableError)) {
    return { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' };
  }
  const message = error.outcomeUnknown
    ? `Storage didn’t respond. ${wayOut.ifLost}`
    : `Storage isn’t available. ${wayOut.ifFailed}`;
  return { code: 'STORAGE_UNAVAILABLE', message };
}

/** Rounded up, for example `5 seconds` or `3 minutes`. */
export function durationOf(seconds: number): string {
  const [count, unit] = seconds < 60 ? [Math.max(1, seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
