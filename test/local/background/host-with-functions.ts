import { parseManifest, readManifest } from '../../../local/forge/manifest';
import { openSite, type Site, type SiteOptions } from '../../support/site';

/** A site whose app has a queue, a trigger and a schedule, each with a function of the test. */

export interface Functions {
  readonly work?: (event: any, context: any) => Promise<unknown>; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests check any response
  readonly onEvent?: (event: any, context: any) => Promise<unknown>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  readonly nightly?: (argument: any, context: any) => Promise<unknown>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
}

export interface BackgroundSite extends Site {
  /** Runs something as the app, in its own invocation, and returns its result. */
  asApp<T>(work: () => Promise<T>): Promise<T>;
  advance(milliseconds: number): void;
}

const nothing = () => Promise.resolve();
const START = Date.parse('2026-11-21T10:00:00.000Z');

export function openBackgroundSite(
  functions: Functions,
  {
    events = ['avi:confluence:created:page'],
    timeoutSeconds = 55,
    startAt = START,
    ...options
  }: SiteOptions & {
    readonly events?: readonly string[];
    readonly timeoutSeconds?: number;
    readonly startAt?: number;
  } = {},
): BackgroundSite {
  let nowMs = startAt;
  let asked: (() => Promise<void>) | undefined;
  const raw = readManifest().raw as { modules: { function: object[] } };
  const manifest = parseManifest({
    ...raw,
    modules: {
      ...raw.modules,
      function: [
        ...raw.modules.function,
        { key: 'work', handler: 'index.work', timeoutSeconds },
        { key: 'onEvent', handler: 'index.onEvent' },
        { key: 'nightly', handler: 'index.nightly' },
        { key: 'ask', handler: 'index.ask' },
      ],
      consumer: [{ key: 'worker', queue: 'work', function: 'work' }],
      trigger: [{ key: 'listener', function: 'onEvent', events }],
      scheduledTrigger: [
        { key: 'nightly', function: 'nightly', interval: 'day' },
        { key: 'ask', function: 'ask', interval: 'week' },
      ],
    },
  });
  const site = openSite({
    ...options,
    manifest,
    now: () => new Date(nowMs),
    functions: {
      work: nothing,
      onEvent: nothing,
      nightly: nothing,
      ...functions,
      ask: async () => {
        await asked?.();
        return { statusCode: 204 };
      },
    },
  });
  return {
    ...site,
    advance: (milliseconds) => {
      nowMs += milliseconds;
    },
    asApp: async <T>(work: () => Promise<T>) => {
      let done: { readonly value: T } | { readonly error: unknown } | undefined;
      asked = async () => {
        done = await work().then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
      };
      await site.host.background.runSchedule('ask');
      if (done === undefined) throw new Error('it was not run');
      if ('error' in done) throw done.error;
      return done.value;
    },
  };
}
