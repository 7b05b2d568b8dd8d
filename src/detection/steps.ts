/** Work in steps of bounded size. Between two of them other work can run. */
export type Steps<T> = Generator<void, T, void>;

/** All of it without a break. */
export function toEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
