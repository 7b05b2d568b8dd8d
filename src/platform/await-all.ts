/**
 * Like Promise.all, but waits for every call to end, also after a failure. No call may outlive the invocation, because the
 * platform freezes the process.
 * @throws the first failure in argument order, so that the same failures always have the same result
 */
export async function awaitAll<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  const outcomes = await Promise.allSettled(promises);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  return Promise.all(promises);
}
