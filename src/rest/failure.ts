import { HostError } from '../platform/confluence';
import type { Log } from '../platform/log';
import { StorageUnavailableError } from '../platform/storage';
import { Problem } from './problem';

/** Converts any error to a problem. An unknown error becomes a 500 that contains only its request id. */
export function toProblem(error: unknown, requestId: string, log: Log): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StorageUnavailableError) {
    log('storage.unavailable', { requestId, reason: error.message });
    return new Problem('STORAGE_UNAVAILABLE', { headers: { 'Retry-After': '5' } });
  }
  if (error instanceof HostError) {
    log('host.error', { requestId, kind: error.kind, reason: error.message });
    return hostProblem(error);
  }
  log('internal.error', { requestId, reason: error instanceof Error ? error.name : 'unknown' });
  return new Problem('INTERNAL_ERROR');
}

const MAX_HOST_RETRY_SECONDS = 3_600;
const DEFAULT_HOST_RETRY_SECONDS = 30;

function hostProblem({ kind, retryAfterSeconds }: HostError): Problem {
  switch (kind) {
    case 'quota': {
      const seconds = Math.min(retryAfterSeconds ?? DEFAULT_HOST_RETRY_SECONDS, MAX_HOST_RETRY_SECONDS);
      return new Problem('HOST_QUOTA', { headers: { 'Retry-After': String(seconds) } });
    }
    case 'failure':
      return new Problem('HOST_ERROR', { headers: { 'Retry-After': '5' } });
    case 'refused':
      return new Problem('CANNOT_ACT_AS_PERSON');
    case 'timeout':
      return new Problem('HOST_TIMEOUT', { headers: { 'Retry-After': '5' } });
  }
}
