/** Runs work in steps and lets other work of the process run between them, so that a large page does not block it. */
export async function runSteps<T>(steps: Generator<void, T, void>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
