import { createRequire } from 'node:module';
import { invoke, type ForgeFetch } from './runtime';
import type { FromProcess, ToProcess, WireAnswer } from './app-processes';

/** The side of a process of `app-processes.ts`: runs functions of the app, and sends their platform calls to the host. */

type Handler = (...values: readonly unknown[]) => Promise<unknown>;

function listen(entry: string): void {
  const app = createRequire(__filename)(entry) as Readonly<Record<string, Handler>>;
  const waiting = new Map<number, (answer: WireAnswer | undefined) => void>();
  let calls = 0;
  const tell = (message: FromProcess) => process.send?.(message);

  const fetchOf =
    (run: number): ForgeFetch =>
    (target, path, { signal, ...init }) =>
      new Promise((resolve, reject) => {
        const id = (calls += 1);
        signal?.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
        waiting.set(id, (answer) => {
          waiting.delete(id);
          if (answer === undefined) reject(new Error('the connection broke'));
          else resolve(responseOf(answer));
        });
        tell({ kind: 'call', id, run, call: [target, path, init] });
      });

  process.on('message', (value) => {
    const message = value as ToProcess;
    if (message.kind === 'answer') {
      waiting.get(message.id)?.(message.answer);
      return;
    }
    const { id, name, arguments: values, invocation } = message;
    const work = async () => app[name]?.(...values);
    invoke({ ...invocation, fetch: fetchOf(id) }, work).then(
      (result) => tell({ kind: 'returned', run: id, result }),
      (error: unknown) => tell({ kind: 'threw', run: id, message: error instanceof Error ? error.message : 'unknown' }),
    );
  });
}

/** A status without a body must have none. */
function responseOf({ status, headers, bytes }: WireAnswer): Response {
  return new Response(bytes.length === 0 ? null : bytes, {
    status,
    headers: headers.map(([name, value]) => [name, value]),
  });
}

listen((JSON.parse(process.argv[2] ?? '') as { readonly entry: string }).entry);
