import * as z from 'zod';

/** Failures of the platform, on order: what the next calls of the app to a target shall meet. */

export const faultInput = z.strictObject({
  target: z.enum(['kvs', 'confluence', 'gateway']),
  /** Only calls whose path contains this. */
  match: z.string().optional(),
  /** What they are answered; without it they are only delayed, lost or killed. */
  status: z.int().min(200).max(599).optional(),
  /** The body of that answer. Default: an error body as the target sends them. */
  body: z.string().optional(),
  headers: z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/)).optional(),
  delayMs: z.int().min(0).max(120_000).optional(),
  /** For how many calls; 0 takes back every fault of the target. */
  times: z.int().min(0).max(1_000_000),
  /** The effect happens and the reply is lost (or is `status`, where one is given). */
  after: z.boolean().optional(),
  /** The process dies there: before the effect, or after it with `after`. */
  crash: z.boolean().optional(),
});

export type Fault = z.infer<typeof faultInput>;

export class FaultPlan {
  #faults: { fault: Fault; left: number }[] = [];

  constructor(private readonly kill: () => void = dieHere) {}

  add(fault: Fault): void {
    if (fault.times === 0) this.#faults = this.#faults.filter((entry) => entry.fault.target !== fault.target);
    else this.#faults.push({ fault, left: fault.times });
  }

  get pending(): readonly (Fault & { readonly left: number })[] {
    return this.#faults.map(({ fault, left }) => ({ ...fault, left }));
  }

  /** Makes a call to a target, or what a fault makes of it. Rejects where the reply is lost. */
  async call(
    target: Fault['target'],
    path: string,
    signal: AbortSignal | null,
    call: () => Promise<Response>,
  ): Promise<Response> {
    const fault = this.#take(target, path);
    if (fault === undefined) return call();
    // With `after` the effect comes first, whatever then happens to its reply.
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

function dieHere(): void {
  console.error('A fault with crash: true was met; the host dies here.');
  process.kill(process.pid, 'SIGKILL');
}

/** Waits; a caller that gives up meanwhile is told so at once. Without a time it only gives way to what is waiting already. */
export function delay(ms: number, signal: AbortSignal | null): Promise<void> {
  // A timer takes a millisecond at least, and a test has a hundred thousand calls.
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
