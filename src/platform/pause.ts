/** Waits between two attempts, or between two reads of a row that is about to change. Callers limit the number. */
export type Pause = (milliseconds: number) => Promise<void>;

export const systemPause: Pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
