/** The consumer of the queue `mirror`. */
export const mirrorQueueConsumer = (_event: unknown, _context: unknown): Promise<object | undefined> =>
  Promise.resolve(undefined);
