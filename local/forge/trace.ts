/** The platform calls of a request, and their order of dependence. */

/** The targets of the app's platform calls, which are storage, Confluence, and Atlassian's GraphQL gateway. */
export type Target = 'kvs' | 'confluence' | 'gateway';

export interface TracedCall {
  readonly target: Target;
  readonly method: string;
  /** Including the query string. */
  readonly path: string;
  /** 0 = the connection broke, or no answer arrived. */
  readonly status: number;
  /** Milliseconds since the start of the invocation. */
  readonly startMs: number;
  readonly endMs: number;
  /** 1 + the highest stage that ended before this call started, by sequence and not by clock. */
  readonly stage: number;
}

/** Records the calls of one invocation, in the order of their start. */
export class Trace {
  readonly #startedAt = performance.now();
  readonly #calls: TracedCall[] = [];
  #highestEndedStage = 0;

  /** @returns a function to call with the status when the call ends; until then the call counts as broken */
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
