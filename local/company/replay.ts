import { systemRandom } from '../../src/platform/random';
import { readPeppers } from '../../src/platform/secrets';
import { createApp } from '../app-in-time';
import type { DemoContent, Person } from '../demo';
import { TRIGGER_PATH } from '../forge/web-trigger';
import { createLocalHost, type LocalHost } from '../host';

/**
 * A site whose time moves as fast as the app works. Everything that happens on it takes the doors that people, keys and the platform take,
 * so the app itself writes each row of the past (docs/adr/0125).
 */
export interface Replay {
  readonly host: LocalHost;
  readonly now: () => Date;
  /** @throws if the time has passed */
  moveTo(time: Date): void;
  /** Delivers events that are due, and those that follow within minutes. */
  work(): Promise<void>;
  /** Runs the schedules that are due, and delivers the events that follow. */
  runDueSchedules(): Promise<void>;
  /** Runs schedules that may not be due, and delivers the events that follow. */
  runSchedules(keys: readonly string[]): Promise<void>;
  /** Calls an operation of the admin area. @throws if it is refused */
  admin<T = unknown>(operation: string, payload: object, as: Person): Promise<T>;
  /** Calls an operation of the popup of a page. @throws if it fails, or if the person may not */
  popup<T = unknown>(operation: string, payload: object, as: Person, pageId: string): Promise<T>;
  /** Calls an action as an agent does. */
  action(key: string, inputs: Readonly<Record<string, unknown>>, as: Person): Promise<void>;
  /** Calls the API. @throws unless the status is the expected one */
  rest<T = unknown>(key: string, status: number, method: string, path: string, body?: object): Promise<T>;
  /** Calls Confluence as a person. @throws if it is refused */
  wiki<T = unknown>(method: string, path: string, as: Person, body?: object): Promise<T>;
}

interface ReplayOptions {
  readonly content: DemoContent;
  readonly notActingFor: ReadonlySet<string>;
  readonly start: Date;
  readonly seed: number;
  /** Default: in memory. */
  readonly dataDir?: string;
}

const MINUTE_MS = 60_000;
/** Events that are due later wait until the next step of the past. */
const SOON_MS = 20 * MINUTE_MS;

export function openReplay({ content, notActingFor, start, seed, dataDir }: ReplayOptions): Replay {
  let nowMs = start.getTime();
  const now = () => new Date(nowMs);
  const app = createApp({
    clock: now,
    random: systemRandom,
    log: () => undefined,
    peppers: () => readPeppers(),
    rateLimits: () => 'off',
    // A pause takes no real time.
    pause: (milliseconds) => {
      nowMs += Math.ceil(milliseconds);
      return new Promise((resolve) => void setImmediate(resolve));
    },
  });
  const host = createLocalHost({
    app,
    content,
    notActingFor,
    now,
    seed,
    meter: 'off',
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  const work = async () => {
    const until = nowMs + SOON_MS;
    for (;;) {
      await host.background.settle();
      const next = host.background
        .pending()
        .map(({ dueAt }) => Date.parse(dueAt))
        .filter((dueAt) => dueAt <= until);
      if (next.length === 0) return;
      nowMs = Math.max(nowMs, Math.min(...next));
    }
  };
  const failed = (what: string, answer: unknown) => new Error(`${what}: ${JSON.stringify(answer)}`);

  return {
    host,
    now,
    moveTo: (time) => {
      if (time.getTime() < nowMs) throw new Error(`${time.toISOString()} has passed`);
      nowMs = time.getTime();
    },
    work,
    runDueSchedules: async () => {
      await host.background.runDueSchedules();
      await work();
    },
    runSchedules: async (keys) => {
      for (const key of keys) await host.background.runSchedule(key);
      await work();
    },
    admin: async <T>(operation: string, payload: object, as: Person) => {
      const result = (await host.invokeResolver(operation, payload, as.accountId)).result as {
        readonly ok: boolean;
        readonly value: T;
      };
      if (!result.ok) throw failed(operation, result);
      return result.value;
    },
    popup: async <T>(operation: string, payload: object, as: Person, pageId: string) => {
      const extension = host.surfaceExtension('level-byline', { contentId: pageId });
      if (extension === undefined) throw new Error(`page ${pageId} does not exist`);
      const call = {
        moduleKey: 'level-byline',
        viewer: host.viewerWithId(as.accountId),
        extension,
        operation,
        payload,
      };
      const result = (await host.invokeSurface(call)).result as { readonly ok: boolean; readonly value: T };
      if (!result.ok) throw failed(operation, result);
      return result.value;
    },
    action: async (actionKey, inputs, { accountId }) => {
      const { result } = await host.invokeAction({ actionKey, inputs, accountId });
      if (JSON.stringify(result).includes('"errors"')) throw failed(actionKey, result);
    },
    rest: async <T>(key: string, status: number, method: string, path: string, body?: object) => {
      const idempotency = method === 'POST' ? ['Idempotency-Key', systemRandom.uuid()] : [];
      const answer = await host.callWebTrigger({
        method,
        target: `${TRIGGER_PATH}/compliance/api${path}`,
        rawHeaders: ['x-api-key', key, 'Content-Type', 'application/json', ...idempotency],
        body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      });
      if (answer.status !== status) throw failed(`${method} ${path}`, [answer.status, answer.body]);
      return JSON.parse(answer.body) as T;
    },
    wiki: async <T>(method: string, path: string, { accountId }: Person, body?: object) => {
      const request = new Request(`http://127.0.0.1:8080/wiki${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const response = await host.confluence.handle(request, { kind: 'user', accountId });
      if (!response.ok) throw failed(`${method} ${path}`, [response.status, await response.text()]);
      return (response.status === 204 ? undefined : await response.json()) as T;
    },
  };
}
