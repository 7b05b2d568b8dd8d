import * as z from 'zod';

/** Injected failures of the platform, for the app's next calls to a target. */

export const faultInput = z.strictObject({
  target: z.enum(['kvs', 'confluence', 'gateway']),
  /** Only calls whose path contains this. */
  match: z.string().optional(),
  /** The status of the answer; without it, calls are only delayed, lost or killed. */
  status: z.int().min(200).max(599).optional(),
  /** The body of the answer. Default: an error body in the target's format. */
  body: z.string().optional(),
  headers: z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/)).optional(),
  delayMs: z.int().min(0).max(120_000).optional(),
  /** The number of affected calls; 0 removes every fault of the target. */
  times: z.int().min(0).max(1_000_000),
  /** The call takes effect and its reply is lost (or has `status`, if given). */
  after: z.boolean().optional(),
  /** The process dies at this call, before the effect, or after it if `after` is set. */
  crash: z.boolean().optional(),
});

export type Fault = z.infer<typeof faultInput>;

export class FaultPlan {
  #faults: { fault: Fault; left: number }[] = [];

  constructor(private readonly kill: () => void = crash) {}

  add(fault: Fault): void {
    if (fault.times === 0) this.#faults = this.#faults.filter((entry) => entry.fault.target !== fault.target);
    else this.#faults.push({ fault, left: fault.times });
  }

  get pending(): readonly (Fault & { readonly left: number })[] {
    return this.#faults.map(({ fault, left }) => ({ ...fault, left }));
  }

  /** Makes a call to a target, subject to the injected faults. Rejects if the reply is lost. */
  async call(
    target: Fault['target'],
    path: string,
    signal: AbortSignal | null,
    call: () => Promise<Response>,
  ): Promise<Response> {
    const fault = this.#take(target, path);
    if (fault === undefined) return call();
    // With `after`, the effect comes first, whatever happens to the reply.
    if (fault.after === true) await call();
    if (fault.delayMs !== undefined) await delay(fault.delayMs, signal);
    if (fault.crash === true) this.kill();
    if (fault.after === true && fault.status === undefined) throw new TypeError('fetch failed: the reply was lost');
    return fault.status === undefined ? call() : answerOf(fault, fault.status);
  }

  #take(target: Fault['target'], path: string): Fault | undefined {
    const entry = this.#faults.find(({ fault }) => fault.target === target && path.includes(fault.match ?? ''));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    if (entry.left === 0) this.#faults = this.#faults.filter((other) => other !== entry);
    return entry.fault;
  }
}

function crash(): void {
  console.error('A fault with crash: true was met; the host dies here.');
  process.kill(process.pid, 'SIGKILL');
}

/** Waits, and rejects as soon as the caller gives up. Zero milliseconds only yields to work that is already queued. */
export function delay(ms: number, signal: AbortSignal | null): Promise<void> {
  // A timer takes at least a millisecond, and a test makes a hundred thousand calls.
  if (ms === 0) return new Promise((resolve) => void setImmediate(resolve));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('This operation was aborted', 'AbortError'));
    });
  });
}

function answerOf(fault: Fault, status: number): Response {
  const body = fault.body ?? JSON.stringify(errorBody(fault.target, status));
  const isBodyless = status === 204 || status === 205 || status === 304;
  return new Response(isBodyless ? null : body, {
    status,
    headers: { 'content-type': 'application/json', ...fault.headers },
  });
}

function errorBody(target: Fault['target'], status: number): object {
  switch (target) {
    case 'kvs':
      return { code: status === 429 ? 'RATE_LIMIT_EXCEEDED' : 'INTERNAL_SERVER_ERROR', message: 'a fault was ordered' };
    case 'confluence':
      return { errors: [{ status, code: 'FAULT', title: 'A fault was ordered', detail: null }] };
    case 'gateway':
      return { data: null, errors: [{ message: 'A fault was ordered', extensions: { statusCode: status } }] };
  }
}
