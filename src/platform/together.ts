/**
 * Like Promise.all, but goes on only when every call has ended, also after a failure: nothing may be left running when
 * an invocation ends, because the platform freezes it there.
 * @throws the first failure in the order given, so that the same failures always give the same answer
 */
export async function together<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  const outcomes = await Promise.allSettled(promises);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  return Promise.all(promises);
}
