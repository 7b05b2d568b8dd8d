/** Waits between two attempts. Never use it to wait for an event. */
export type Pause = (milliseconds: number) => Promise<void>;

export const systemPause: Pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
