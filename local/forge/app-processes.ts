import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { App } from '../host';
import type { ManifestFunction } from './manifest';
import { currentInvocation, type ForgeFetch, type InvocationOptions, OutOfMemoryError } from './runtime';

/**
 * Runs the functions of the app in processes that share nothing, each with its own memory and its own limit, as the platform
 * does. Calls take turns, and a process is replaced after some calls.
 */

export interface ProcessOptions {
  /** The module that exports the functions: src/index.ts, or its bundle. */
  readonly entry: string;
  /** The functions of the manifest. */
  readonly functions: readonly ManifestFunction[];
  /** The variables of the app. */
  readonly variables: Readonly<Record<string, string>>;
  /** Modules that each process loads first. Default: none. */
  readonly preload?: readonly string[];
  /** The number of processes that take turns, for each size of memory. Default: 1. */
  readonly processes?: number;
  /** Each process is replaced after this number of calls. Default: never. */
  readonly callsOfProcess?: number;
  /** For values that JavaScript keeps for long, in MB. Default: what the memory of each function leaves to it. */
  readonly memoryMb?: number;
}

export interface AppProcesses {
  readonly app: App;
  /** The number of processes that were started, and of those that ran out of memory. */
  readonly counts: { readonly started: number; readonly outOfMemory: number };
  close(): Promise<void>;
}

/** Node.js itself uses this part of the memory of a function, in MB. */
const RUNTIME_MB = 64;

/** A message to a process: runs a function, or answers one of its calls. */
export type ToProcess =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly name: string;
      readonly arguments: readonly unknown[];
      readonly invocation: Omit<InvocationOptions, 'fetch'>;
    }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: WireAnswer | undefined };

export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A message of a process: a call to the platform within a run, or the end of a run. */
export type FromProcess =
  | { readonly kind: 'call'; readonly id: number; readonly run: number; readonly call: Parameters<ForgeFetch> }
  | { readonly kind: 'returned'; readonly run: number; readonly result: unknown }
  | { readonly kind: 'threw'; readonly run: number; readonly message: string };

interface Run {
  readonly fetch: ForgeFetch;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function appInProcesses(options: ProcessOptions): AppProcesses {
  const { functions, processes = 1, callsOfProcess = Infinity } = options;
  const counts = { started: 0, outOfMemory: 0 };
  const bySize = new Map<number, { slots: (AppProcess | undefined)[]; turn: number }>();
  const next = (memoryMb: number): AppProcess => {
    const size = bySize.get(memoryMb) ?? { slots: Array.from({ length: processes }, () => undefined), turn: 0 };
    bySize.set(memoryMb, size);
    size.turn = (size.turn + 1) % processes;
    const current = size.slots[size.turn];
    if (current !== undefined && !current.hasEnded() && current.calls < callsOfProcess) return current;
    current?.retire();
    counts.started += 1;
    const started = new AppProcess(options, memoryMb, () => (counts.outOfMemory += 1));
    size.slots[size.turn] = started;
    return started;
  };
  const sizes = new Map(functions.map(({ handler, memoryMb }) => [nameIn(handler), memoryMb - RUNTIME_MB]));
  const call = (name: string) => {
    const size = options.memoryMb ?? sizes.get(name);
    if (size === undefined) throw new Error(`the manifest has no function ${name}`);
    return (argument: unknown, context: unknown) => next(size).run(name, [argument, context]);
  };
  const app = Object.fromEntries([...sizes.keys()].map((name) => [name, call(name)]));
  return {
    app: { ...app, rest: call('rest'), admin: call('admin') },
    counts,
    close: async () => {
      await Promise.all([...bySize.values()].flatMap(({ slots }) => slots.map((slot) => slot?.close())));
    },
  };
}

function nameIn(handler: string): string {
  return handler.split('.')[1] ?? '';
}

class AppProcess {
  calls = 0;
  readonly #process: ChildProcess;
  readonly #runs = new Map<number, Run>();
  #ended: Error | undefined;
  #isRetired = false;

  constructor({ entry, variables, preload = [] }: ProcessOptions, memoryMb: number, onOutOfMemory: () => void) {
    // A thread would end the whole host: one large value exceeds the reserve that V8 gives a thread to end in.
    this.#process = fork(join(__dirname, 'app-process.cjs'), [JSON.stringify({ entry, preload })], {
      execArgv: [`--max-old-space-size=${String(memoryMb)}`],
      env: { ...variables },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    });
    this.#process.on('message', (message) => void this.#hear(message as FromProcess));
    this.#process.on('error', (error) => {
      this.#end(error);
    });
    this.#process.on('exit', (_code, signal) => {
      const isFull = signal === 'SIGABRT';
      if (isFull) onOutOfMemory();
      this.#end(isFull ? new OutOfMemoryError('the process ran out of memory') : new Error('the process has ended'));
    });
  }

  hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  run(name: string, values: readonly unknown[]): Promise<unknown> {
    const current = currentInvocation();
    if (current === undefined) throw new Error('A function of the app was called outside of an invocation');
    const { fetch, ...invocation } = current;
    const id = (this.calls += 1);
    return new Promise((resolve, reject) => {
      this.#runs.set(id, { fetch, resolve, reject });
      this.#tell({ kind: 'run', id, name, arguments: values, invocation });
    });
  }

  /** Ends when its last run does. */
  retire(): void {
    this.#isRetired = true;
    if (this.#runs.size === 0) void this.close();
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
  }

  async #hear(message: FromProcess): Promise<void> {
    const run = this.#runs.get(message.run);
    if (run === undefined) return;
    if (message.kind === 'call') {
      const answer = await run.fetch(...message.call).then(
        async (response) => ({
          status: response.status,
          headers: [...response.headers],
          bytes: new Uint8Array(await response.arrayBuffer()),
        }),
        () => undefined,
      );
      this.#tell({ kind: 'answer', id: message.id, answer });
      return;
    }
    this.#runs.delete(message.run);
    if (message.kind === 'returned') run.resolve(message.result);
    else run.reject(new Error(message.message));
    if (this.#isRetired) this.retire();
  }

  #tell(message: ToProcess): void {
    if (this.#ended === undefined && this.#process.connected) this.#process.send(message);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#runs.values()) reject(this.#ended);
    this.#runs.clear();
  }
}
