/** Which platform calls a request made, and which of them had to wait for which. */

/** What the app reaches of the platform: storage, Confluence, and Atlassian's GraphQL gateway. */
export type Target = 'kvs' | 'confluence' | 'gateway';

export interface TracedCall {
  readonly target: Target;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** 0 = the connection broke, or the answer never came. */
  readonly status: number;
  /** Milliseconds since the invocation began. */
  readonly startMs: number;
  readonly endMs: number;
  /** 1 + the highest stage that had ended before this call started: by sequence, not by clock. */
  readonly stage: number;
}

/** Records the calls of one invocation, in the order in which they started. */
export class Trace {
  readonly #startedAt = performance.now();
  readonly #calls: TracedCall[] = [];
  #highestEndedStage = 0;

  /** @returns what to call with the status when the call has ended; until then it counts as broken */
  start(target: Target, method: string, path: string): (status: number) => void {
    const startMs = this.#elapsedMs();
    const call = { target, method, path, status: 0, startMs, endMs: startMs, stage: this.#highestEndedStage + 1 };
    this.#calls.push(call);
    return (status) => {
      this.#highestEndedStage = Math.max(this.#highestEndedStage, call.stage);
      call.status = status;
      call.endMs = this.#elapsedMs();
    };
  }

  get calls(): readonly TracedCall[] {
    return this.#calls;
  }

  #elapsedMs(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }
}

/** The traces of the latest requests. */
export class TraceLog {
  readonly #traces = new Map<string, Trace>();

  constructor(private readonly capacity = 10_000) {}

  keep(requestId: string, trace: Trace): void {
    this.#traces.set(requestId, trace);
    const [oldest] = this.#traces.keys();
    if (this.#traces.size > this.capacity && oldest !== undefined) this.#traces.delete(oldest);
  }

  find(requestId: string): Trace | undefined {
    return this.#traces.get(requestId);
  }
}
