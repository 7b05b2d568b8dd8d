/**
 * Calls a library that reports invalid input by throwing, without collecting stack traces. Collecting them takes several times
 * as long as the validation itself.
 */
export function withoutStackTraces<T>(call: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
