/** Runs work in steps. Whatever else waits in the process runs between them, so that one large page delays nothing else. */
export async function runSteps<T>(steps: Generator<void, T, void>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
