/** Waits so many milliseconds: for a moment between two attempts, never for anything to happen. */
export type Pause = (milliseconds: number) => Promise<void>;

export const systemPause: Pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
