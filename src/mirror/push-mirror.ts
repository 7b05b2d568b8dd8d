import type { Context } from '../platform/context';
import { partsOf } from '../platform/parts';
import { pushOrLog } from '../platform/queue';

/** Requests that the properties of pages are written. The consumer of the queue reads everything else again. */

/** The queue in manifest.yml. */
export const MIRROR_QUEUE = 'mirror';

/** The number of pages in one event. */
export const PAGES_PER_EVENT = 25;

/** The time until the consumer starts, because the event is pushed while the change is committed. */
const DELAY_SECONDS = 2;

/** A caller waits for the push, so a push that takes longer counts as lost. */
const PUSH_LIMIT_MS = 1_500;

export interface PushMirrorContext extends Pick<Context, 'push' | 'log' | 'requestId'> {
  /**
   * Charges one event for people and keys. False: it must not be pushed. Omitted: the work of the app, whose events are charged before or
   * are few
   */
  readonly mirrorRoom?: () => Promise<boolean>;
}

interface PagesToMirror {
  /** True if the properties are read even if they are known to be current, because a user may have altered them. */
  readonly verify?: boolean;
  /** Default: 2. */
  readonly delaySeconds?: number;
}

/** Never fails, because the sweep finds changes whose event was lost. @param pageIds at most 25 if the context has a `mirrorRoom` */
export async function pushMirror(
  { push, log, requestId, mirrorRoom = () => Promise.resolve(true) }: PushMirrorContext,
  pageIds: readonly string[],
  { verify = false, delaySeconds = DELAY_SECONDS }: PagesToMirror = {},
): Promise<void> {
  if (pageIds.length === 0) return;
  if (!(await mirrorRoom().catch(() => false))) {
    log('mirror.no-room', { requestId, pageIds: pageIds.join(',') });
    return;
  }
  for (const some of partsOf(pageIds, PAGES_PER_EVENT)) {
    await pushOrLog(push, log, {
      queue: MIRROR_QUEUE,
      body: pagesBody(some, { verify }),
      event: 'mirror.not-pushed',
      requestId,
      delaySeconds,
      limitMs: PUSH_LIMIT_MS,
    });
  }
}

/** The event for at most 25 pages. */
export function pagesBody(
  pageIds: readonly string[],
  { verify = false }: Pick<PagesToMirror, 'verify'> = {},
): Readonly<Record<string, string>> {
  return { task: 'pages', pageIds: pageIds.join(','), ...(verify ? { verify: 'true' } : {}) };
}

export interface CollectedMirrors {
  readonly pushMirror: (pageId: string) => void;
  /** Never fails. */
  readonly pushAll: (context: PushMirrorContext) => Promise<void>;
}

/** Collects the pages of one step of work, and pushes them together. */
export function collectMirrors(): CollectedMirrors {
  const pageIds = new Set<string>();
  return {
    pushMirror: (pageId) => {
      pageIds.add(pageId);
    },
    pushAll: async (context) => {
      const all = [...pageIds];
      pageIds.clear();
      await pushMirror(context, all);
    },
  };
}
